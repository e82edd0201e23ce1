import type { WithdrawalReason } from '@kapao/contract/limits'
import type { Queryable, Tx } from '#core/db.ts'
import { plainArray, quotedArray } from '#core/sql-arrays.ts'
import type { Account } from '#ledger/accounts.ts'
import { accountArrays } from '#ledger/arrays.ts'
import { leg } from '#ledger/post.ts'
import type { Withdrawal } from './store.ts'

export type Beginning = Pick<
  Withdrawal,
  'id' | 'memberId' | 'key' | 'fingerprint' | 'ofAll' | 'amount' | 'currency' | 'approvalsNeeded'
> & {
  wallet: Account
  hold: Account
  /** What goes out without a person in 24 hours, and from which sum of 24 hours on who is asked at all are two. */
  autoDayMax: bigint
  twoFrom: bigint
  /** Nothing is held before every game has been emptied. */
  isSwept: boolean
  /** What the wallet's number was before anybody asked whether the member may withdraw. */
  expectSeq: bigint
  requestId: string
}

/** The statuses of `ledger_apply` that a beginning can have, and three of its own. */
export const beginStatus = {
  done: 0,
  replayed: 1,
  reused: 2,
  short: 3,
  moved: 6,
  busy: 8,
  abandoned: 10,
  open: 11,
  noBank: 12,
} as const
export type Begun = { status: number; id: string }

/** S17: a bank account that was changed may have been changed by a thief. */
const changedBankWait = '24 hours'
/** So long the process that began it has it to itself. */
const ownedMs = 30_000

/**
 * Begins withdrawals as one transaction; safe to run again, since each finds itself by its key. How many people each needs is
 * decided there, under the member's counter, which `withdrawals_people` takes first.
 */
export async function insertBeginnings(
  db: Queryable,
  items: readonly Beginning[],
  { at, skipBusy }: { at: Date; skipBusy: boolean },
): Promise<Begun[]> {
  const members = [...new Set(items.map((item) => item.memberId))].toSorted()
  const memberPosition = new Map(members.map((member, index) => [member, index + 1]))
  const accounts = accountArrays(items.flatMap(({ wallet, hold }) => [wallet, hold]))
  const [row] = await db.query<{ o_status: number[]; o_id: string[] }>(
    `select o_status, o_id from withdrawals_begin($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::ledger_currency[], $14,
       withdrawals_people($1, $5, $12, $15, $21, $22, $18, $20), $16, $17::interval, $18, $19, $20)`,
    [
      quotedArray(members),
      plainArray(accounts.members),
      plainArray(items.map((item) => item.id)),
      plainArray(items.map((item) => leg(item.id, 1))),
      plainArray(items.map((item) => memberPosition.get(item.memberId)!)),
      quotedArray(items.map((item) => item.key)),
      plainArray(items.map((item) => item.fingerprint)),
      plainArray(items.map((item) => item.ofAll)),
      plainArray(items.map((item) => item.isSwept)),
      plainArray(items.map((item) => accounts.positionOf(item.wallet))),
      plainArray(items.map((item) => accounts.positionOf(item.hold))),
      plainArray(items.map((item) => item.amount)),
      plainArray(items.map((item) => item.currency)),
      plainArray(items.map((item) => item.expectSeq)),
      plainArray(items.map((item) => item.approvalsNeeded)),
      quotedArray(items.map((item) => item.requestId)),
      changedBankWait,
      at,
      new Date(at.getTime() + ownedMs),
      skipBusy,
      plainArray(items.map((item) => item.autoDayMax)),
      plainArray(items.map((item) => item.twoFrom)),
    ],
  )
  return items.map((_, index) => ({ status: row!.o_status[index]!, id: row!.o_id[index]! }))
}

export type Day = { alone: bigint; total: bigint }

/** What went out of a member in the 24 hours before, or is about to, and how much of it without a person. */
export async function findDay(on: Queryable, memberId: string, at: Date): Promise<Day> {
  const rows = await on.query<Day>('select alone, total from withdrawals_day(array[$1], $2)', [
    memberId,
    at,
  ])
  return rows[0] ?? { alone: 0n, total: 0n }
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

export type Bounce = {
  id: string
  operation: string
  operator: string
  why: string
  at: Date
}

/** False when it was told before. */
export async function insertBounce(tx: Tx, bounce: Bounce): Promise<boolean> {
  const { id, operation, operator, why, at } = bounce
  const rows = await tx.query(
    `insert into withdrawals_bounce (withdrawal, operation, operator, why, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning 1`,
    [id, operation, operator, why, at],
  )
  return rows.length > 0
}

/** What every member's transit account must hold: the sum of the withdrawals that are open. */
export const openHoldsSql = `
  select hold_account as account, sum(amount)::bigint as amount
  from withdrawals_withdrawal where state in ('held', 'approved', 'sent', 'unknown', 'exception') group by hold_account`

/** I14: what is told as paid left the transit account, and what is told as returned went back. */
export const endedBookedSql = `
  select ledger_leg(id, case when state = 'paid' then 2 else 3 end) as idem, amount
  from withdrawals_withdrawal where state in ('paid', 'returned')
  union all
  select ledger_leg(b.operation, n), w.amount
  from withdrawals_bounce b join withdrawals_withdrawal w on w.id = b.withdrawal, generate_series(1, 2) as n`

/** I14: never both. */
export const otherEndSql = `
  select ledger_leg(id, case when state = 'paid' then 3 else 2 end) as idem
  from withdrawals_withdrawal where state in ('paid', 'returned', 'failed')`

/** What nobody had to approve waits again, and the member sees that it is being checked. */
export async function setHeldAgain(on: Queryable, id: string): Promise<void> {
  await on.query(
    `update withdrawals_withdrawal set state = 'held', approved_at = null where id = $1 and state = 'approved' and approvals_needed = 0`,
    [id],
  )
}

/** What stood in the way of those that were not sent is gone: they are looked at now. */
export async function hastenUnsent(on: Queryable, memberId: string, at: Date): Promise<void> {
  await on.query(
    `update withdrawals_withdrawal set next_at = $2
     where member_id = $1 and state in ('held', 'approved') and approvals_needed = 0 and next_at > $2`,
    [memberId, at],
  )
}

/** Of the number that a member quotes, which is the end of an id; null where none or more than one ends so. */
export async function findIdByNumber(on: Queryable, ending: string): Promise<string | null> {
  const rows = await on.query<{ id: string }>(
    'select id from withdrawals_withdrawal where right(id::text, 12) = $1 limit 2',
    [ending],
  )
  return rows.length === 1 ? rows[0]!.id : null
}

/** When a person has let money of a member go last. */
export async function findSeenAt(on: Queryable, memberId: string): Promise<Date | null> {
  const [row] = await on.query<{ at: Date | null }>(
    `select max(approved_at) as at from withdrawals_withdrawal
     where member_id = $1 and approvals_needed > 0 and approved_at is not null`,
    [memberId],
  )
  return row!.at
}
