import type { Role } from '@kapao/contract/console/roles'
import type { Queryable, Tx } from '#core/db/db.ts'

export type Way = 'passkey' | 'password' | 'demo' | 'terminal' | 'script'

export type SessionRow = {
  operator: string
  way: Way
  startedAt: Date
  lastUsedAt: Date
  endsAt: Date
  touchedAt: Date
  isEnded: boolean
  roles: Role[]
}

/** Never from a cache: what an operator may do is what it is now. */
export async function findSession(on: Queryable, key: Buffer): Promise<SessionRow | null> {
  return (await listSessions(on, [key]))[0] ?? null
}

export function listSessions(
  on: Queryable,
  keys: readonly Buffer[],
): Promise<(SessionRow & { key: Buffer })[]> {
  return on.query(
    `select key, operator, way, started_at as "startedAt", last_used_at as "lastUsedAt", ends_at as "endsAt",
            touched_at as "touchedAt", is_ended as "isEnded", roles from sign_in_find($1::bytea[])`,
    [keys],
  )
}

export type NewSession = {
  key: Buffer
  operator: string
  way: Way
  at: Date
  touchedAt: Date
  endsAt: Date
  address: string
  device: string
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { key, operator, way, at, touchedAt, endsAt, address, device } = session
  await tx.query(
    `insert into sign_in_session
       (key, operator, way, started_at, last_used_at, ends_at, touched_at, address, device)
     values ($1, $2, $3, $4, $4, $5, $8, $6, $7)`,
    [key, operator, way, at, endsAt, address, device, touchedAt],
  )
}

export async function noteUse(on: Queryable, key: Buffer, at: Date): Promise<void> {
  await on.query(
    'update sign_in_session set last_used_at = $2 where key = $1 and last_used_at < $2',
    [key, at],
  )
}

export async function noteTouch(tx: Queryable, key: Buffer, at: Date): Promise<void> {
  await tx.query('update sign_in_session set touched_at = $2 where key = $1', [key, at])
}

/** False when the operator has no such session that is open. */
export async function endSession(
  tx: Tx,
  { key, operator, at, why }: { key: Buffer; operator: string; at: Date; why: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update sign_in_session set ended_at = $3, ended_why = $4
     where key = $1 and operator = $2 and ended_at is null returning 1`,
    [key, operator, at, why],
  )
  return rows.length === 1
}

/** Ends all but the newest of scripts, or of all others, so that a person has a bounded number of them. */
export async function boundSessions(
  tx: Tx,
  {
    operator,
    at,
    keep,
    ofScripts,
  }: { operator: string; at: Date; keep: number; ofScripts: boolean },
): Promise<void> {
  await tx.query(
    `update sign_in_session set ended_at = $2, ended_why = 'newer' where key in (
       select key from sign_in_session
       where operator = $1 and ended_at is null and (way = 'script') = $4
       order by started_at desc, key offset $3)`,
    [operator, at, keep, ofScripts],
  )
}

export type OpenSession = {
  key: Buffer
  way: Way
  endsAt: Date
  startedAt: Date
  lastUsedAt: Date
  address: string
  device: string
}

export function listOpen(
  on: Queryable,
  { operator, at, usedSince }: { operator: string; at: Date; usedSince: Date },
): Promise<OpenSession[]> {
  return on.query<OpenSession>(
    `select key, way, started_at as "startedAt", last_used_at as "lastUsedAt", ends_at as "endsAt", address, device
     from sign_in_session
     where operator = $1 and ended_at is null and ends_at > $2 and (last_used_at > $3 or way = 'script')
     order by started_at desc, key`,
    [operator, at, usedSince],
  )
}

export type SeenAt = { operator: string; address: string; isLatest: boolean }

/** Where operators have used a session in the last days, by the clock of the database. */
export function listAddresses(on: Queryable, days: number): Promise<SeenAt[]> {
  return on.query<SeenAt>(
    `select s.operator, s.address, max(s.last_used_at) = max(max(s.last_used_at)) over (partition by s.operator) as "isLatest"
     from sign_in_session s where s.last_used_at > now() - make_interval(days => $1)
     group by s.operator, s.address`,
    [days],
  )
}

/** The audit trail keeps what counts of sessions that ended long ago. */
export async function deleteOld(on: Queryable, before: Date): Promise<void> {
  await on.query(
    `with sessions as (delete from sign_in_session where coalesce(ended_at, ends_at) < $1),
          joins as (delete from sign_in_join where good_until < $1)
     delete from sign_in_link where good_until < $1`,
    [before],
  )
}
