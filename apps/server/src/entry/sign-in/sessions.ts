import { sessionHours, sessionIdleMinutes, touchMinutes } from '@kapao/contract/console/limits'
import { mayOf, type Role, type SessionWay } from '@kapao/contract/console/roles'
import type { SignInReason } from '@kapao/contract/console/reasons'
import type { Me } from '@kapao/contract/console/sign-in'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { recordAudit, type Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import { cookieOf, type FindSession, type SentBy } from '#core/console/bridge.ts'
import { hintOperator } from '#core/console/hint-store.ts'
import type { SignedIn } from '#core/console/route.ts'
import type { Db, Queryable, Tx } from '#core/db/db.ts'
import { sha256, type Ids } from '#core/ids.ts'
import {
  boundSessions,
  endSession,
  findSession,
  insertSession,
  listOpen,
  listSessions,
  noteUse,
  type OpenSession,
  type SessionRow,
  type Way,
} from './session-store.ts'
import { findPassword, listPasskeys } from './store.ts'

const lifetimeMs = sessionHours * hourMs
const idleMs = sessionIdleMinutes * minuteMs
const touchMs = touchMinutes * minuteMs
/** The use of a session is written this rarely. */
const noteEveryMs = minuteMs
/** More browsers than any operator sits at. */
const sessionsMax = 8

const sessionSeconds = lifetimeMs / 1_000

export type SessionDeps = { db: Db; clock: Clock; ids: Pick<Ids, 'secret'> }

/** Who holds a token, and what they may do at this moment. */
export function openFinding({ db, clock }: Pick<SessionDeps, 'db' | 'clock'>): FindSession {
  return async (token, by) => {
    const key = sha256(token)
    const row = await findSession(db, key)
    if (row === null || by !== sentBy(row.way)) return 'unknown'
    const now = clock.now()
    if (isOver(row, now)) return 'ended'
    if (now.getTime() - row.lastUsedAt.getTime() >= noteEveryMs) await noteUse(db, key, now)
    return signedInOf(row, key)
  }
}

/** What the operators of open sessions may do; the question counts as no use of them. */
export async function readRoles(
  { db, clock }: Pick<SessionDeps, 'db' | 'clock'>,
  sessions: readonly string[],
): Promise<Map<string, readonly Role[]>> {
  const now = clock.now()
  const rows = await listSessions(db, sessions.map(bytesOf))
  return new Map(
    rows
      .filter((row) => !isOver(row, now))
      .map(({ key, roles }) => [key.toString('base64url'), roles] as const),
  )
}

/** A script may come once a night, so it is over at its end alone. */
export function isOver({ way, isEnded, endsAt, lastUsedAt }: SessionRow, now: Date): boolean {
  const isIdle = way !== 'script' && now.getTime() - lastUsedAt.getTime() >= idleMs
  return isEnded || now >= endsAt || isIdle
}

/** What came as a cookie is no bearer: a page of another site could send the one, and a copied file the other. */
function sentBy(way: Way): SentBy {
  return wayOf(way) === 'browser' ? 'cookie' : 'bearer'
}

export function wayOf(way: Way): SessionWay {
  return way === 'terminal' || way === 'script' ? way : 'browser'
}

/** Until when a session is fresh: operators of a demo have no passkey, and a script never is. */
export function freshUntil({
  way,
  endsAt,
  touchedAt,
}: Pick<SessionRow, 'way' | 'endsAt' | 'touchedAt'>): Date | null {
  if (way === 'script') return null
  return way === 'demo' ? endsAt : new Date(touchedAt.getTime() + touchMs)
}

/** When it was touched, of a session that is fresh until then. */
export function touchOf(until: Date): Date {
  return new Date(until.getTime() - touchMs)
}

function signedInOf(row: SessionRow, key: Buffer): SignedIn {
  const { operator, way, roles } = row
  return {
    name: operator,
    actor: `operator:${operator}`,
    roles,
    session: key.toString('base64url'),
    way: wayOf(way),
    touchedUntil: freshUntil(row),
  }
}

export type Arrival = { address: string; userAgent: string; requestId: string }

type Starting = Arrival & {
  operator: string
  way: Way
  /** Until when it is good; a shift by default. */
  endsAt?: Date
  /** Until when it is fresh, where it is not its own sign-in that makes it so. */
  freshUntil?: Date | null
}

/** Starts a session within the sign-in's own transaction, and answers its token, which this side does not keep. */
export async function startOperatorSession(
  { clock, ids }: SessionDeps,
  tx: Tx,
  given: Starting,
): Promise<string> {
  const { operator, way, address, userAgent, requestId } = given
  const token = ids.secret()
  const at = clock.now()
  const endsAt = given.endsAt ?? new Date(at.getTime() + lifetimeMs)
  const until = given.freshUntil ?? null
  await boundSessions(tx, { operator, at, keep: sessionsMax - 1, ofScripts: way === 'script' })
  await insertSession(tx, {
    key: sha256(token),
    operator,
    way,
    at,
    touchedAt: until === null ? at : touchOf(until),
    endsAt,
    address,
    device: userAgent,
  })
  const actor: Actor = `operator:${operator}`
  const after = { way, address }
  const about = { at, actor, requestId, action: 'operators.signIn', subject: operator } as const
  await recordAudit(tx, { ...about, after })
  await hintOperator(tx, operator)
  return token
}

type SessionStart = {
  operator: string
  way: Way
  also?: (tx: Tx, session: Buffer) => Promise<void>
}

/** Signs in: the session begins with what else the sign-in changes, or not at all. */
export async function signIn(
  deps: SessionDeps,
  caller: Arrival & { setHeader: (name: string, value: string) => void },
  { operator, way, also }: SessionStart,
): Promise<Me> {
  const token = await deps.db.begin(async (tx) => {
    const started = await startOperatorSession(deps, tx, { ...caller, operator, way })
    await also?.(tx, sha256(started))
    return started
  })
  caller.setHeader('set-cookie', cookieOf(token, sessionSeconds))
  return loadMe(deps.db, sha256(token))
}

/** Ends one of an operator's own sessions; false when there is none. */
export function endOwn(
  { db, clock }: Pick<SessionDeps, 'db' | 'clock'>,
  { operator, session, why, requestId }: SessionEnd,
): Promise<boolean> {
  return db.begin(async (tx) => {
    const at = clock.now()
    const isEnded = await endSession(tx, { key: bytesOf(session), operator, at, why })
    if (!isEnded) return false
    const actor: Actor = `operator:${operator}`
    const about = { at, actor, requestId, action: 'operators.signOut', subject: operator } as const
    await recordAudit(tx, { ...about, after: { why } })
    await hintOperator(tx, operator)
    return true
  })
}

type SessionEnd = {
  operator: string
  session: string
  why: Extract<SignInReason, 'signed-out' | 'ended-elsewhere'>
  requestId: string
}

export function listOwn(
  { db, clock }: Pick<SessionDeps, 'db' | 'clock'>,
  operator: string,
): Promise<OpenSession[]> {
  const at = clock.now()
  return listOpen(db, { operator, at, usedSince: new Date(at.getTime() - idleMs) })
}

/** What the page needs to know of the signed-in operator. */
export async function loadMe(on: Queryable, key: Buffer): Promise<Me> {
  const row = (await findSession(on, key))!
  const { operator: name, way, roles, endsAt } = row
  const touchedUntil = freshUntil(row)
  const passkeys = (await listPasskeys(on, name)).length
  const has = { passkey: passkeys > 0, password: (await findPassword(on, name)) !== null }
  return {
    name,
    roles,
    rights: mayOf(roles),
    touchedUntil: touchedUntil?.toISOString() ?? null,
    endsAt: endsAt.toISOString(),
    passkeys,
    ways: (['passkey', 'password'] as const).filter((one) => way !== 'demo' && has[one]),
  }
}

export function bytesOf(session: string): Buffer {
  return Buffer.from(session, 'base64url')
}
