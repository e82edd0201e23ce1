import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { Challenge } from 'altcha-lib/types'
import { minuteMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { sha256, type Ids } from '#core/ids.ts'
import { openKeptKey } from '#core/db/kept-key-store.ts'

/** Long enough for the slowest phone, and too short to collect solutions for an attack. */
const lifetimeMs = 5 * minuteMs

export type Subject = { phone: string; purpose: 'register' | 'password' }
/** The solution as the page sends it back. */
export type Proof = { challenge: string; counter: number }

/** What the page needs to solve a puzzle. */
export type Puzzle = {
  challenge: string
  salt: string
  nonce: string
  keyPrefix: string
  triesMax: number
}

export type Puzzles = {
  /** Makes a puzzle for a phone and purpose that takes between half of the tries and all of them. Stores nothing. */
  make: (subject: Subject, triesMax: number) => Promise<Puzzle>
  /**
   * Returns the nonce of a puzzle solved in time for this phone and purpose, else null. The nonce is used to accept it
   * once.
   */
  check: (proof: Proof, subject: Subject) => Promise<Buffer | null>
}

export type PuzzleDeps = { db: Db; clock: Clock; ids: Pick<Ids, 'secret'> }

export function openPuzzles(deps: PuzzleDeps): Puzzles {
  const { clock, ids } = deps
  const key = openKeptKey(deps, 'otp_key', (bytes) => bytes.toString('hex'))
  return {
    make: async (subject, triesMax) => {
      const half = Math.floor(triesMax / 2)
      const chance = sha256(ids.secret()).readUInt32BE() / 2 ** 32
      const made = await createChallenge({
        algorithm: 'SHA-256',
        cost: 1,
        deriveKey,
        counter: half + Math.floor(chance * (triesMax - half)),
        // The library checks its own expiry against the machine's time; this one follows the injected clock.
        data: { subject: markOf(subject), until: clock.now().getTime() + lifetimeMs },
        hmacSignatureSecret: await key(),
      })
      const { salt, nonce, keyPrefix } = made.parameters
      return { challenge: JSON.stringify(made), salt, nonce, keyPrefix, triesMax }
    },
    check: async ({ challenge: text, counter }, subject) => {
      const challenge = readChallenge(text)
      if (challenge === null) return null
      const verified = await isSolved(challenge, counter, await key())
      // Only from here on are the contents known to be authentic.
      const { data, nonce } = challenge.parameters
      const isInTime = Number(data?.['until']) > clock.now().getTime()
      if (!verified || !isInTime || data?.['subject'] !== markOf(subject)) return null
      return Buffer.from(nonce, 'hex')
    },
  }
}

/** A caller knows their own phone, but no one else should be able to read it out of a challenge. */
function markOf({ phone, purpose }: Subject): string {
  return sha256(`puzzle ${purpose} ${phone}`).toString('base64url')
}

function readChallenge(text: string): Challenge | null {
  try {
    const parsed = JSON.parse(text) as Partial<Challenge> | null
    // Until the signature is checked anyone may have written it, and one that demands many rounds would cost us work.
    const { algorithm, cost } = parsed?.parameters ?? {}
    return algorithm === 'SHA-256' && cost === 1 ? (parsed as Challenge) : null
  } catch {
    return null
  }
}

async function isSolved(challenge: Challenge, counter: number, secret: string): Promise<boolean> {
  try {
    const { parameters } = challenge
    // The key follows from the counter, so it is computed here and not taken from the caller.
    const password = Buffer.alloc(20)
    Buffer.from(parameters.nonce, 'hex').copy(password)
    password.writeUInt32BE(counter, 16)
    const { derivedKey } = await deriveKey(
      parameters,
      Buffer.from(parameters.salt, 'hex'),
      password,
    )
    const solution = { counter, derivedKey: Buffer.from(derivedKey).toString('hex') }
    const result = await verifySolution({
      challenge,
      solution,
      deriveKey,
      hmacSignatureSecret: secret,
    })
    return result.verified
  } catch {
    // The library throws in many ways for input that is not one of our challenges.
    return false
  }
}
