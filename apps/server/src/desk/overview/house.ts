import { readHouse, type House } from '@kapao/contract/console/house'
import { hasRight } from '@kapao/contract/console/roles'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { nameOf } from '#core/audit/actor.ts'
import { consoleRoute } from '#core/console/route.ts'
import type { Queryable } from '#core/db/db.ts'
import { listRestores } from '#core/restore/restore-store.ts'
import { listUnread } from '#records/review/store.ts'

/** What every screen of the console says of the house. */
export function openHouseNotes({ db }: ContextWith<'db'>): Capability {
  return {
    registerConsole: (api) =>
      consoleRoute(api, readHouse, async ({ operator: { roles } }) => {
        const [last] = await listRestores(db)
        const seesOperators = hasRight(roles, 'operators.see')
        return {
          closed:
            last && !last.openedAt
              ? { by: operatorIn(last.foundBy), at: last.foundAt.toISOString(), why: last.why }
              : null,
          ended: seesOperators ? await listEnded(db) : [],
        }
      }),
  }
}

function operatorIn(foundBy: string): string | null {
  return foundBy.startsWith('operator:') ? nameOf(foundBy) : null
}

const shownMax = 20

/** Rights that one operator alone has ended, until somebody else has read it. */
async function listEnded(on: Queryable): Promise<House['ended']> {
  const acts = await listUnread(on, ['operators.disable', 'operators.roles'], shownMax)
  return acts.map(({ subject, actor, at, action }) => ({
    name: subject,
    by: nameOf(actor),
    at: at.toISOString(),
    what: action === 'operators.disable' ? 'disabled' : 'roles',
  }))
}
