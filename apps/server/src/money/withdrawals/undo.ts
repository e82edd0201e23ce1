import { undoSeconds } from '@kapao/contract/console/limits'
import { secondMs } from '@kapao/contract/times'
import { findLastAct, recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { Queryable } from '#core/db/db.ts'
import { OperatorRefused } from '#core/refused.ts'
import { listApprovals, undoDecision } from './decide-store.ts'
import { endIn, accountsOf, type EndDeps, type Notifies } from './end.ts'
import { lockWithdrawal, type Withdrawal } from './store.ts'

/** Until when an operator's decision of now can be undone; it is carried out then. */
export function undoableUntil(at: Date): Date {
  return new Date(at.getTime() + undoSeconds * secondMs)
}

const decisions = ['withdrawals.approve', 'withdrawals.reject', 'withdrawals.undo']

/**
 * Undoes an operator's own approval or rejection before anything was sent or given back: the withdrawal waits again. A
 * second call changes nothing.
 */
export async function undo(
  { db, clock }: Pick<EndDeps, 'db' | 'clock'>,
  { id, actor, requestId }: AuditContext & { id: string },
): Promise<void> {
  const at = clock.now()
  await db.begin(async (tx) => {
    const outcome = await undoDecision(tx, id, { operator: actor, at })
    if (outcome !== 'undone') {
      const last = await findLastAct(tx, { subject: id, actions: decisions })
      if (last?.action === 'withdrawals.undo' && last.actor === actor) return
      throw new OperatorRefused(`Withdrawal ${id} cannot be undone: ${outcome}.`, 'undo-too-late')
    }
    await recordAudit(tx, { at, actor, requestId, action: 'withdrawals.undo', subject: id })
  })
}

/** Until when this operator can undo what they have decided; null where it is not theirs, or carried out. */
export async function findUndoUntil(
  on: Queryable,
  { id, state, undoUntil, rejectedBy }: Withdrawal,
  { operator, now }: { operator: string; now: Date },
): Promise<Date | null> {
  const isOpen = (until: Date | null) => (until !== null && until > now ? until : null)
  if (state === 'rejected') return rejectedBy === operator ? isOpen(undoUntil) : null
  if (state !== 'held' && state !== 'approved') return null
  const own = (await listApprovals(on, id)).find((one) => one.operator === operator)
  return own ? isOpen(undoableUntil(own.at)) : null
}

/**
 * Gives the money of a rejected withdrawal back to the wallet once its rejection can no longer be undone; changes
 * nothing when it was undone, or when another call came first.
 */
export async function carryOutRejection(deps: EndDeps & Notifies, id: string): Promise<void> {
  const accounts = await accountsOf(deps, id)
  const by = { actor: 'system:withdrawals', requestId: 'withdrawals' } as const
  const ended = await deps.db.beginFor(accounts.memberId, async (tx) => {
    const { state, undoUntil, reason, why } = (await lockWithdrawal(tx, id))!
    if (state !== 'rejected' || undoUntil! > deps.clock.now()) return null
    const end = { state: 'returned', payout: null, reason, why } as const
    return endIn(deps, tx, { id, end, by, accounts })
  })
  if (ended) deps.notify(ended)
}
