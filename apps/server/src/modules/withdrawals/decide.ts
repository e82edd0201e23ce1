import type { RejectionReason } from '@kapao/contract/limits'
import { recordAudit } from '#core/audit.ts'
import { sqlStateOf, type Tx } from '#core/db.ts'
import { endIn, placesOf, type By, type EndDeps } from './end.ts'
import {
  findWithdrawal,
  insertApproval,
  listApprovals,
  lockWithdrawal,
  setApproved,
  type Withdrawal,
} from './store.ts'

/** Said to the operator as it is. */
export class WithdrawalRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WithdrawalRefused'
  }
}

const needsPeople = 'KW002'
const needsTime = 'KW003'

/**
 * One person's yes, once each. With the last one that it needs it may be paid, which the worker does; the database counts the
 * people, and the hours since the bank account was changed.
 */
export async function approve(
  { db, clock }: EndDeps,
  { id, why, actor, requestId }: By & { id: string; why: string | null },
): Promise<{ withdrawal: Withdrawal; missing: number }> {
  const at = clock.now()
  return db
    .begin(async (tx) => {
      const withdrawal = await findIn(tx, id)
      if (withdrawal.state !== 'held')
        throw new WithdrawalRefused(
          `Withdrawal ${id} is ${withdrawal.state}, not waiting for approval.`,
        )
      if (!(await insertApproval(tx, id, { operator: actor, at })))
        throw new WithdrawalRefused('You have approved it before; it needs somebody else, too.')
      const people = (await listApprovals(tx, id)).length
      const missing = Math.max(0, withdrawal.approvalsNeeded - people)
      if (missing === 0) await setApproved(tx, id, { at, nextAt: at })
      const after = { state: missing === 0 ? 'approved' : 'held', people, why }
      await recordAudit(tx, {
        at,
        actor,
        requestId,
        action: 'withdrawals.approve',
        subject: id,
        after,
      })
      return { withdrawal, missing }
    })
    .catch((error: unknown) => {
      if (sqlStateOf(error) === needsTime)
        throw new WithdrawalRefused(
          'Its bank account was changed less than 24 hours ago; it must wait.',
        )
      if (sqlStateOf(error) === needsPeople)
        throw new WithdrawalRefused('It needs the approval of somebody else, too.')
      throw error
    })
}

/** Gives held money back, as long as nobody has been asked to pay it; the member is told the reason in plain words. */
export async function reject(
  deps: EndDeps,
  { id, reason, why, ...by }: By & { id: string; reason: RejectionReason; why: string | null },
): Promise<Withdrawal> {
  if (!(await findWithdrawal(deps.db, id))) throw unknown(id)
  const places = await placesOf(deps, id)
  return deps.db.begin(async (tx) => {
    const withdrawal = await findIn(tx, id)
    if (withdrawal.state !== 'held' && withdrawal.state !== 'approved')
      throw new WithdrawalRefused(
        `Withdrawal ${id} is ${withdrawal.state}: only what was not sent can be rejected.`,
      )
    const end = { state: 'returned', payout: null, reason, why } as const
    await endIn(deps, tx, { id, end, by, places })
    return withdrawal
  })
}

export type Resolution = By & {
  id: string
  /** What they call the payout when they have paid it; null when they have not and never will. */
  payout: string | null
  why: string
}

/** Ends one of the exceptions list as a person has found out at the bank or the gateway, once. */
export async function resolve(
  deps: EndDeps,
  { id, payout, why, ...by }: Resolution,
): Promise<Withdrawal> {
  if (!(await findWithdrawal(deps.db, id))) throw unknown(id)
  const places = await placesOf(deps, id)
  return deps.db.begin(async (tx) => {
    const withdrawal = await findIn(tx, id)
    if (withdrawal.state !== 'exception')
      throw new WithdrawalRefused(
        `Withdrawal ${id} is ${withdrawal.state}, not on the exceptions list.`,
      )
    const end =
      payout === null
        ? ({ state: 'returned', payout: null, reason: 'BANK_REFUSED', why } as const)
        : ({ state: 'paid', payout, reason: null, why } as const)
    await endIn(deps, tx, { id, end, by, places })
    return withdrawal
  })
}

async function findIn(tx: Tx, id: string): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, id)
  if (!withdrawal) throw unknown(id)
  return withdrawal
}

function unknown(id: string): WithdrawalRefused {
  return new WithdrawalRefused(`There is no withdrawal ${id}.`)
}
