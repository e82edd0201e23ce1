import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import { sqlStateOf } from '#core/sql-state.ts'
import { OperatorRefused } from '#core/refused.ts'
import { lockItem, setDecided, type Item } from './store.ts'

export type ItemDeps = { db: Db; clock: Clock }
/** Further work in the transaction of a decision, by the kind of the item. */
export type DecisionHook = (
  tx: Tx,
  item: Item,
  decided: { decision: Item['decision']; at: Date },
) => Promise<void>

/** The database refuses operators who moved money of a member that it is about. */
const hasTouched = 'KI002'
const touched =
  'You, or the operator who asked for this, moved money of a member it is about, or changed their bank account, within 24 hours; another operator has to decide it.'

/**
 * An operator's decision: `allow` releases what the item holds, `deny` keeps it from both members. It is made once;
 * null where the item does not exist or is decided. The database releases nothing without the number of operators it
 * requires.
 */
export function decideItem(
  { db, clock, onDecided }: ItemDeps & { onDecided: Record<string, DecisionHook> },
  id: bigint,
  { decision, why, actor, requestId }: AuditContext & { decision: 'allow' | 'deny'; why: string },
): Promise<Item | null> {
  return db
    .begin(async (tx) => {
      const item = await lockItem(tx, id)
      if (!item || item.decision !== null) return null
      const at = clock.now()
      await setDecided(tx, id, { decision, by: actor, at, why })
      await onDecided[item.kind]?.(tx, item, { decision, at })
      const { kind, key, memberId, otherId, holds } = item
      const about = { kind, key, memberId, otherId }
      await recordAudit(tx, {
        at,
        actor,
        requestId,
        action: 'items.decide',
        subject: `item:${id}`,
        before: { ...about, holds },
        // Whom it is about stays, and what it holds unless it is released.
        after: { ...about, ...(decision === 'deny' && { holds }), decision, why },
      })
      return { ...item, decision, decidedBy: actor, decidedAt: at, why }
    })
    .catch((error: unknown) => {
      throw sqlStateOf(error) === hasTouched
        ? new OperatorRefused(touched, 'touched-member')
        : error
    })
}
