import type { CallInput } from '@kapao/contract/calls'
import { hashBlock } from '@kapao/contract/fair/sha256'
import { call } from '#core/api.ts'

export type Proof = { challenge: string; counter: number }
export type PuzzleSubject = {
  phone: string
  purpose: CallInput<'POST /api/otp/challenge'>['purpose']
}

/** This many attempts take a few milliseconds even on a slow phone, so that the page stays responsive. */
const triesAtOnce = 1_500
const hexOfWord = 8

/** Requests a puzzle and solves it; null if it was canceled, or has no solution. */
export async function solvePuzzle(
  about: PuzzleSubject,
  givenUp: AbortSignal,
): Promise<Proof | null> {
  const { challenge, salt, nonce, keyPrefix, triesMax } = await call('POST /api/otp/challenge', {
    phoneNumber: about.phone,
    purpose: about.purpose,
  })
  const tries = openTries(wordsOf(salt + nonce), wordsOf(keyPrefix))
  for (let from = 0; from < triesMax; from += triesAtOnce) {
    if (givenUp.aborted) return null
    const counter = tries(from, Math.min(triesMax, from + triesAtOnce))
    if (counter !== null) return { challenge, counter }
    await new Promise((next) => setTimeout(next))
  }
  return null
}

/** Searches a range for the counter; the hash input is the given words, followed by the counter. */
export function openTries(
  words: readonly number[],
  prefix: readonly number[],
): (from: number, to: number) => number | null {
  const block = new Uint32Array(16)
  const room = new Int32Array(64)
  const key = new Int32Array(8)
  const wanted = Int32Array.from(prefix)
  block.set(words)
  // SHA-256 padding: one bit after the text, and the length in bits in the last word.
  block[words.length + 1] = 0x8000_0000
  block[15] = (words.length + 1) * 32
  return (from, to) => {
    for (let counter = from; counter < to; counter += 1) {
      block[words.length] = counter
      hashBlock(block, room, key)
      if (key[0] === wanted[0] && wanted.every((word, at) => word === key[at])) return counter
    }
    return null
  }
}

export function wordsOf(hex: string): number[] {
  return Array.from({ length: hex.length / hexOfWord }, (_, at) =>
    Number.parseInt(hex.slice(at * hexOfWord, (at + 1) * hexOfWord), 16),
  )
}
