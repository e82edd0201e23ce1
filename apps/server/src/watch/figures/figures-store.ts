import type { Queryable } from '#core/db/db.ts'

/** So much of something is open, and since when its oldest is. */
export type Open = { what: string; state: string; count: number; oldest: Date | null }

/** Money that is on its way or waits for a person, by the indexes that find it; costs what is open, not what was. */
export async function listOpen(on: Queryable): Promise<Open[]> {
  return on.query<Open>(
    `select 'transfers' as what, state::text, count(*)::int as count, min(created_at) as oldest
       from transfers_transfer where state in ('held', 'sent', 'unknown', 'exception') group by state
     union all
     select 'withdrawals', state::text, count(*)::int, min(created_at)
       from withdrawals_withdrawal
       where state in ('sweeping', 'held', 'approved', 'sent', 'unknown', 'exception') group by state
     union all
     select 'suspense', currency::text, count(*)::int, min(created_at)
       from deposits_deposit where state = 'suspended' group by currency
     union all
     select 'approvals', 'waits', count(*)::int, min(asked_at) from confirm_asked where state = 'waits'
     union all
     select 'items', 'open', count(*)::int, min(since) from items_item where decision is null`,
  )
}

export type Sum = { currency: string; amount: bigint }

/** What lies in suspense, in smallest units. */
export async function listSuspense(on: Queryable): Promise<Sum[]> {
  return on.query<Sum>(
    `select currency::text, sum(amount)::bigint as amount from deposits_deposit
     where state = 'suspended' group by currency`,
  )
}

export type JobState = { name: string; nextAt: Date; isHeld: boolean; hasFailed: boolean }

export async function listJobs(on: Queryable): Promise<JobState[]> {
  return on.query<JobState>(
    `select name, next_at as "nextAt", lease_until is not null as "isHeld", last_error is not null as "hasFailed"
     from core_job`,
  )
}

/** When something was done last: the full check, and the acts that are only reported to us. */
export type Done = { what: string; at: Date | null; isGood: boolean }

export async function listDone(on: Queryable): Promise<Done[]> {
  return on.query<Done>(
    `(select 'verify' as what, ended_at as at, is_whole as "isGood" from ledger_verdict order by id desc limit 1)
     union all
     select name, at, true from core_noted
     union all
     select 'archive', last_archived_time, coalesce(last_failed_time < last_archived_time, true)
       from pg_stat_archiver where archived_count > 0 or failed_count > 0`,
  )
}
