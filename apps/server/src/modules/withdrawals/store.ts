import type { WithdrawalReason } from '@kapao/contract/limits'
import type { Currency } from '@kapao/contract/money'
import type { Queryable, Tx } from '#core/db/db.ts'
import { dueList } from '#core/jobs/sweep/due-store.ts'

export const openStates = ['sweeping', 'held', 'approved', 'sent', 'unknown', 'exception'] as const
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
  sentAt: Date | null
  endedAt: Date | null
}

const columns = `id, member_id as "memberId", key, fingerprint, of_all as "ofAll", amount, currency, state, bank_code as "bankCode",
  bank_account_no as "bankAccountNo", bank_account_name as "bankAccountName", approvals_needed as "approvalsNeeded",
  not_before as "notBefore", statement_seq as "statementSeq", channel, payout, reason, why, tries, created_at as "createdAt",
  approved_at as "approvedAt", sent_at as "sentAt", ended_at as "endedAt"`

export async function findWithdrawal(on: Queryable, id: string): Promise<Withdrawal | null> {
  const rows = await on.query<Withdrawal>(
    `select ${columns} from withdrawals_withdrawal where id = $1`,
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
    `select ${columns} from withdrawals_withdrawal where key = $1 and member_id = $2`,
    [key, memberId],
  )
  return rows[0] ?? null
}

/** The one that is open, else the one that ended last. */
export async function findLatest(on: Queryable, memberId: string): Promise<Withdrawal | null> {
  const rows = await on.query<Withdrawal>(
    `select ${columns} from withdrawals_withdrawal where member_id = $1
     order by (ended_at is null) desc, created_at desc limit 1`,
    [memberId],
  )
  return rows[0] ?? null
}

/** Whoever asks holds the member's statement, so that none begins meanwhile. */
export async function hasOpen(tx: Tx, memberId: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from withdrawals_withdrawal
     where member_id = $1 and state in ('sweeping', 'held', 'approved', 'sent', 'unknown', 'exception')`,
    [memberId],
  )
  return rows.length > 0
}

/** Holds the row until the transaction ends, so that what is decided is decided about what was seen. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal | null> {
  const rows = await tx.query<Withdrawal>(
    `select ${columns} from withdrawals_withdrawal where id = $1 for no key update`,
    [id],
  )
  return rows[0] ?? null
}

/** The money is held now; who may approve it is asked next. */
export async function setHeld(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query(`update withdrawals_withdrawal set state = 'held', next_at = $2 where id = $1`, [
    id,
    at,
  ])
}

/** The database refuses it without as many different people as it needs, and before its time. */
export async function setApproved(
  tx: Tx,
  id: string,
  { at, nextAt }: { at: Date; nextAt: Date },
): Promise<void> {
  await tx.query(
    `update withdrawals_withdrawal set state = 'approved', approved_at = $2, next_at = $3 where id = $1`,
    [id, at, nextAt],
  )
}

/** False when this person has said so before. */
export async function insertApproval(
  tx: Tx,
  id: string,
  { operator, at }: { operator: string; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into withdrawals_approval (withdrawal, operator, at) values ($1, $2, $3)
     on conflict do nothing returning 1`,
    [id, operator, at],
  )
  return rows.length > 0
}

/** Who said yes; it counts as long as they are an operator. */
export type Approval = { operator: string; at: Date; counts: boolean }

export function listApprovals(on: Queryable, id: string): Promise<Approval[]> {
  return on.query<Approval>('select operator, at, counts from withdrawals_yes($1)', [id])
}

/** Notes who is asked to pay it, before they are; false when somebody else has, or it was refused meanwhile. */
export async function setSent(
  on: Queryable,
  id: string,
  { channel, at, nextAt }: { channel: string; at: Date; nextAt: Date },
): Promise<boolean> {
  const rows = await on.query(
    `update withdrawals_withdrawal set state = 'sent', channel = $2, sent_at = $3, next_at = $4
     where id = $1 and state = 'approved' returning 1`,
    [id, channel, at, nextAt],
  )
  return rows.length > 0
}

/** Keeps it for longer while it waits at our own door, and notes why; false when another process has taken it since. */
export async function setStillOurs(
  on: Queryable,
  id: string,
  { why, ours, nextAt }: { why: string; ours: Date; nextAt: Date },
): Promise<boolean> {
  const rows = await on.query(
    `update withdrawals_withdrawal set why = $2, next_at = $4
     where id = $1 and state = 'sent' and next_at = $3 returning 1`,
    [id, why, ours, nextAt],
  )
  return rows.length > 0
}

/** Notes a no to the first asking; false when somebody else has asked since. Until `nextAt` nobody does. */
export async function setRefused(
  on: Queryable,
  id: string,
  { why, nextAt }: { why: string; nextAt: Date },
): Promise<boolean> {
  const rows = await on.query(
    `update withdrawals_withdrawal set state = 'unknown', why = $2, next_at = $3
     where id = $1 and state = 'sent' and tries = 0 returning 1`,
    [id, why, nextAt],
  )
  return rows.length > 0
}

/** Of which nobody can say anything yet, or which a person must look at; one that has ended stays ended. `nextAt` only where it is sooner. */
export async function setOpenState(
  on: Queryable,
  id: string,
  { state, why, nextAt }: { state: 'unknown' | 'exception'; why: string; nextAt?: Date },
): Promise<void> {
  await on.query(
    `update withdrawals_withdrawal set state = $2, why = $3, next_at = least(next_at, $4)
     where id = $1 and state in ('sent', 'unknown')`,
    [id, state, why, nextAt ?? null],
  )
}

/** Why it has not gone on, for people; changes nothing else. */
export async function setWhy(on: Queryable, id: string, why: string): Promise<void> {
  const note = 'update withdrawals_withdrawal set why = $2 where id = $1 and ended_at is null'
  await on.query(note, [id, why])
}

/** What they call it, as soon as they say so. */
export async function setPayout(on: Queryable, id: string, payout: string): Promise<void> {
  await on.query('update withdrawals_withdrawal set payout = $2 where id = $1 and payout is null', [
    id,
    payout,
  ])
}

/** Takes one that is due: of several sweepers one gets it, and each next asking is later, at most ten minutes. */
export async function claimDue(on: Queryable, id: string, at: Date): Promise<Withdrawal | null> {
  const rows = await on.query<Withdrawal>(
    `update withdrawals_withdrawal
     set tries = tries + 1, next_at = $2::timestamptz + least(30 * 2 ^ least(tries, 6), 600) * interval '1 second'
     where id = $1 and state in ('sweeping', 'held', 'approved', 'sent', 'unknown') and next_at <= $2 returning ${columns}`,
    [id, at],
  )
  return rows[0] ?? null
}

/**
 * Those that wait for nobody but us. What no channel was asked to pay yet stands apart from what a channel has to tell, so
 * that a thousand which it does not tell about delay no new one.
 */
export const dueWithdrawals = dueList({
  table: 'withdrawals_withdrawal',
  party: "coalesce(channel, case when currency = 'LAK' then 'new LAK' else 'new BAHT' end)",
  isOpen:
    "state in ('sweeping', 'approved', 'sent', 'unknown') or (state = 'held' and approvals_needed = 0)",
})

export function listOpen(
  on: Queryable,
  { states, limit }: { states: readonly WithdrawalState[]; limit: number },
): Promise<Withdrawal[]> {
  return on.query<Withdrawal>(
    `select ${columns} from withdrawals_withdrawal where state::text = any ($1) order by created_at limit $2`,
    [states, limit],
  )
}

/** How long it took the last fifty from the asking to the end, in the middle; null before anything was paid. */
export async function findTypicalMs(on: Queryable): Promise<number | null> {
  const [row] = await on.query<{ ms: number | null }>(
    `select (percentile_cont(0.5) within group (order by extract(epoch from ended_at - created_at)) * 1000)::float8 as ms
     from (select created_at, ended_at from withdrawals_withdrawal where state = 'paid' order by ended_at desc limit 50) as last`,
  )
  return row?.ms ?? null
}

/** What was sent to one channel in a time and is paid or may have been, for the comparison with what they report. */
export function listPayouts(
  on: Queryable,
  { channel, from, to }: { channel: string; from: Date; to: Date },
): Promise<(Pick<Withdrawal, 'id' | 'amount' | 'state'> & { isBounced: boolean })[]> {
  return on.query(
    `select id, amount, state,
            exists (select from withdrawals_bounce b where b.withdrawal = id) as "isBounced"
     from withdrawals_withdrawal where channel = $1 and sent_at >= $2 and sent_at < $3 order by sent_at`,
    [channel, from, to],
  )
}

/** The newest one of a member that has held money, after a row of the statement. */
export async function findHeldAfter(
  on: Queryable,
  memberId: string,
  statementSeq: bigint,
): Promise<Pick<Withdrawal, 'id' | 'amount' | 'state'> | null> {
  const rows = await on.query<Pick<Withdrawal, 'id' | 'amount' | 'state'>>(
    `select id, amount, state from withdrawals_withdrawal
     where member_id = $1 and statement_seq > $2 and state not in ('sweeping', 'failed') order by statement_seq desc limit 1`,
    [memberId, statementSeq],
  )
  return rows[0] ?? null
}

/** Whether the member has taken out money since an instant, or is about to. */
export async function hasWithdrawnSince(
  on: Queryable,
  memberId: string,
  since: Date,
): Promise<boolean> {
  const rows = await on.query(
    `select 1 from withdrawals_withdrawal
     where member_id = $1 and created_at >= $2 and state not in ('returned', 'failed') limit 1`,
    [memberId, since],
  )
  return rows.length > 0
}

/** Who of these has held money for a withdrawal since an instant, after a row of their statement. */
export async function listWhoWithdrew(
  on: Queryable,
  members: readonly { memberId: string; statementSeq: bigint }[],
  since: Date,
): Promise<string[]> {
  const rows = await on.query<{ memberId: string }>(
    `select asked.member as "memberId" from unnest($1::text[], $2::bigint[]) as asked (member, seq)
     where exists (select from withdrawals_withdrawal w
       where w.member_id = asked.member and w.created_at >= $3 and w.statement_seq > asked.seq
         and w.state not in ('sweeping', 'failed'))`,
    [
      members.map(({ memberId }) => memberId),
      members.map(({ statementSeq }) => statementSeq),
      since,
    ],
  )
  return rows.map(({ memberId }) => memberId)
}
