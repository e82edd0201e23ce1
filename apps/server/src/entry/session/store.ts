import type { Queryable, Tx } from '#core/db/db.ts'

export type ThrottleRow = {
  key: Buffer
  failures: number
  pausedUntil: Date | null
  trustedUntil: Date | null
  lastAt: Date
}

const columns = `key, failures, blocked_until as "pausedUntil", trusted_until as "trustedUntil",
  last_at as "lastAt"`

/** The existing counters of these, without locks. */
export function findThrottled(on: Queryable, keys: readonly Buffer[]): Promise<ThrottleRow[]> {
  return on.query<ThrottleRow>(`select ${columns} from session_throttle where key = any($1)`, [
    keys,
  ])
}

/** Creates and locks the counters of one attempt, always in the same order. */
export async function lockThrottled(
  tx: Tx,
  keys: readonly Buffer[],
  at: Date,
): Promise<ThrottleRow[]> {
  await tx.query(
    `insert into session_throttle (key, failures, last_at)
     select key, 0, $2 from unnest($1::bytea[]) as wanted (key) order by key on conflict do nothing`,
    [keys, at],
  )
  return tx.query<ThrottleRow>(
    `select ${columns} from session_throttle where key = any($1) order by key for update`,
    [keys],
  )
}

export async function saveThrottled(tx: Tx, rows: readonly ThrottleRow[]): Promise<void> {
  await tx.query(
    `update session_throttle t
     set failures = u.failures, blocked_until = u.blocked_until, trusted_until = u.trusted_until, last_at = u.last_at
     from unnest($1::bytea[], $2::float8[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[])
       as u (key, failures, blocked_until, trusted_until, last_at)
     where t.key = u.key`,
    [
      rows.map((row) => row.key),
      rows.map((row) => row.failures),
      rows.map((row) => row.pausedUntil),
      rows.map((row) => row.trustedUntil),
      rows.map((row) => row.lastAt),
    ],
  )
}

/** Trusted networks are kept until their trust ends. */
export async function deleteThrottledBefore(on: Queryable, at: Date): Promise<void> {
  await on.query(
    'delete from session_throttle where last_at < $1 and (trusted_until is null or trusted_until < $1)',
    [at],
  )
}

/** Forgets the failures; a network that is trusted stays so. Locks in the order of `lockThrottled`. */
export async function clearThrottled(tx: Tx, keys: readonly Buffer[]): Promise<void> {
  await tx.query(
    'select 1 from session_throttle where key = any ($1::bytea[]) order by key for update',
    [keys],
  )
  await tx.query(
    'update session_throttle set failures = 0, blocked_until = null where key = any ($1::bytea[])',
    [keys],
  )
}
