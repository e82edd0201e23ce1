import type { Queryable, Tx } from '#core/db/db.ts'
import type { Withdrawal } from './store.ts'

export type RebuiltWithdrawal = Pick<
  Withdrawal,
  | 'id'
  | 'memberId'
  | 'key'
  | 'fingerprint'
  | 'amount'
  | 'currency'
  | 'bankCode'
  | 'bankAccountNo'
  | 'bankAccountName'
  | 'statementSeq'
  | 'createdAt'
> & {
  wallet: bigint
  hold: bigint
  channel: string
  payout: string
  /** Null while the channel still works on it. */
  endedAt: Date | null
}

/** Records a withdrawal that a restore has taken from the books, as its channel knows it. */
export async function insertRebuilt(tx: Tx, one: RebuiltWithdrawal): Promise<void> {
  await tx.query(
    `insert into withdrawals_withdrawal (id, member_id, key, fingerprint, of_all, wallet_account, hold_account, amount, currency, state,
       bank_code, bank_account_no, bank_account_name, approvals_needed, statement_seq, channel, payout, why, created_at, next_at,
       approved_at, sent_at, ended_at)
     values ($1, $2, $3, $4, false, $5, $6, $7, $8, $9, $10, $11, $12, 0, $13, $14, $15, 'rebuilt after a restore', $16, $16, $16, $16, $17)`,
    [
      one.id,
      one.memberId,
      one.key,
      one.fingerprint,
      one.wallet,
      one.hold,
      one.amount,
      one.currency,
      one.endedAt === null ? 'sent' : 'paid',
      one.bankCode,
      one.bankAccountNo,
      one.bankAccountName,
      one.statementSeq,
      one.channel,
      one.payout,
      one.createdAt,
      one.endedAt,
    ],
  )
}

/** Records which channel was asked to pay, where a restore has taken that away. */
export async function setAskedBefore(
  on: Queryable,
  id: string,
  { channel, at }: { channel: string; at: Date },
): Promise<void> {
  await on.query(
    `update withdrawals_withdrawal
     set channel = $2, sent_at = coalesce(sent_at, $3), approved_at = coalesce(approved_at, $3)
     where id = $1 and ended_at is null`,
    [id, channel, at],
  )
}
