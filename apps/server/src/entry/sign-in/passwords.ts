import { randomBytes } from 'node:crypto'
import {
  operatorPasswordLengthMax,
  operatorPasswordLengthMin,
} from '@kapao/contract/console/limits'
import { minuteMs } from '@kapao/contract/times'
import { ConsoleRefused } from '#core/console/refuse.ts'
import type { Tx } from '#core/db/db.ts'
import { isEnabled } from '#records/operators/store.ts'
import type { Hasher } from '#entry/password/hasher.ts'
import { isGuessable } from '#entry/password/rule.ts'
import type { PasskeyDeps } from './passkeys.ts'
import type { Caller } from './refusals.ts'
import type { SecretBox } from './secret-box.ts'
import { findPassword, insertChallenge, setPassword, takeChallenge, takeStep } from './store.ts'
import { addressOf, base32Of, findStep } from './totp.ts'

export type PasswordDeps = PasskeyDeps & {
  /** Null where the process has no key to keep secrets with. */
  box: SecretBox | null
  readAllowed: () => Promise<boolean>
  hasher: Pick<Hasher, 'hash' | 'verify'>
}

const secretBytes = 20
const enrolMs = 10 * minuteMs

/** Whether passwords are a way in at this moment. */
export async function passwordsAllowed({ box, readAllowed }: PasswordDeps): Promise<boolean> {
  return box !== null && (await readAllowed())
}

async function requireBox(deps: PasswordDeps): Promise<SecretBox> {
  if (deps.box === null || !(await deps.readAllowed())) throw new ConsoleRefused('PASSWORD_OFF')
  return deps.box
}

type PasswordLogin = { name: string; password: string; code: string }

/**
 * Checks name, password and code. An unknown name takes as long as a known one, and the answer says nothing of which
 * part was wrong.
 */
export async function judgePassword(
  deps: PasswordDeps,
  caller: Caller,
  { name, password, code }: PasswordLogin,
): Promise<void> {
  const { db, clock, hasher } = deps
  const box = await requireBox(deps)
  await deps.countName(name)
  const stored = await findPassword(db, name)
  const isRight = await hasher.verify(stored?.passwordHash ?? null, password, caller)
  const secret = stored ? openSecret(box, stored.secret, name) : randomBytes(secretBytes)
  if (secret === null) return deps.refuse(caller, { why: 'foreign-secret', name, isAlarm: true })
  const step = findStep(secret, code, clock.now())
  if (!stored || !isRight || step === null || !(await isEnabled(db, name)))
    return deps.refuse(caller, { why: 'wrong-password', name })
  if (!(await takeStep(db, name, step))) return deps.refuse(caller, { why: 'code-repeated', name })
}

/** A new secret for an app of codes; it is kept when a first code of it is right. */
export async function askForPassword(
  deps: PasswordDeps,
  { operator, bound }: { operator: string; bound: string },
): Promise<{ challenge: string; secret: string; address: string }> {
  const box = await requireBox(deps)
  const { db, clock, ids } = deps
  const secret = randomBytes(secretBytes)
  const id = ids.secret()
  const at = clock.now()
  await insertChallenge(db, {
    id,
    purpose: 'password',
    bound,
    challenge: '',
    secret: box.close(secret.toString('base64'), operator),
    goodUntil: new Date(at.getTime() + enrolMs),
    at,
  })
  const brandName = await deps.readBrandName()
  return {
    challenge: id,
    secret: base32Of(secret),
    address: addressOf(secret, { issuer: brandName, name: operator }),
  }
}

export type NewPassword = PasswordLogin & { challenge: string; bound: string }

/** What is to be kept of a new password, once its first code was right. */
export async function judgeNewPassword(
  deps: PasswordDeps,
  caller: Caller,
  { name, password, code, challenge, bound }: NewPassword,
): Promise<(tx: Tx) => Promise<void>> {
  const box = await requireBox(deps)
  if (isWeak(password, name)) throw new ConsoleRefused('PASSWORD_TOO_WEAK')
  const { db, clock } = deps
  const at = clock.now()
  const found = await takeChallenge(db, { id: challenge, purpose: 'password', bound, at })
  if (!found?.secret)
    return deps.refuse(caller, { code: 'CHALLENGE_OVER', why: 'question-over', name })
  const { secret } = found
  const lastStep = findStep(openSecret(box, secret, name)!, code, at)
  if (lastStep === null) {
    // A mistyped code does not discard the secret that the phone has just read.
    await insertChallenge(db, { id: challenge, purpose: 'password', bound, ...found, at })
    return deps.refuse(caller, { why: 'first-code-wrong', name })
  }
  const passwordHash = await deps.hasher.hash(password, caller)
  return (tx) => setPassword(tx, { operator: name, passwordHash, secret, lastStep, at })
}

/** Null for one that was encrypted for somebody else, or under another key. */
function openSecret(box: SecretBox, secret: Buffer, operator: string): Buffer | null {
  try {
    return Buffer.from(box.open(secret, operator), 'base64')
  } catch {
    return null
  }
}

function isWeak(password: string, name: string): boolean {
  const length = [...password].length
  if (length < operatorPasswordLengthMin || length > operatorPasswordLengthMax) return true
  return isGuessable(password, name)
}
