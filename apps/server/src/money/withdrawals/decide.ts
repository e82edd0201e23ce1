import type { RefusalReason } from '@kapao/contract/console/reasons'
import type { RejectionReason } from '@kapao/contract/limits'
import { textOfMoney } from '@kapao/contract/money'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import { objectionOf, type Decide, type DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Tx } from '#core/db/db.ts'
import { sqlStateOf, uniqueViolation } from '#core/sql-state.ts'
import { countPeople, insertApproval, setApproved, setRejected } from './decide-store.ts'
import { type EndDeps, endIn, noWithdrawal, accountsOf } from './end.ts'
import { findWithdrawal, lockWithdrawal, type Withdrawal } from './store.ts'
import { undoableUntil } from './undo.ts'

/** The database's refusals as sentences for the operator. */
const refusals: Readonly<Record<string, [sentence: string, why: RefusalReason]>> = {
  KW002: ['It also needs the approval of another operator.', 'needs-more-approvals'],
  KW003: ['Its bank account was changed less than 24 hours ago; it must wait.', 'account-changed'],
  KW004: [
    'You became an operator after the request; it needs two who were operators before it.',
    'joined-later',
  ],
  KW012: [
    'You, your role or your newest passkey have been here for less than a day; it needs another operator.',
    'too-new',
  ],
  KW005: [
    'You and the operator who approved it are linked by who added whom; it needs another operator.',
    'not-apart',
  ],
  KW006: ['Its member is deactivated: activate them, or reject it.', 'member-inactive'],
  KW007: [
    'You moved money of this member alone within 24 hours, and it was not reviewed yet (kapao work list review); another operator has to approve this.',
    'moved-money',
  ],
}

/**
 * One operator's approval, once each. Ten seconds after the last one that it needs, when it can no longer be undone, the
 * worker pays it; the database counts the operators, checks who added whom, and counts the hours since the bank account
 * was changed.
 */
export async function approve(
  { db, clock }: EndDeps,
  { id, why, actor, requestId }: AuditContext & { id: string; why: string | null },
): Promise<{ withdrawal: Withdrawal; missing: number }> {
  const at = clock.now()
  return db
    .begin(async (tx) => {
      const withdrawal = await findIn(tx, id)
      if (withdrawal.state !== 'held')
        throw new OperatorRefused(
          `Withdrawal ${id} is ${withdrawal.state}, not waiting for approval.`,
          'ended-otherwise',
        )
      if (!(await insertApproval(tx, id, { operator: actor, at })))
        throw new OperatorRefused(
          'You have approved it before; it also needs another operator.',
          'approved-before',
        )
      const people = await countPeople(tx, id)
      const missing = Math.max(0, withdrawal.approvalsNeeded - people)
      const undoUntil = undoableUntil(at)
      if (missing === 0) await setApproved(tx, id, { at, nextAt: undoUntil, undoUntil })
      const after = { state: missing === 0 ? 'approved' : 'held', people, why }
      const action = 'withdrawals.approve'
      await recordAudit(tx, { at, actor, requestId, action, subject: id, after })
      return { withdrawal, missing }
    })
    .catch((error: unknown) => {
      const refusal = refusals[sqlStateOf(error) ?? '']
      throw refusal === undefined ? error : new OperatorRefused(...refusal)
    })
}

/**
 * Rejects a withdrawal while no channel was asked to pay it. Nothing moves yet: the worker gives the money back once the
 * rejection can no longer be undone, and then the member sees the reason in plain words.
 */
export async function reject(
  { db, clock }: EndDeps,
  {
    id,
    reason,
    why,
    ...by
  }: AuditContext & { id: string; reason: RejectionReason; why: string | null },
): Promise<Withdrawal> {
  const at = clock.now()
  return db.begin(async (tx) => {
    const withdrawal = await findIn(tx, id)
    const { state } = withdrawal
    if (state !== 'held' && state !== 'approved')
      throw new OperatorRefused(
        `Withdrawal ${id} is ${state}: only an unsent one can be rejected.`,
        state === 'rejected' ? 'ended-otherwise' : 'already-sent',
      )
    await setRejected(tx, id, { by: by.actor, reason, why, undoUntil: undoableUntil(at) })
    const change = { before: { state }, after: { state: 'rejected', reason, why } }
    await recordAudit(tx, { at, ...by, action: 'withdrawals.reject', subject: id, ...change })
    return withdrawal
  })
}

type Resolution = AuditContext & {
  id: string
  /** The channel's id of the payout when it was paid; null when it was not and never will be. */
  payout: string | null
  why: string
}

export const resolvingKind = 'withdrawals resolve'

export type DecisionDeps<D> = D & {
  decide: Decide
  /** What the bank's answer now says against it; null where it agrees, or says nothing. */
  findAgainst: (withdrawal: Withdrawal, isPaid: boolean) => Promise<string | null>
}

/**
 * One operator's decision on an exception. Returned money may have been paid, and the member would have it twice, so it
 * counts as given; against the bank's answer either decision takes two operators.
 */
export async function decideResolution(
  deps: DecisionDeps<EndDeps>,
  resolution: Resolution,
): Promise<DecisionResult<Withdrawal>> {
  const { id, payout, why, actor, requestId } = resolution
  const work = () => resolve(deps, resolution)
  const found = await findWithdrawal(deps.db, id)
  const against = found && (await deps.findAgainst(found, payout !== null))
  if (!found || (payout !== null && against === null)) return { state: 'done', value: await work() }
  const { memberId, amount, currency } = found
  const end = payout === null ? `back to ${memberId},` : `of ${memberId} as paid,`
  const words = `${textOf(found)} ${end} withdrawal ${id}${objectionOf(against)}: ${why}`
  const gives = against === null ? [{ amount, currency }] : null
  const wish = { subject: id, what: { id, why, payout }, words, gives, actor, requestId }
  return deps.decide({ ...wish, kind: resolvingKind }, work)
}

export function textOf({ amount, currency }: Withdrawal): string {
  return `${textOfMoney({ amount, currency })} ${currency}`
}

/**
 * Ends an exception as an operator has found out at the bank or the gateway, once. The database refuses a return
 * without the request that `decideResolution` makes.
 */
export async function resolve(
  deps: EndDeps,
  { id, payout, why, ...by }: Resolution,
): Promise<Withdrawal> {
  const accounts = await accountsOf(deps, id)
  return deps.db
    .beginFor(accounts.memberId, async (tx) => {
      const withdrawal = await findIn(tx, id)
      if (withdrawal.state !== 'exception')
        throw new OperatorRefused(
          `Withdrawal ${id} is ${withdrawal.state}, not on the exceptions list.`,
          'ended-otherwise',
        )
      const end =
        payout === null
          ? ({ state: 'returned', payout: null, reason: 'BANK_REFUSED', why } as const)
          : ({ state: 'paid', payout, reason: null, why } as const)
      await endIn(deps, tx, { id, end, by, accounts })
      return withdrawal
    })
    .catch((error: unknown) => {
      if (sqlStateOf(error) === uniqueViolation)
        throw new OperatorRefused(`${payout} is the payout of another withdrawal.`, 'payout-taken')
      throw error
    })
}

export async function findIn(tx: Tx, id: string): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, id)
  if (!withdrawal) throw noWithdrawal(id)
  return withdrawal
}
