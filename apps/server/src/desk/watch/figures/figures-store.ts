import type { Queryable } from '#core/db/db.ts'

/** How many of a kind are open in a state, and since when the oldest is. */
export type Open = { what: string; state: string; count: number; oldest: Date | null }

/** Money in flight or waiting for an operator. Partial indexes serve it: the cost grows with open rows, not with history. */
export async function listOpen(on: Queryable): Promise<Open[]> {
  return on.query<Open>(
    `select 'transfers' as what, state::text, count(*)::int as count, min(created_at) as oldest
       from transfers_transfer where state in ('held', 'sent', 'unknown', 'exception') group by state
     union all
     select 'withdrawals', state::text, count(*)::int, min(created_at)
       from withdrawals_withdrawal
       where state in ('sweeping', 'held', 'approved', 'rejected', 'sent', 'unknown', 'exception') group by state
     union all
     select 'suspense', currency::text, count(*)::int, min(created_at)
       from deposits_deposit where state = 'suspended' group by currency
     union all
     select 'approvals', 'waits', count(*)::int, min(asked_at) from confirm_request where state = 'waits'
     union all
     select 'payouts', case when member_id is null then 'stopped' else 'stopped of a member' end, count(*)::int, min(stopped_at)
       from payouts_stop where ended_at is null group by 2
     union all
     select 'items', 'open', count(*)::int, min(since) from items_item where decision is null and waits_as is null`,
  )
}

export type Sum = { currency: string; amount: bigint }

/** Money in suspense, in smallest units. */
export async function listSuspense(on: Queryable): Promise<Sum[]> {
  return on.query<Sum>(
    `select currency::text, sum(amount)::bigint as amount from deposits_deposit
     where state in ('suspended', 'refused') group by currency`,
  )
}

export type JobState = { name: string; nextAt: Date; isHeld: boolean; hasFailed: boolean }

/** A lease that has expired holds nothing: its process was killed. */
export async function listJobs(on: Queryable, at: Date): Promise<JobState[]> {
  return on.query<JobState>(
    `select name, next_at as "nextAt", coalesce(lease_until > $1, false) as "isHeld",
       last_error is not null as "hasFailed"
     from core_job`,
    [at],
  )
}

/** When the full check last ended, and when work outside this system was last reported. */
export type CompletedWork = { what: string; at: Date | null; isGood: boolean }

export async function listDone(on: Queryable): Promise<CompletedWork[]> {
  return on.query<CompletedWork>(
    `(select 'verify' as what, ended_at as at, is_whole as "isGood" from ledger_verdict order by id desc limit 1)
     union all
     select name, at, true from core_noted
     union all
     select 'archive', last_archived_time, last_failed_time is null or coalesce(last_failed_time < last_archived_time, false)
       from pg_stat_archiver where archived_count > 0 or failed_count > 0`,
  )
}

/** A figure of the database itself. */
export type DatabaseFigure = { what: string; name: string; amount: number }

export async function readDatabaseState(on: Queryable): Promise<DatabaseFigure[]> {
  return on.query<DatabaseFigure>('select what, name, amount from core_database_state()')
}
