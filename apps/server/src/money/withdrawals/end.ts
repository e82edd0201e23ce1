import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import type { Account, AccountBook } from '#ledger/accounts.ts'
import { leg, postAll } from '#ledger/post.ts'
import { updateStatus } from '#records/statement/store.ts'
import {
  type End,
  findWithdrawal,
  lockWithdrawal,
  openStates,
  setEnded,
  type Withdrawal,
} from './store.ts'

const system: AuditContext = { actor: 'system:withdrawals', requestId: 'withdrawals' }

export type EndDeps = {
  db: Db
  clock: Clock
  accounts: AccountBook
}

export type Notifies = {
  /** Called after the commit of every change; never throws. */
  notify: (changed: { id: string; memberId: string }) => void
}

/**
 * Ends a withdrawal once, in one commit: the hold goes to the channel that has paid, or back to the wallet. The same
 * end again changes nothing and returns false; another end throws.
 */
export async function endOf(deps: EndDeps & Notifies, id: string, end: End): Promise<boolean> {
  const accounts = await accountsOf(deps, id)
  const ended = await deps.db.beginFor(accounts.memberId, (tx) =>
    endIn(deps, tx, { id, end, by: system, accounts }),
  )
  if (ended) deps.notify(ended)
  return ended !== null
}

type WithdrawalAccounts = {
  memberId: string
  wallet: Account
  hold: Account
  house: Account | null
}

/** Read before a transaction is open, since a house account may have to be opened first. */
export async function accountsOf(
  { db, accounts }: EndDeps,
  id: string,
): Promise<WithdrawalAccounts> {
  const found = await findWithdrawal(db, id)
  if (!found) throw noWithdrawal(id)
  const { memberId, channel, currency } = found
  const [wallet, hold] = await accounts.find(memberId, [
    ['wallet', ''],
    ['withdrawal', ''],
  ])
  const house = channel === null ? null : await accounts.house('payout', channel, currency)
  return { memberId, wallet: wallet!, hold: hold!, house }
}

export function noWithdrawal(id: string): OperatorRefused {
  return new OperatorRefused(`There is no withdrawal ${id}.`, 'not-found')
}

type WithdrawalEnd = { id: string; end: End; by: AuditContext; accounts: WithdrawalAccounts }

/** For a transaction of the caller's own; returns null when it had already ended so. */
export async function endIn(
  { clock }: Pick<EndDeps, 'clock'>,
  tx: Tx,
  { id, end, by, accounts }: WithdrawalEnd,
): Promise<Withdrawal | null> {
  const at = clock.now()
  const withdrawal = (await lockWithdrawal(tx, id))!
  if (withdrawal.state === end.state) return null
  if (!(openStates as readonly string[]).includes(withdrawal.state))
    throw new Error(`withdrawal ${id} is ${withdrawal.state} and cannot become ${end.state}`)
  const { memberId, statementSeq: seq, amount, currency, state } = withdrawal
  await setEnded(tx, id, { ...end, at })
  await updateStatus(tx, { memberId, seq }, end.state === 'paid' ? 'SUCCESS' : 'FAILED')
  const action = `withdrawals.${end.state}` as const
  await recordAudit(tx, { at, ...by, action, subject: id, before: { state }, after: end })
  if (end.state === 'failed') return withdrawal
  const isPaid = end.state === 'paid'
  // The second movement for paid, the third for returned; the transit account has money for one of them.
  const movement = {
    idem: leg(id, isPaid ? 2 : 3),
    debit: accounts.hold,
    credit: isPaid ? accounts.house! : accounts.wallet,
    money: { amount, currency },
    kind: isPaid ? ('withdrawal_paid' as const) : ('withdrawal_return' as const),
  }
  await postAll(tx, at, [movement])
  return withdrawal
}
