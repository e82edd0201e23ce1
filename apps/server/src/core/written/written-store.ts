import type { Queryable } from '../db/db.ts'

export type WrittenHour = { hour: Date; bytes: number }

/** What an owner has written by hour, from the hour of `since` on, the oldest first. */
export async function listWritten(
  on: Queryable,
  owner: string,
  since: Date,
): Promise<WrittenHour[]> {
  const rows = await on.query<{ hour: Date; bytes: bigint }>(
    `select hour, bytes from core_written where owner = $1 and hour >= date_trunc('hour', $2::timestamptz) order by hour`,
    [owner, since],
  )
  return rows.map(({ hour, bytes }) => ({ hour, bytes: Number(bytes) }))
}

/** Adds to an hour, where it locks the owner's row until the commit, and returns what that hour has now. */
export async function addWritten(
  on: Queryable,
  { owner, bytes, at }: { owner: string; bytes: number; at: Date },
): Promise<WrittenHour> {
  const [row] = await on.query<{ hour: Date; bytes: bigint }>(
    `insert into core_written as w (owner, hour, bytes) values ($1, date_trunc('hour', $2::timestamptz), greatest($3, 0))
     on conflict (owner, hour) do update set bytes = greatest(w.bytes + $3, 0) returning hour, bytes`,
    [owner, at, bytes],
  )
  return { hour: row!.hour, bytes: Number(row!.bytes) }
}

export async function deleteWritten(on: Queryable, before: Date): Promise<void> {
  await on.query('delete from core_written where hour < $1', [before])
}
