import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Device } from '#core/session/devices/devices.ts'
import { startSession } from '#core/session/session.ts'
import type { Log } from '#core/telemetry/log.ts'
import { Refused } from '#core/refused.ts'
import { readPhone } from '#records/account/phone/phone.ts'
import {
  findCredential,
  lockCredential,
  setPasswordHash,
  type Credential,
} from '#records/account/store.ts'
import type { Hasher } from '#entry/password/hasher.ts'
import {
  beginAttempt,
  endAttempt,
  findPath,
  type AttemptEnd,
  type CountedAttempt,
  type LoginAttempt,
} from './throttle.ts'

export type LoginDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
  ids: Ids
  hasher: Hasher
}

export type LoginWish = {
  username: string
  password: string
  address: string
  userAgent: string
  device: Pick<Device, 'listLogins' | 'countFailure'>
  requestId: string
}

export type LoggedIn = { token: string; memberId: string }

/**
 * Opens a session. Every failure except a wait looks and lasts the same, whether the phone is known or not (F52). Only
 * a device or a network of an earlier login has a path of its own, so whatever that path reveals is known there
 * already.
 */
export async function login(deps: LoginDeps, wish: LoginWish): Promise<LoggedIn> {
  // Text that is no phone takes the same path under its own text, so that it is neither faster nor free.
  const phone = readPhone(wish.username)?.e164 ?? `not a phone: ${wish.username}`
  const credential = await findCredential(deps.db, phone)
  const logins = await wish.device.listLogins()
  const known = logins.find(({ memberId }) => memberId === credential?.id) ?? null
  const attempt = {
    phone,
    address: wish.address,
    device: known?.key ?? null,
    deviceOf: logins[0]?.memberId ?? null,
  }
  const { begun, isRight } = await tryPassword(deps, { attempt, credential, wish })
  if (!isRight || !credential) {
    if (known) await wish.device.countFailure(known)
    throw new Refused('WRONG_CREDENTIAL')
  }
  try {
    const token = await beginSession(deps, credential, wish)
    await renewHash(deps, credential, wish.password)
    return { token, memberId: credential.id }
  } finally {
    // A session may exist by now; a failure here would leave it without a holder.
    await end(deps, { begun, end: 'right', wish })
  }
}

type LoginTry = { begun: CountedAttempt; isRight: boolean }

/**
 * Counts the attempt and tries it within the queue slot: attempts that would wait for a locked row wait in the queue,
 * without a connection.
 */
async function tryPassword(
  deps: LoginDeps,
  about: { attempt: LoginAttempt; credential: Credential | null; wish: LoginWish },
): Promise<LoginTry> {
  const { attempt, credential, wish } = about
  const path = await findPath(deps, attempt)
  if (path === null) throw mustWait(deps, wish)
  const { address, phone } = attempt
  const who = path === 'stranger' ? { address } : { known: phone }
  return deps.hasher.inTurn(who, async (verify) => {
    const begun = await beginAttempt(deps, { attempt, path })
    if (!begun) throw mustWait(deps, wish)
    try {
      return { begun, isRight: await verify(credential?.passwordHash ?? null, wish.password) }
    } catch (error) {
      await end(deps, { begun, end: 'not tried', wish })
      throw error
    }
  })
}

function mustWait({ log }: LoginDeps, { requestId }: LoginWish): Refused {
  log.info({ requestId }, 'a login has to wait')
  return new Refused('REQUEST_LIMIT')
}

function end(
  deps: LoginDeps,
  { begun, end, wish }: { begun: CountedAttempt; end: AttemptEnd; wish: LoginWish },
): Promise<void> {
  return endAttempt(deps, begun, end).catch((error: unknown) =>
    deps.log.error({ err: error, requestId: wish.requestId }, 'an attempt stays counted'),
  )
}

/**
 * Under a lock: a session must not begin with a password that is being changed, or for a member who is being
 * deactivated.
 */
function beginSession(
  deps: LoginDeps,
  { id, passwordHash }: Credential,
  { address, userAgent }: LoginWish,
): Promise<string> {
  return deps.db.beginFor(id, async (tx) => {
    const now = await lockCredential(tx, id)
    if (!now || now.passwordHash !== passwordHash) throw new Refused('WRONG_CREDENTIAL')
    if (!now.isActive) throw new Refused('INACTIVE_USER')
    return startSession(deps, tx, { memberId: id, address, device: userAgent })
  })
}

/** Only a login knows the password, so an outdated hash is replaced here. */
async function renewHash(
  { db, log, hasher }: LoginDeps,
  { id, passwordHash }: Credential,
  password: string,
): Promise<void> {
  if (!hasher.isOutdated(passwordHash)) return
  try {
    const now = await hasher.hash(password, { known: id })
    await setPasswordHash(db, { id, was: passwordHash, now })
  } catch (error) {
    // It can wait for the next login; this one has succeeded.
    log.warn({ err: error, memberId: id }, 'a password was not hashed again')
  }
}
