import { hash } from 'node:crypto'
import { dayMs, minuteMs } from '@kapao/contract/times'
import type { Clock } from '../clock.ts'
import { collect } from '../db/collect.ts'
import type { OpenListener } from '../db/connections/listener.ts'
import type { Db, Queryable } from '../db/db.ts'
import { isAway } from '../db/outage.ts'
import { Refused } from '../refused.ts'
import { readDespiteOutage, type Reads } from '../db/reads/reads.ts'
import type { Ids } from '../ids.ts'
import { createSessionCache, type FoundSession, type LostReason } from './session-cache.ts'
import {
  boundSessions,
  deleteSessionsEndedBefore,
  findSession,
  insertSession,
  listSessions,
  revokeSession,
  revokeSessionsOf,
  sessionEndedChannel,
  touchSession,
  touchSessions,
  type EndReason,
  type SessionRow,
} from './session-store.ts'

/** OP-C07: a session ends after 30 days, or after 7 days without use. */
const sessionLifetimeMs = 30 * dayMs
export const sessionIdleMs = 7 * dayMs
const touchEveryMs = 5 * minuteMs
const keepEndedMs = 30 * dayMs
/** More devices than any member uses; the rows of ended sessions say why they ended. */
const keptOfMember = { live: 20, ended: 40 } as const

/** Whether the member of a session may still act; the room of accounts provides it in compose.ts. */
export type MemberState = 'active' | 'inactive' | 'missing'

export type SessionDeps = {
  db: Db
  clock: Clock
  ids: Ids
  memberStateOf: (memberId: string, on: Queryable) => Promise<MemberState>
  reads?: Reads | undefined
  /** The same for many, in order, when there is a cheaper way than one by one. */
  memberStatesOf?: (memberIds: readonly string[]) => Promise<MemberState[]>
}

export type Sessions = {
  /** The cached session, without querying the database. */
  peek: (key: string) => { memberId: string } | null
  find: (key: string) => Promise<FoundSession>
  /** For thousands of lookups at once, as by open pages after a restart: one query for all that wait. */
  findInCrowd: (key: string) => Promise<FoundSession>
  /** Which of these sessions have ended. The check does not count as a use, and bypasses the cache. */
  listLost: (keys: readonly string[]) => Promise<string[]>
  /** Calls back after sessions of a member have ended, in any process; with null when it is unknown whose. */
  onEnded: (listener: (memberId: string | null) => void) => void
  /** Ends one session of a member; a second call changes nothing. */
  end: (key: string, memberId: string) => Promise<void>
  endAllOf: (on: Queryable, who: EndAll) => Promise<number>
  forgetOld: () => Promise<number>
  /** Listens for sessions that other processes end. */
  listen: () => Promise<void>
  close: () => Promise<void>
}

export type EndAll = { memberId: string; why: EndReason; exceptKey?: string | null }

const tokenForm = /^Bearer ([A-Za-z0-9_-]{43})$/i

/** The key of a session is the hash of its token: safe to store, useless to steal. Null without such a header. */
export function sessionKeyOf(authorization: string | undefined): string | null {
  if (authorization === undefined) return null
  const token = tokenForm.exec(authorization)?.[1]
  return token === undefined ? null : keyOfToken(token)
}

export function keyOfToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

export function createSessions(deps: SessionDeps): Sessions {
  const { db, clock } = deps
  let listening: OpenListener | null = null
  const cache = createSessionCache(clock, () => listening?.isCurrent() ?? false)
  const crowd = collect<string, FoundSession>({
    name: 'sessions.find',
    run: (keys) => lookUpMany(deps, keys),
    isBusy: () => false,
    identityOf: (key) => key,
    ownerOf: (key) => key,
  })
  const listeners: ((memberId: string | null) => void)[] = []
  const notifyEnded = (memberId: string | null): void => {
    cache.forget(memberId)
    for (const listener of listeners) listener(memberId)
  }

  return {
    peek: (key) => cache.peek(key),
    find: (key) => cache.find(key, () => lookUp(deps, key)),
    findInCrowd: (key) => cache.find(key, () => crowd.add(key)),
    listLost: async (keys) => {
      const judged = await judgeSessions(deps, keys)
      return keys.filter((_, at) => 'lost' in judged[at]!)
    },
    onEnded: (listener) => void listeners.push(listener),
    end: async (key, memberId) => {
      const ending = { tokenHash: bytesOf(key), memberId, at: clock.now(), why: 'logout' } as const
      if (await revokeSession(db, ending)) notifyEnded(memberId)
    },
    endAllOf: async (on, { memberId, why, exceptKey }) => {
      const except = exceptKey ? bytesOf(exceptKey) : null
      const ended = await revokeSessionsOf(on, { memberId, at: clock.now(), why, except })
      cache.forget(memberId)
      return ended
    },
    forgetOld: () => deleteSessionsEndedBefore(db, new Date(clock.now().getTime() - keepEndedMs)),
    listen: async () => {
      // Without a member it is everybody's.
      listening = await db.listen(sessionEndedChannel, (memberId) => notifyEnded(memberId || null))
    },
    close: async () => listening?.stop(),
  }
}

/** Starts a session and answers its token, which this side does not store. */
export async function startSession(
  { clock, ids }: Pick<SessionDeps, 'clock' | 'ids'>,
  on: Queryable,
  who: { memberId: string; address: string; device: string },
): Promise<string> {
  const token = ids.secret()
  const at = clock.now()
  const endsAt = new Date(at.getTime() + sessionLifetimeMs)
  const tokenHash = bytesOf(keyOfToken(token))
  await insertSession(on, { ...who, tokenHash, at, endsAt })
  await boundSessions(on, { memberId: who.memberId, at, newest: tokenHash, keep: keptOfMember })
  return token
}

async function lookUp(deps: SessionDeps, key: string): Promise<FoundSession> {
  const tokenHash = bytesOf(key)
  const found = await readDespiteOutage(deps, async (on, ageMs) => {
    const judged = await judgeSession({ ...deps, db: on }, tokenHash)
    // A session that a standby does not know may be new; ending it would sign the member out for nothing.
    if (ageMs !== null && 'lost' in judged && judged.lost === 'UNAUTHORIZED')
      throw new Refused('SERVICE_BUSY')
    return judged
  })
  if ('lost' in found) return found
  const now = deps.clock.now()
  if (isStale(found, now)) await touchSession(deps.db, tokenHash, now).catch(unlessAway)
  return { memberId: found.memberId }
}

/** As `lookUp` for many keys, with two queries and at most one write. */
async function lookUpMany(deps: SessionDeps, keys: readonly string[]): Promise<FoundSession[]> {
  const judged = await judgeSessions(deps, keys)
  const now = deps.clock.now()
  const stale = keys.filter((_, at) => isStale(judged[at]!, now))
  if (stale.length > 0) await touchSessions(deps.db, stale.map(bytesOf), now)
  return judged.map((one) => ('lost' in one ? one : { memberId: one.memberId }))
}

async function judgeSessions(
  deps: SessionDeps,
  keys: readonly string[],
): Promise<SessionVerdict[]> {
  const rows = new Map(
    (await listSessions(deps.db, keys.map(bytesOf))).map((row) => [
      row.token_hash.toString('base64url'),
      row,
    ]),
  )
  const memberIds = [...new Set([...rows.values()].map((row) => row.member_id))]
  const answers = await (deps.memberStatesOf?.(memberIds) ??
    Promise.all(memberIds.map((id) => deps.memberStateOf(id, deps.db))))
  const standings = new Map(memberIds.map((id, at) => [id, answers[at]]))
  const now = deps.clock.now()
  return keys.map((key) => {
    const row = rows.get(key) ?? null
    return judgeRow(row, now, standings.get(row?.member_id ?? '') ?? 'missing')
  })
}

type SessionVerdict = { memberId: string; lastUsedAt: Date } | { lost: LostReason }

async function judgeSession(
  { db, clock, memberStateOf }: SessionDeps,
  tokenHash: Buffer,
): Promise<SessionVerdict> {
  const row = await findSession(db, tokenHash)
  const now = clock.now()
  const isHeld = row !== null && whyLost(row, now) === null
  return judgeRow(row, now, isHeld ? await memberStateOf(row.member_id, db) : 'missing')
}

function judgeRow(row: SessionRow | null, now: Date, state: MemberState): SessionVerdict {
  if (!row) return { lost: 'UNAUTHORIZED' }
  const lost = whyLost(row, now)
  if (lost) return { lost }
  if (state === 'missing') return { lost: 'INVALID_USER_1' }
  if (state === 'inactive') return { lost: 'INACTIVE_USER' }
  return { memberId: row.member_id, lastUsedAt: row.last_used_at }
}

/** The use of a session is recorded rarely: its exact minute is worth less than a write per call. */
function isStale(judged: SessionVerdict, now: Date): boolean {
  return 'memberId' in judged && now.getTime() - judged.lastUsedAt.getTime() >= touchEveryMs
}

function whyLost(row: SessionRow, now: Date): LostReason | null {
  if (row.revoked_why === 'deactivated') return 'INACTIVE_USER'
  if (row.revoked_why === 'password') return 'INVALID_USER_3'
  if (row.revoked_why !== null) return 'UNAUTHORIZED'
  if (now >= row.ends_at) return 'EXPIRED_AUTH_TOKEN'
  if (now.getTime() - row.last_used_at.getTime() >= sessionIdleMs) return 'EXPIRED_AUTH_TOKEN'
  return null
}

/** The next use is recorded as well. */
function unlessAway(error: unknown): void {
  if (!isAway(error)) throw error
}

export function bytesOf(key: string): Buffer {
  return Buffer.from(key, 'base64url')
}
