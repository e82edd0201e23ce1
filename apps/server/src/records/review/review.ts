import type { RefusalReason } from '@kapao/contract/console/reasons'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { sqlStateOf } from '#core/sql-state.ts'
import type { Log } from '#core/telemetry/log.ts'
import { OperatorRefused } from '#core/refused.ts'
import { countWaiting, findAct, noteLate, setTicked, type FullAct } from './store.ts'

export type ReviewDeps = { db: Db; clock: Clock }

/** The database's refusals as sentences for the operator. */
const refusals: Readonly<Record<string, [sentence: string, why: RefusalReason]>> = {
  KV001: ['It has been reviewed already.', 'reviewed-already'],
  KV002: [
    'You may not review this: you did it, are linked by who added whom to the operator who did, or became an operator less than a day ago.',
    'may-not-review',
  ],
}

/** Records that another operator has reviewed an unconfirmed act and approves it; once. Moves nothing. */
export async function markReviewed(
  { db, clock }: ReviewDeps,
  { id, note, actor, requestId }: AuditContext & { id: string; note: string | null },
): Promise<FullAct> {
  const act = await findAct(db, id)
  if (!act) throw new OperatorRefused(`There is no act ${id}.`, 'not-found')
  await db
    .begin(async (tx) => {
      if (!(await setTicked(tx, id, { by: actor, note })))
        throw new OperatorRefused(
          `Another operator has already reviewed ${id}, or confirmed it.`,
          'reviewed-already',
        )
      const at = clock.now()
      const after = { act: id, doneBy: act.actor, action: act.action, note }
      const subject = act.subject
      await recordAudit(tx, { at, actor, requestId, action: 'review.tick', subject, after })
    })
    .catch((error: unknown) => {
      const refusal = refusals[sqlStateOf(error) ?? '']
      throw refusal === undefined ? error : new OperatorRefused(...refusal)
    })
  return act
}

/** Raises one alarm for each act that no other operator has reviewed within a day. */
export async function watchLate({ db, log }: { db: Db; log: Pick<Log, 'error'> }): Promise<void> {
  const news = await noteLate(db)
  if (news === 0) return
  const { late, oldestAt } = await countWaiting(db)
  log.error(
    { news, late, oldestAt },
    'acts of one operator alone were not reviewed within 24 hours: kapao work list review',
  )
}
