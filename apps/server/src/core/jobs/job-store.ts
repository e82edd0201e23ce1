import { clocksApartMaxMs } from '../clock.ts'
import type { Db } from '../db/db.ts'

/** Ensures that every job has its row; a new one is due at once. */
export async function registerJobs(db: Db, names: readonly string[], at: Date): Promise<void> {
  await db.query(
    `insert into core_job (name, next_at) select name, $2 from unnest($1::text[]) as wanted (name)
     on conflict (name) do nothing`,
    [names, at],
  )
}

export type Lease = { owner: string; at: Date; until: Date }

/**
 * Leases the due jobs that are free; when two processes ask at once, each job goes to one. A due time later than the
 * job's interval, or a lease longer than any, was written by a wrong clock and counts as due and free.
 */
export async function leaseDueJobs(
  db: Db,
  jobs: readonly { name: string; everyMs: number }[],
  { owner, at, until }: Lease,
): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `update core_job set lease_owner = $3, lease_until = $5, last_started_at = $4
     where name in (
       select name from core_job join unnest($1::text[], $2::float8[]) as wanted (name, every_ms) using (name)
       where (next_at <= $4 or next_at > $4::timestamptz + every_ms * interval '1 millisecond' + $6 * interval '1 millisecond')
         and (lease_until is null or lease_until <= $4 or lease_until > $5::timestamptz + $6 * interval '1 millisecond')
       for update of core_job skip locked
     )
     returning name`,
    [
      jobs.map(({ name }) => name),
      jobs.map(({ everyMs }) => everyMs),
      owner,
      at,
      until,
      clocksApartMaxMs,
    ],
  )
  return rows.map((row) => row.name)
}

/** False when another process has taken the lease meanwhile. */
export async function renewLease(db: Db, name: string, lease: Omit<Lease, 'at'>): Promise<boolean> {
  const rows = await db.query(
    'update core_job set lease_until = $3 where name = $1 and lease_owner = $2 returning 1',
    [name, lease.owner, lease.until],
  )
  return rows.length > 0
}

export type FinishedJob = {
  name: string
  owner: string
  at: Date
  nextAt: Date
  error: string | null
}

export async function finishJobs(db: Db, finished: readonly FinishedJob[]): Promise<void> {
  await db.query(
    `update core_job
     set lease_owner = null, lease_until = null, last_finished_at = done.at, next_at = done.next_at, last_error = done.error
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[])
       as done (name, owner, at, next_at, error)
     where core_job.name = done.name and lease_owner = done.owner`,
    [
      finished.map(({ name }) => name),
      finished.map(({ owner }) => owner),
      finished.map(({ at }) => at),
      finished.map(({ nextAt }) => nextAt),
      finished.map(({ error }) => error),
    ],
  )
}
