import { passkeysMax } from '@kapao/contract/console/limits'
import { ConsoleRefused } from '#core/console/refuse.ts'
import type { Tx } from '#core/db/db.ts'
import {
  askToMake,
  askToSign,
  challengeMs,
  judgeMade,
  judgeSigned,
} from '#core/passkeys/ceremony.ts'
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
  return keepQuestion(deps, about, await askToSign(deps.origin, own))
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
  const owner = { id: operator, name: operator, house: await deps.readBrandName() }
  const options = await askToMake(deps.origin, owner, { own })
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
  return { challenge: id, options }
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
  const asking = { origin: deps.origin, challenge: expectedChallenge, answer }
  const counter = await judgeSigned(asking, { id: passkey.id, publicKey, transports, owner: name })
  if (counter === null) return deps.refuse(caller, { why: 'passkey-wrong', name })
  return { passkey, counter }
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
  const made = await judgeMade({ origin: deps.origin, challenge: expectedChallenge, answer })
  if (made === null) return deps.refuse(caller, { why: 'passkey-wrong', name: operator })
  return { ...made, operator, at: deps.clock.now() }
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
