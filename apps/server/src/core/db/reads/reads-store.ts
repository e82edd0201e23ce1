import type { Queryable } from '../db.ts'

/** How far the one that takes writes has come. */
export async function readWritten(on: Queryable): Promise<bigint> {
  const [row] = await on.query<{ place: bigint }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as place`,
  )
  return row!.place
}

/** How far a standby has come; null where there is none, but one that takes writes itself. */
export async function readReplayed(on: Queryable): Promise<bigint | null> {
  const [row] = await on.query<{ place: bigint | null }>(
    `select case when pg_is_in_recovery()
       then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as place`,
  )
  return row!.place
}
