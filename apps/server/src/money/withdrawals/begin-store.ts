import { keyStatus } from '#core/calls/idempotency.ts'
import type { Queryable } from '#core/db/db.ts'
import { plainArray, quotedArray } from '#core/db/sql-arrays.ts'
import type { Account } from '#ledger/accounts.ts'
import { accountArrays } from '#ledger/arrays.ts'
import { leg } from '#ledger/post.ts'
import type { Withdrawal } from './store.ts'

export type NewWithdrawal = Pick<
  Withdrawal,
  'id' | 'memberId' | 'key' | 'fingerprint' | 'ofAll' | 'amount' | 'currency' | 'approvalsNeeded'
> & {
  wallet: Account
  hold: Account
  /** How much goes out in 24 hours without an operator, and from which sum of 24 hours on an approval needs two. */
  autoDayMax: bigint
  twoFrom: bigint
  /** Nothing is held before every game has been emptied. */
  isSwept: boolean
  /** The wallet's number before the check of whether the member may withdraw. */
  expectSeq: bigint
  requestId: string
}

/** The statuses of `ledger_apply` that a beginning can have, and three of its own. */
export const beginStatus = {
  ...keyStatus,
  done: 0,
  replayed: 1,
  short: 3,
  moved: 6,
  busy: 8,
  open: 11,
  noBank: 12,
} as const
export type BeginResult = { status: number; id: string }

/** S17: a bank account that was changed may have been changed by a thief. */
const changedBankWait = '24 hours'
/** How long the process that began it owns it. */
const ownedMs = 30_000

/**
 * Begins withdrawals in one transaction; safe to run again, since each finds itself by its key. How many approvals each
 * needs is decided there, under the member's counter, which `withdrawals_people` locks first.
 */
export async function insertBeginnings(
  db: Queryable,
  items: readonly NewWithdrawal[],
  { at, skipBusy }: { at: Date; skipBusy: boolean },
): Promise<BeginResult[]> {
  const members = [...new Set(items.map((item) => item.memberId))].toSorted()
  const memberPosition = new Map(members.map((member, index) => [member, index + 1]))
  const accounts = accountArrays(items.flatMap(({ wallet, hold }) => [wallet, hold]))
  // begin.sql, which calls ledger/apply.sql.
  const [row] = await db.query<{ o_status: number[]; o_id: string[] }>(
    `select o_status, o_id from withdrawals_begin(
      p_members => $1, p_accounts => $2, p_id => $3, p_leg => $4, p_member => $5, p_key => $6,
      p_fingerprint => $7, p_of_all => $8, p_sweep => $9, p_from => $10, p_hold => $11,
      p_amount => $12, p_currency => $13::ledger_currency[], p_expect => $14,
      p_needed => withdrawals_people(
        p_members => $1, p_member => $5, p_amount => $12, p_needed => $15,
        p_auto_day_max => $21, p_two_from => $22, p_at => $18, p_skip_busy => $20), p_request => $16,
      p_wait => $17::interval, p_at => $18, p_next_at => $19, p_skip_busy => $20)`,
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
