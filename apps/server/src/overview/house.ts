import { readHouse } from '@kapao/contract/console/house'
import { hasRight } from '@kapao/contract/console/roles'
import type { Capability, ContextWith } from '#app-context'
import { nameOf } from '#core/audit/actor.ts'
import { consoleRoute } from '#core/console/route.ts'
import type { Queryable } from '#core/db/db.ts'
import { listRestores } from '#core/house/house-store.ts'

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

type Ended = { name: string; by: string; at: string; what: 'disabled' | 'roles' }

const listedMax = 20

/** Rights that one operator alone has ended, until somebody else has read it. */
async function listEnded(on: Queryable): Promise<Ended[]> {
  const rows = await on.query<{ name: string; by: string; at: Date; action: string }>(
    `select subject as name, actor as by, at, action from review_act
     where second is null and ticked_by is null and action in ('operators.disable', 'operators.roles')
     order by review_act.at, review_act.id limit $1`,
    [listedMax],
  )
  return rows.map(({ name, by, at, action }) => ({
    name,
    by: nameOf(by),
    at: at.toISOString(),
    what: action === 'operators.disable' ? 'disabled' : 'roles',
  }))
}
