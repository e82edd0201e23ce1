import { recordAudit, type Actor } from '#core/audit/audit.ts'
import type { Tx } from '#core/db/db.ts'
import type { Account } from '#ledger/accounts.ts'
import { leg, postAll } from '#ledger/post.ts'
import type { WithdrawalDeps } from './service.ts'
import { setEnded, type End } from './begin-end-store.ts'
import { findWithdrawal, lockWithdrawal, openStates, type Withdrawal } from './store.ts'

export type By = { actor: Actor; requestId: string }
const system: By = { actor: 'system:withdrawals', requestId: 'withdrawals' }

export type EndDeps = Pick<WithdrawalDeps, 'db' | 'clock' | 'accounts' | 'setRowStatus'>

/**
 * Ends a withdrawal once, in one commit: what is held goes to the channel that has paid, or back to the wallet. The same end
 * again changes nothing and answers false; another end throws.
 */
export async function endOf(
  deps: EndDeps & Pick<WithdrawalDeps, 'tell'>,
  id: string,
  end: End,
): Promise<boolean> {
  const places = await placesOf(deps, id)
  const ended = await deps.db.beginFor(places.memberId, (tx) =>
    endIn(deps, tx, { id, end, by: system, places }),
  )
  if (ended) deps.tell(ended)
  return ended !== null
}

export type Places = { memberId: string; wallet: Account; hold: Account; house: Account | null }

/** Looked up before a transaction is open, since an account of the house may have to be opened first. */
export async function placesOf({ db, accounts }: EndDeps, id: string): Promise<Places> {
  const found = await findWithdrawal(db, id)
  if (!found) throw new Error(`there is no withdrawal ${id}`)
  const { memberId, channel, currency } = found
  const [wallet, hold] = await accounts.find(memberId, [
    ['wallet', ''],
    ['withdrawal', ''],
  ])
  const house = channel === null ? null : await accounts.house('payout', channel, currency)
  return { memberId, wallet: wallet!, hold: hold!, house }
}

type Ending = { id: string; end: End; by: By; places: Places }

/** For a transaction of the caller's own; answers null when it had ended so before. */
export async function endIn(
  { clock, setRowStatus }: EndDeps,
  tx: Tx,
  { id, end, by, places }: Ending,
): Promise<Withdrawal | null> {
  const at = clock.now()
  const withdrawal = (await lockWithdrawal(tx, id))!
  if (withdrawal.state === end.state) return null
  if (!(openStates as readonly string[]).includes(withdrawal.state))
    throw new Error(`withdrawal ${id} is ${withdrawal.state} and cannot become ${end.state}`)
  const { memberId, statementSeq: seq, amount, currency, state } = withdrawal
  await setEnded(tx, id, { ...end, at })
  await setRowStatus(tx, { memberId, seq }, end.state === 'paid' ? 'SUCCESS' : 'FAILED')
  const action = `withdrawals.${end.state}` as const
  await recordAudit(tx, { at, ...by, action, subject: id, before: { state }, after: end })
  if (end.state === 'failed') return withdrawal
  const isPaid = end.state === 'paid'
  // The second movement for paid, the third for returned; the transit account has money for one of them.
  const movement = {
    idem: leg(id, isPaid ? 2 : 3),
    debit: places.hold,
    credit: isPaid ? places.house! : places.wallet,
    money: { amount, currency },
    kind: isPaid ? ('withdrawal_paid' as const) : ('withdrawal_return' as const),
  }
  await postAll(tx, at, [movement])
  return withdrawal
}
