import type { DeliveryState } from '@kapao/contract/console/notice-words'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import { hint } from '#core/console/hint-store.ts'
import type { Db } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { lockDelivery, setDueNow } from './desk-store.ts'

/** Only what certainly was not sent, and what its member does not know yet. */
export function mayGoAgain(state: DeliveryState, isRead: boolean): boolean {
  return !isRead && (state === 'due' || state === 'given-up')
}

/** Has a notice tried once more at once; false for an unknown one. A second call finds it due and changes no more. */
export function sendAgain(
  { db, clock }: { db: Db; clock: Clock },
  { id, why, actor, requestId }: AuditContext & { id: string; why: string },
): Promise<boolean> {
  return db.begin(async (tx) => {
    const found = await lockDelivery(tx, id)
    if (!found) return false
    const { state, memberId, notice, kind, readAt } = found
    if (!mayGoAgain(state, readAt !== null)) refuseAgain(state, readAt !== null)
    const at = clock.now()
    await hint(tx, 'member', { memberId })
    await setDueNow(tx, id, at)
    const after = { notice, kind, delivery: id, why }
    const act = { at, actor, requestId, action: 'notices.again' } as const
    await recordAudit(tx, { ...act, subject: memberId, before: { state }, after })
    return true
  })
}

function refuseAgain(state: DeliveryState, isRead: boolean): never {
  if (isRead) throw new OperatorRefused('Its member has read it.', 'read-already')
  if (state === 'unknown')
    throw new OperatorRefused('It may have been sent, and is not sent twice.', 'may-be-sent')
  if (state === 'sending') throw new OperatorRefused('It is being sent right now.', 'being-done')
  throw new OperatorRefused(`It is ${state}.`, 'ended-otherwise')
}
