import type { AuditContext } from '#core/audit/audit-store.ts'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Db, Tx } from '#core/db/db.ts'
import {
  findItemBy,
  listOfScope,
  lockItem,
  noteItem,
  setDecided,
  type Item,
  type NewItem,
} from './store.ts'

type StandingItems = AuditContext & {
  kind: NewItem['kind']
  /** What was looked at, such as one day of one bank; the names of what was found are of it alone. */
  scope: string
  found: (Pick<NewItem, 'words' | 'evidence' | 'memberId'> & { name: string })[]
  at: Date
}

/**
 * Keeps the items of what was looked at as it is now: a new item for what is found, an end for what is found no more.
 * What a person has closed stays closed; what had ended by itself and is found again is a new item.
 */
export async function keepStanding(tx: Tx, standing: StandingItems): Promise<void> {
  const { kind, scope, found, at, actor, requestId } = standing
  const known = await listOfScope(tx, kind, scope)
  const keys = new Map(found.map((one) => [keyOf(scope, one.name), one]))
  for (const { id, key, decidedBy } of known) {
    if (decidedBy !== null || keys.has(plain(key))) continue
    const why = 'it is found no more'
    await setEnded(tx, { id, kind, key, holds: [] }, { at, why, actor, requestId })
  }
  for (const [key, { name: _, ...item }] of keys) {
    const same = known.filter((one) => plain(one.key) === key)
    if (same.some(({ decidedBy }) => !decidedBy?.startsWith('system:'))) continue
    const again = same.length === 0 ? key : `${key} #${same.length + 1}`
    await noteItem(tx, { ...item, kind, key: again, since: at })
  }
}

const keyMax = 190

const keyOf = (scope: string, name: string) => `${scope} ${name}`.slice(0, keyMax)

/** Without the number of a later time. */
const plain = (key: string) => key.replace(/ #\d+$/, '')

type Ending = AuditContext & { at: Date; why: string }

/** Ends an item whose reason is gone, and what it holds; changes nothing where there is none, or it is decided. */
export function endItem(
  db: Db,
  { kind, key }: Pick<Item, 'kind' | 'key'>,
  ending: Ending,
): Promise<void> {
  return db.begin(async (tx) => {
    const found = await findItemBy(tx, kind, key)
    const item = found && (await lockItem(tx, found.id))
    if (item?.decision === null) await setEnded(tx, item, ending)
  })
}

async function setEnded(
  tx: Tx,
  { id, kind, key, holds }: Pick<Item, 'id' | 'kind' | 'key' | 'holds'>,
  { at, why, actor, requestId }: Ending,
): Promise<void> {
  await setDecided(tx, id, { decision: 'allow', by: actor, at, why })
  const action = 'items.decide'
  const [before, after] = [
    { kind, key, holds },
    { kind, key, decision: 'allow', why },
  ]
  await recordAudit(tx, { at, actor, requestId, action, subject: `item:${id}`, before, after })
}
