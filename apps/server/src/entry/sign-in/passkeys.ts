import { passkeysMax } from '@kapao/contract/console/limits'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { minuteMs } from '@kapao/contract/times'
import { ConsoleRefused } from '#core/console/refuse.ts'
import type { Tx } from '#core/db/db.ts'
import { isEnabled } from '#records/operators/store.ts'
import type { Caller, Refusals } from './refusals.ts'
import type { SessionDeps } from './sessions.ts'
import {
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  takeChallenge,
  notePasskey,
  type NewPasskey,
  type Passkey,
  type Purpose,
} from './store.ts'

export type PasskeyDeps = SessionDeps &
  Refusals & {
    /** The origin of the page; a passkey is bound to its name. */
    origin: string
    /** The name that a browser shows. */
    readBrandName: () => Promise<string>
  }

/** Long enough to look for a key in a bag, and too short to lure an operator to a forged page. */
const challengeMs = 2 * minuteMs

/** Ed25519, ES256 and RS256: what every device and every Node has. */
const algorithms = [-8, -7, -257]

/** What a browser's authenticator is asked, and the number under which its answer is looked for. */
export type Question = { challenge: string; options: Record<string, unknown> }

type ChallengeSubject = { purpose: Purpose; bound: string | null }

/** Asks for any passkey of this installation, or for one of a given operator. */
export async function askForPasskey(
  deps: PasskeyDeps,
  about: ChallengeSubject,
  operator: string | null,
): Promise<Question> {
  const own = operator === null ? [] : await listPasskeys(deps.db, operator)
  const options = await generateAuthenticationOptions({
    rpID: new URL(deps.origin).hostname,
    userVerification: 'required',
    timeout: challengeMs,
    allowCredentials: own.map(({ id, transports }) => ({ id, transports })),
  })
  return keepQuestion(deps, about, options)
}

/** Asks for a passkey besides those that an operator has. */
export async function askForFurther(
  deps: PasskeyDeps,
  about: ChallengeSubject,
  operator: string,
): Promise<Question> {
  const own = await listPasskeys(deps.db, operator)
  if (own.length >= passkeysMax) throw new ConsoleRefused('PASSKEYS_MAX')
  return askForNew(deps, about, { operator, own })
}

/** Asks for a new passkey under a name, made by a device that has none of these. */
export async function askForNew(
  deps: PasskeyDeps,
  about: ChallengeSubject,
  { operator, own }: { operator: string; own: readonly Passkey[] },
): Promise<Question> {
  const options = await generateRegistrationOptions({
    rpName: await deps.readBrandName(),
    rpID: new URL(deps.origin).hostname,
    userName: operator,
    userDisplayName: operator,
    userID: new TextEncoder().encode(operator),
    timeout: challengeMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
  })
  return keepQuestion(deps, about, options)
}

async function keepQuestion(
  { db, clock, ids }: PasskeyDeps,
  { purpose, bound }: ChallengeSubject,
  options: { challenge: string },
): Promise<Question> {
  const id = ids.secret()
  const at = clock.now()
  const goodUntil = new Date(at.getTime() + challengeMs)
  const { challenge } = options
  await insertChallenge(db, { id, purpose, bound, challenge, secret: null, goodUntil, at })
  return { challenge: id, options: { ...options } }
}

export type PasskeyAnswer = ChallengeSubject & {
  challenge: string
  answer: Record<string, unknown>
}

/** Whose passkey has answered, and its counter; nothing is recorded yet. */
export async function judgeAnswer(
  deps: PasskeyDeps,
  caller: Caller,
  { answer, ...asked }: PasskeyAnswer,
): Promise<{ passkey: Passkey; counter: bigint }> {
  const expectedChallenge = await takeQuestion(deps, caller, asked)
  const { id } = answer
  const passkey = typeof id === 'string' ? await findPasskey(deps.db, id) : null
  if (!passkey) return deps.refuse(caller, { why: 'unknown-passkey' })
  const { operator: name, publicKey, transports } = passkey
  if (!(await isEnabled(deps.db, name)))
    return deps.refuse(caller, { why: 'operator-disabled', name })
  const response = answer as unknown as AuthenticationResponseJSON
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: deps.origin,
      expectedRPID: new URL(deps.origin).hostname,
      // Counters are compared where they are kept, in the same statement that writes them.
      credential: { id: passkey.id, publicKey: new Uint8Array(publicKey), counter: 0, transports },
      requireUserVerification: true,
    })
    if (verified && isOwner(response, name))
      return { passkey, counter: BigInt(authenticationInfo.newCounter) }
  } catch {
    // The library throws whatever is wrong with an answer, and a stranger writes all of it.
  }
  return deps.refuse(caller, { why: 'passkey-wrong', name })
}

/** Authenticators that know several operators say whose key it is. */
function isOwner({ response: { userHandle } }: AuthenticationResponseJSON, name: string): boolean {
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === name
}

/** Notes the use of a passkey; one whose counter did not go forward is refused, loudly. */
export async function countUse(
  deps: PasskeyDeps,
  caller: Caller,
  { passkey: { id, operator: name, label }, counter }: Awaited<ReturnType<typeof judgeAnswer>>,
): Promise<void> {
  const isForward = await deps.db.begin((tx) =>
    notePasskey(tx, { id, counter, at: deps.clock.now() }),
  )
  if (!isForward) await deps.refuse(caller, { why: 'passkey-copied', label, name, isAlarm: true })
}

async function takeQuestion(
  { db, clock, refuse }: PasskeyDeps,
  caller: Caller,
  { challenge, purpose, bound }: Omit<PasskeyAnswer, 'answer'>,
): Promise<string> {
  const found = await takeChallenge(db, { id: challenge, purpose, bound, at: clock.now() })
  if (found) return found.challenge
  return refuse(caller, { code: 'CHALLENGE_OVER', why: 'question-over' })
}

/** A new passkey as the browser has made it, for its operator. */
export async function judgeNew(
  deps: PasskeyDeps,
  caller: Caller,
  { answer, ...asked }: PasskeyAnswer & { operator: string },
): Promise<Omit<NewPasskey, 'label'>> {
  const expectedChallenge = await takeQuestion(deps, caller, asked)
  const { operator } = asked
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: deps.origin,
      expectedRPID: new URL(deps.origin).hostname,
      supportedAlgorithmIDs: algorithms,
      requireUserVerification: true,
    })
    if (verified) {
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential
      return {
        id,
        operator,
        publicKey: Buffer.from(publicKey),
        counter: BigInt(counter),
        transports,
        at: deps.clock.now(),
      }
    }
  } catch {
    // As above.
  }
  return deps.refuse(caller, { why: 'passkey-wrong', name: operator })
}

/** Keeps a new passkey, within the transaction in which what it was made by is used up. */
export async function keepFurther(tx: Tx, key: NewPasskey): Promise<void> {
  const own = await listPasskeys(tx, key.operator)
  if (own.length >= passkeysMax) throw new ConsoleRefused('PASSKEYS_MAX')
  await keepPasskey(tx, key)
}

/** The same where no limit may stand in the way: recovery codes bound themselves. */
export async function keepPasskey(tx: Tx, key: NewPasskey): Promise<void> {
  if (!(await insertPasskey(tx, key))) throw new ConsoleRefused('PASSKEY_KNOWN')
}
