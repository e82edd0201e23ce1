import type { AuditContext } from '#core/audit/audit-store.ts'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Tx } from '#core/db/db.ts'
import { listOfScope, noteItem, setDecided, type NewItem } from './store.ts'

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
    await setDecided(tx, id, { decision: 'allow', by: actor, at, why: 'it is found no more' })
    const action = 'items.decide'
    const after = { decision: 'allow', why: 'it is found no more' }
    const before = { kind, key, holds: [] }
    await recordAudit(tx, { at, actor, requestId, action, subject: `item:${id}`, before, after })
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
