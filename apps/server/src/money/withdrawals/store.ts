import type { WithdrawalReason } from '@kapao/contract/limits'
import type { Currency } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db/db.ts'

export const openStates = [
  'sweeping',
  'held',
  'approved',
  'rejected',
  'sent',
  'unknown',
  'exception',
] as const
export type WithdrawalState = (typeof openStates)[number] | 'paid' | 'returned' | 'failed'

export type Withdrawal = {
  id: string
  memberId: string
  key: string
  fingerprint: string
  ofAll: boolean
  amount: bigint
  currency: Currency
  state: WithdrawalState
  bankCode: string
  bankAccountNo: string
  bankAccountName: string
  approvalsNeeded: number
  notBefore: Date | null
  statementSeq: bigint
  channel: string | null
  payout: string | null
  reason: WithdrawalReason | null
  why: string | null
  tries: number
  createdAt: Date
  approvedAt: Date | null
  /** Until then the decision of an operator can be undone, and nothing of it is carried out. */
  undoUntil: Date | null
  /** The operator whose rejection it is. */
  rejectedBy: string | null
  sentAt: Date | null
  endedAt: Date | null
}

export const withdrawalColumns = `id, member_id as "memberId", key, fingerprint, of_all as "ofAll", amount, currency, state, bank_code as "bankCode",
  bank_account_no as "bankAccountNo", bank_account_name as "bankAccountName", approvals_needed as "approvalsNeeded",
  not_before as "notBefore", statement_seq as "statementSeq", channel, payout, reason, why, tries, created_at as "createdAt",
  approved_at as "approvedAt", undo_until as "undoUntil", rejected_by as "rejectedBy", sent_at as "sentAt", ended_at as "endedAt"`

export async function findWithdrawal(on: Queryable, id: string): Promise<Withdrawal | null> {
  const rows = await on.query<Withdrawal>(
    `select ${withdrawalColumns} from withdrawals_withdrawal where id = $1`,
    [id],
  )
  return rows[0] ?? null
}

export async function findByKey(
  on: Queryable,
  memberId: string,
  key: string,
): Promise<Withdrawal | null> {
  const rows = await on.query<Withdrawal>(
    `select ${withdrawalColumns} from withdrawals_withdrawal where key = $1 and member_id = $2`,
    [key, memberId],
  )
  return rows[0] ?? null
}

export type LatestWithdrawal = Withdrawal & {
  /** When its bank returned what had been paid. */
  bouncedAt: Date | null
}

/** The open one, or else the one that ended last. */
export async function findLatest(
  on: Queryable,
  memberId: string,
): Promise<LatestWithdrawal | null> {
  const rows = await on.query<LatestWithdrawal>(
    `select ${withdrawalColumns}, (select b.at from withdrawals_bounce b where b.withdrawal = id) as "bouncedAt"
     from withdrawals_withdrawal where member_id = $1
     order by (ended_at is null) desc, created_at desc limit 1`,
    [memberId],
  )
  return rows[0] ?? null
}

/** By the number that a member quotes, which is the end of an id; null where none or several match. */
export async function findIdByNumber(on: Queryable, ending: string): Promise<string | null> {
  const rows = await on.query<{ id: string }>(
    'select id from withdrawals_withdrawal where right(id::text, 12) = $1 limit 2',
    [ending],
  )
  return rows.length === 1 ? rows[0]!.id : null
}

/** Locks the row until the transaction ends, so that a decision is about the state that was read. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal | null> {
  const rows = await tx.query<Withdrawal>(
    `select ${withdrawalColumns} from withdrawals_withdrawal where id = $1 for no key update`,
    [id],
  )
  return rows[0] ?? null
}

/** The money is held now; the approval comes next. */
export async function setHeld(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query(`update withdrawals_withdrawal set state = 'held', next_at = $2 where id = $1`, [
    id,
    at,
  ])
}

export type End = {
  state: 'paid' | 'returned' | 'failed'
  payout: string | null
  reason: WithdrawalReason | null
  why: string | null
}

export async function setEnded(
  tx: Tx,
  id: string,
  { at, ...end }: End & { at: Date },
): Promise<void> {
  await tx.query(
    `update withdrawals_withdrawal
     set state = $2, payout = coalesce($3, payout), reason = $4, why = $5, ended_at = $6 where id = $1`,
    [id, end.state, end.payout, end.reason, end.why, at],
  )
}

/** Why one that could be sent is not. */
export const payingStopped = 'payouts are stopped: kapao payouts'
export const unconfirmed =
  'a payment of the member is not confirmed by its gateway: kapao work list payment'
export const unshown =
  'a deposit of the member is not shown by its bank yet: kapao work list deposit'

/** Records why it has not gone on, for operators; changes nothing else. */
export async function setWhy(on: Queryable, id: string, why: string): Promise<void> {
  const note = 'update withdrawals_withdrawal set why = $2 where id = $1 and ended_at is null'
  await on.query(note, [id, why])
}

/**
 * The median time from request to end of the last fifty that were paid without staff, and of the last fifty that staff
 * checked; null before any was. Those that waited for a set time are not typical.
 */
export async function findTypicalMs(
  on: Queryable,
): Promise<{ aloneMs: number | null; reviewedMs: number | null }> {
  const median = (of: string) =>
    `(percentile_cont(0.5) within group (order by extract(epoch from ended_at - created_at)) filter (where ${of}) * 1000)::float8`
  const [row] = await on.query<{ aloneMs: number | null; reviewedMs: number | null }>(
    `select ${median('not reviewed')} as "aloneMs", ${median('reviewed')} as "reviewedMs"
     from (select created_at, ended_at, approvals_needed > 0 as reviewed,
                  row_number() over (partition by approvals_needed > 0 order by ended_at desc) as place
           from (select created_at, ended_at, approvals_needed from withdrawals_withdrawal
                 where state = 'paid' and not_before is null order by ended_at desc limit 500) as last) as placed
     where place <= 50`,
  )
  return row!
}

/** When an operator last approved a withdrawal of a member. */
export async function findSeenAt(on: Queryable, memberId: string): Promise<Date | null> {
  const [row] = await on.query<{ at: Date | null }>(
    `select max(approved_at) as at from withdrawals_withdrawal
     where member_id = $1 and approvals_needed > 0 and approved_at is not null`,
    [memberId],
  )
  return row!.at
}
