import type { Queryable } from '#core/db/db.ts'
import { dueList, nextTrySql } from '#core/jobs/sweep/due-store.ts'
import { payingStopped, withdrawalColumns, type Withdrawal } from './store.ts'

/**
 * Records the attempt before the call; returns false when another has done so, it was refused, its approval was undone, or
 * payouts were stopped meanwhile.
 */
export async function setSent(
  on: Queryable,
  id: string,
  { channel, at, nextAt }: { channel: string; at: Date; nextAt: Date },
): Promise<boolean> {
  const rows = await on.query(
    `update withdrawals_withdrawal set state = 'sent', channel = $2, sent_at = $3, next_at = $4
     where id = $1 and state = 'approved' and (undo_until is null or undo_until <= $3)
       and not payouts_is_stopped(member_id) returning 1`,
    [id, channel, at, nextAt],
  )
  return rows.length > 0
}

/** Extends the ownership while the request waits in our queue, with the reason; false when another process took it. */
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

/** Records a refusal of the first attempt; false when another attempt was made since. None is made until `nextAt`. */
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

/**
 * For an unknown outcome, or one that an operator must decide; an ended one stays ended. `nextAt` only moves earlier.
 */
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

/** Their id of the payout, as soon as it is known. */
export async function setPayout(on: Queryable, id: string, payout: string): Promise<void> {
  await on.query('update withdrawals_withdrawal set payout = $2 where id = $1 and payout is null', [
    id,
    payout,
  ])
}

/** Claims one that is due: of several sweepers one gets it, and each attempt waits longer, at most ten minutes. */
export async function claimDue(on: Queryable, id: string, at: Date): Promise<Withdrawal | null> {
  const rows = await on.query<Withdrawal>(
    `update withdrawals_withdrawal
     set tries = tries + 1, next_at = ${nextTrySql('$2', { firstSeconds: 30, maxSeconds: 600 })}
     where id = $1 and state in ('sweeping', 'held', 'approved', 'rejected', 'sent', 'unknown') and next_at <= $2 returning ${withdrawalColumns}`,
    [id, at],
  )
  return rows[0] ?? null
}

/**
 * Withdrawals that wait for us only. New ones, which no channel was asked to pay yet, are a group of their own, so that
 * a thousand without a channel's answer delay no new one.
 */
export const dueWithdrawals = dueList({
  table: 'withdrawals_withdrawal',
  party: "coalesce(channel, case when currency = 'LAK' then 'new LAK' else 'new BAHT' end)",
  isOpen:
    "state in ('sweeping', 'approved', 'rejected', 'sent', 'unknown') or (state = 'held' and approvals_needed = 0)",
})

/** An automatically approved one waits again, and the member sees that it is being checked. */
export async function setHeldAgain(on: Queryable, id: string): Promise<void> {
  await on.query(
    `update withdrawals_withdrawal set state = 'held', approved_at = null where id = $1 and state = 'approved' and approvals_needed = 0`,
    [id],
  )
}

/** What held up the unsent ones is gone: they are tried now. */
export async function makeUnsentDue(on: Queryable, memberId: string, at: Date): Promise<void> {
  await on.query(
    `update withdrawals_withdrawal set next_at = $2
     where member_id = $1 and state in ('held', 'approved') and approvals_needed = 0 and next_at > $2`,
    [memberId, at],
  )
}

/** Payouts go on, of one member or of all: what waits to be sent is tried now. */
export async function makeSendableDue(
  on: Queryable,
  memberId: string | null,
  at: Date,
): Promise<void> {
  await on.query(
    `update withdrawals_withdrawal set next_at = greatest($2, undo_until)
     where ($1::text is null or member_id = $1) and next_at > $2
       and (state = 'approved' or (state = 'held' and approvals_needed = 0) or (state = 'unknown' and why = $3))`,
    [memberId, at, payingStopped],
  )
}
