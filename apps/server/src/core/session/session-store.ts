import type { Queryable } from '../db/db.ts'

export type SessionRow = {
  member_id: string
  last_used_at: Date
  ends_at: Date
  revoked_why: EndReason | null
}

export type EndReason = 'logout' | 'password' | 'deactivated' | 'operator' | 'newer'

/** The payload is the member whose sessions every process must drop. */
export const sessionEndedChannel = 'core_session_ended'

export type NewSession = {
  tokenHash: Buffer
  memberId: string
  at: Date
  endsAt: Date
  address: string
  device: string
}

export async function insertSession(on: Queryable, session: NewSession): Promise<void> {
  const { tokenHash, memberId, at, endsAt, address, device } = session
  await on.query(
    `insert into core_session
       (token_hash, member_id, created_at, last_used_at, ends_at, address, device)
     values ($1, $2, $3, $3, $4, $5, $6)`,
    [tokenHash, memberId, at, endsAt, address, device],
  )
}

const sessionsLock = 4_011_019

/**
 * Keeps a limited number of a member's sessions, the last used ones, besides a new one, and of rows of ended ones. The
 * lock is held until the end of the transaction, so that concurrent logins count each other.
 */
export async function boundSessions(
  tx: Queryable,
  {
    memberId,
    at,
    newest,
    keep,
  }: { memberId: string; at: Date; newest: Buffer; keep: SessionLimits },
): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [sessionsLock, memberId])
  const ended = await tx.query(
    `update core_session set revoked_at = $2, revoked_why = 'newer' where token_hash in (
       select token_hash from core_session
       where member_id = $1 and revoked_at is null and token_hash <> $3
       order by last_used_at desc, created_at desc, token_hash offset $4)
     returning 1`,
    [memberId, at, newest, keep.live - 1],
  )
  if (ended.length > 0) await tx.query('select pg_notify($1, $2)', [sessionEndedChannel, memberId])
  await tx.query(
    `delete from core_session where token_hash in (
       select token_hash from core_session where member_id = $1 and revoked_at is not null
       order by revoked_at desc, token_hash offset $2)`,
    [memberId, keep.ended],
  )
}

type SessionLimits = { live: number; ended: number }

export async function findSession(on: Queryable, tokenHash: Buffer): Promise<SessionRow | null> {
  const rows = await on.query<SessionRow>(
    'select member_id, last_used_at, ends_at, revoked_why from core_session where token_hash = $1',
    [tokenHash],
  )
  return rows[0] ?? null
}

/** Those of many keys that exist, in no order. */
export function listSessions(
  on: Queryable,
  tokenHashes: readonly Buffer[],
): Promise<(SessionRow & { token_hash: Buffer })[]> {
  return on.query(
    `select token_hash, member_id, last_used_at, ends_at, revoked_why
     from core_session where token_hash = any($1::bytea[])`,
    [tokenHashes],
  )
}

/** As `touchSession`, for many; locked in one order, so that two processes never deadlock. */
export async function touchSessions(
  on: Queryable,
  tokenHashes: readonly Buffer[],
  at: Date,
): Promise<void> {
  await on.query(
    `update core_session set last_used_at = $2
     where token_hash in (
       select token_hash from core_session
       where token_hash = any($1::bytea[]) and last_used_at < $2
       order by token_hash for update
     )`,
    [tokenHashes, at],
  )
}

export async function touchSession(on: Queryable, tokenHash: Buffer, at: Date): Promise<void> {
  await on.query(
    'update core_session set last_used_at = $2 where token_hash = $1 and last_used_at < $2',
    [tokenHash, at],
  )
}

type RevokeOne = { tokenHash: Buffer; memberId: string; at: Date; why: EndReason }

/** Ends one session of a member and notifies every process in the same statement; false if there was none to end. */
export async function revokeSession(
  on: Queryable,
  { tokenHash, memberId, at, why }: RevokeOne,
): Promise<boolean> {
  const rows = await on.query(
    `with ended as (
       update core_session set revoked_at = $3, revoked_why = $4
       where token_hash = $1 and member_id = $2 and revoked_at is null
       returning member_id
     )
     select pg_notify($5, member_id) from ended`,
    [tokenHash, memberId, at, why, sessionEndedChannel],
  )
  return rows.length > 0
}

/** Ends all sessions of a member, except one if given, and notifies every process at commit. */
export async function revokeSessionsOf(
  on: Queryable,
  { memberId, at, why, except }: RevokeAll,
): Promise<number> {
  const rows = await on.query(
    `update core_session set revoked_at = $2, revoked_why = $3
     where member_id = $1 and revoked_at is null and ($4::bytea is null or token_hash <> $4)
     returning 1`,
    [memberId, at, why, except],
  )
  await on.query('select pg_notify($1, $2)', [sessionEndedChannel, memberId])
  return rows.length
}

export type RevokeAll = { memberId: string; at: Date; why: EndReason; except: Buffer | null }

export async function deleteSessionsEndedBefore(on: Queryable, at: Date): Promise<number> {
  const rows = await on.query(
    'delete from core_session where ends_at < $1 or revoked_at < $1 returning 1',
    [at],
  )
  return rows.length
}

/** Networks that these members have logged in from since an instant. */
export function listNetworks(
  on: Queryable,
  members: readonly string[],
  since: Date,
): Promise<{ memberId: string; network: string }[]> {
  return on.query(
    `select member_id as "memberId", core_network(address) as network
     from core_session where member_id = any ($1::text[]) and revoked_at is null and last_used_at > $2
     union
     select member_id, core_network(address)
     from core_session where member_id = any ($1::text[]) and revoked_at is not null and last_used_at > $2`,
    [members, since],
  )
}

/** Who has used each of these networks since an instant; at most `loginsMax` logins are read per network. */
export function listUsersOf(
  on: Queryable,
  networks: readonly string[],
  { since, loginsMax }: { since: Date; loginsMax: number },
): Promise<{ network: string; memberId: string; logins: number }[]> {
  return on.query(
    `select network, member_id as "memberId", count(*)::int as logins
     from unnest($1::text[]) as network, lateral (
       select member_id from core_session where core_network(address) = network and last_used_at > $2 limit $3) as used
     group by 1, 2`,
    [networks, since, loginsMax],
  )
}

export type Login = { startedAt: Date; address: string; device: string }
export type OpenLogin = Login & { tokenHash: Buffer; lastUsedAt: Date }

const loginColumns = `created_at as "startedAt", address, device`

/** The sessions of a member that have not ended, the last used first; `boundSessions` keeps them few. */
export function listOpenLogins(
  on: Queryable,
  { memberId, at, usedSince }: { memberId: string; at: Date; usedSince: Date },
): Promise<OpenLogin[]> {
  return on.query<OpenLogin>(
    `select token_hash as "tokenHash", last_used_at as "lastUsedAt", ${loginColumns} from core_session
     where member_id = $1 and revoked_at is null and ends_at > $2 and last_used_at > $3
     order by last_used_at desc, token_hash`,
    [memberId, at, usedSince],
  )
}

/** The login before that of a session which began after an instant. Each half has an index of its own. */
export async function findLoginBefore(
  on: Queryable,
  { tokenHash, since }: { tokenHash: Buffer; since: Date },
): Promise<Login | null> {
  const before = (ended: string) => `
    select ${loginColumns} from core_session
    where member_id = this.member_id and revoked_at is ${ended} and created_at < this.created_at`
  const rows = await on.query<Login>(
    `select before.* from core_session this, lateral (
       ${before('null')} union all ${before('not null')} order by "startedAt" desc limit 1) before
     where this.token_hash = $1 and this.created_at > $2`,
    [tokenHash, since],
  )
  return rows[0] ?? null
}

export async function setIdentified(on: Queryable, tokenHash: Buffer): Promise<void> {
  await on.query(
    'update core_session set identified_at = now() where token_hash = $1 and revoked_at is null',
    [tokenHash],
  )
}

/** The time of the question counts, and not that of a transaction that has waited. */
export async function isIdentified(
  on: Queryable,
  { tokenHash, withinMs }: { tokenHash: Buffer; withinMs: number },
): Promise<boolean> {
  const rows = await on.query(
    `select from core_session where token_hash = $1 and revoked_at is null
       and identified_at > clock_timestamp() - $2 * interval '1 millisecond'`,
    [tokenHash, withinMs],
  )
  return rows.length > 0
}
