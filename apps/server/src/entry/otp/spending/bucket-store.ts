import type { Queryable, Tx } from '#core/db/db.ts'

export type Drain = { scope: string; perHour: number }

/** Reads the levels of buckets at a moment; unused buckets hold nothing. */
export async function readUsed(
  on: Queryable,
  drains: readonly Drain[],
  at: Date,
): Promise<Map<string, number>> {
  const rows = await on.query<{ scope: string; used: number }>(
    `select b.scope, greatest(0, b.used - u.per_hour * greatest(0, extract(epoch from ($3::timestamptz - b.at))) / 3600)::float8 as used
     from unnest($1::text[], $2::float8[]) as u (scope, per_hour) join otp_bucket b using (scope)`,
    [drains.map(({ scope }) => scope), drains.map(({ perHour }) => perHour), at],
  )
  return new Map(rows.map(({ scope, used }) => [scope, used]))
}

/**
 * Counts one message in each bucket and returns the new levels. The rows stay locked until the transaction ends. They
 * are locked in the order of the list, which must be the same for all callers: widely shared buckets come last.
 */
export async function addToBuckets(
  tx: Tx,
  drains: readonly Drain[],
  at: Date,
): Promise<Map<string, number>> {
  const rows = await tx.query<{ scope: string; used: number }>(
    `insert into otp_bucket as b (scope, used, per_hour, at)
     select scope, 1, per_hour, $3 from unnest($1::text[], $2::float8[]) with ordinality as u (scope, per_hour, place)
     order by place
     on conflict (scope) do update set
       used = 1 + greatest(0, b.used - excluded.per_hour * greatest(0, extract(epoch from (excluded.at - b.at))) / 3600),
       per_hour = excluded.per_hour, at = greatest(b.at, excluded.at)
     returning scope, used`,
    [drains.map(({ scope }) => scope), drains.map(({ perHour }) => perHour), at],
  )
  return new Map(rows.map(({ scope, used }) => [scope, used]))
}

/** For a message that certainly was not sent. */
export async function takeFromBuckets(on: Queryable, scopes: readonly string[]): Promise<void> {
  await on.query(
    `update otp_bucket set used = greatest(0, used - 1)
     where scope in (
       select b.scope from unnest($1::text[]) with ordinality as u (scope, place) join otp_bucket b using (scope)
       order by place for update of b)`,
    [scopes],
  )
}

export async function deleteBucketsBefore(on: Queryable, at: Date): Promise<void> {
  await on.query('delete from otp_bucket where at < $1', [at])
}
