import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { minuteMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import { openKeptKey } from '#core/db/kept-key-store.ts'
import type { Db } from '#core/db/db.ts'
import { sha256, type Ids } from '#core/ids.ts'

/** A login may stand open for a while before its member comes to it; the page asks anew before this is over. */
const lifetimeMs = 10 * minuteMs

/** For what a passkey is asked: to show who one is, or to be added in this session. */
export type QuestionPurpose = 'shown' | `added ${string}`

/** A question that we have asked; `hash` is noted when it was answered. */
export type AskedQuestion = { hash: Buffer; until: Date }

export type Questions = {
  /** Makes the bytes that a passkey signs. Stores nothing. */
  make: (purpose: QuestionPurpose) => Promise<Uint8Array<ArrayBuffer>>
  /** What we have asked for this, if it is not over; null for anything else. */
  read: (challenge: string, purpose: QuestionPurpose) => Promise<AskedQuestion | null>
}

const nonceBytes = 32
const untilBytes = 8

/** The time and our signature are in the challenge itself: nothing else has to go along, and nothing is stored. */
export function openQuestions(deps: { db: Db; clock: Clock; ids: Pick<Ids, 'secret'> }): Questions {
  const { clock, ids } = deps
  const key = openKeptKey(deps, 'passkeys_key', createSecretKey)
  const sign = async (head: Buffer, purpose: QuestionPurpose) =>
    createHmac('sha256', await key())
      .update(`${purpose}\n`)
      .update(head)
      .digest()
  return {
    make: async (purpose) => {
      const until = Buffer.alloc(untilBytes)
      until.writeBigUInt64BE(BigInt(clock.now().getTime() + lifetimeMs))
      const head = Buffer.concat([sha256(ids.secret()), until])
      return Uint8Array.from(Buffer.concat([head, await sign(head, purpose)]))
    },
    read: async (challenge, purpose) => {
      const bytes = Buffer.from(challenge, 'base64url')
      const head = bytes.subarray(0, nonceBytes + untilBytes)
      const signature = bytes.subarray(head.length)
      const own = await sign(head, purpose)
      if (signature.length !== own.length || !timingSafeEqual(signature, own)) return null
      const until = new Date(Number(head.readBigUInt64BE(nonceBytes)))
      return until > clock.now() ? { hash: sha256(bytes), until } : null
    },
  }
}

/** Looks while an answer is judged for the question that it answers. */
export function lookFor(
  { read }: Questions,
  purpose: QuestionPurpose,
): { question: AskedQuestion | null; isOurs: (challenge: string) => Promise<boolean> } {
  const found = {
    question: null as AskedQuestion | null,
    isOurs: async (challenge: string) => {
      found.question = await read(challenge, purpose)
      return found.question !== null
    },
  }
  return found
}
