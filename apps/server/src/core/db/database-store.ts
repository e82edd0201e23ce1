import type { Db, Queryable } from './db.ts'

const mustBeOn = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** The settings that keep acknowledged writes and are not on. */
export async function findUnsafeSettings(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [mustBeOn],
  )
  const settings = new Map(rows.map((row) => [row.name, row.setting]))
  // Modes of synchronous_commit above `on` are stricter; those below lose acknowledged writes.
  const isSafe = (name: string): boolean =>
    settings.get(name) === 'on' ||
    (name === 'synchronous_commit' && settings.get(name) === 'remote_apply')
  return mustBeOn.filter((name) => !isSafe(name))
}

export async function readDatabaseTime(db: Db): Promise<Date> {
  const [row] = await db.query<{ now: Date }>('select clock_timestamp() as now')
  return row!.now
}

export async function askDatabase(db: Db): Promise<void> {
  await db.query('select 1')
}

/** A standby takes no writes and allows no LISTEN. */
export async function isStandby(on: Queryable): Promise<boolean> {
  const [row] = await on.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby')
  return row!.is_standby
}

/** The role and time limit in force on a connection; both were requested as startup parameters. */
export async function readStartup(
  on: Queryable,
): Promise<{ role: string; statementTimeout: string }> {
  const [row] = await on.query<{ role: string; statementTimeout: string }>(
    `select current_user as role, current_setting('statement_timeout') as "statementTimeout"`,
  )
  return row!
}

/** How many connections the database accepts from logins that are no superusers. */
export async function readConnectionsMax(on: Queryable): Promise<number> {
  const [row] = await on.query<{ room: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as room`,
  )
  return row!.room
}

/** The address at which the machine of the database was reached; null through a socket. */
export async function readDatabaseAddress(on: Queryable): Promise<string | null> {
  const [row] = await on.query<{ address: string | null }>(
    'select host(inet_server_addr()) as address',
  )
  return row!.address
}

/** Whether `core_database_state` sees the standbys, and the sessions of others. */
export async function seesWholeDatabase(on: Queryable): Promise<boolean> {
  const [row] = await on.query<{ sees: boolean }>(
    `select pg_has_role(p.proowner, 'pg_read_all_stats', 'usage') as sees
     from pg_proc p where p.oid = 'core_database_state()'::regprocedure`,
  )
  return row!.sees
}

export async function notify(on: Queryable, channel: string, payload: string): Promise<void> {
  await on.query('select pg_notify($1, $2)', [channel, payload])
}
