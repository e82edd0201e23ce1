import type { Queryable } from '../db.ts'

/** The primary's position in its log. */
export async function readWritten(on: Queryable): Promise<bigint> {
  const [row] = await on.query<{ place: bigint }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as place`,
  )
  return row!.place
}

/** The position up to which a standby has replayed the log; null for a database that is no standby. */
export async function readReplayed(on: Queryable): Promise<bigint | null> {
  const [row] = await on.query<{ place: bigint | null }>(
    `select case when pg_is_in_recovery()
       then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as place`,
  )
  return row!.place
}
