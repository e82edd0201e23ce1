/**
 * How a spin of the wheel is drawn and how anyone can check it, in a browser too.
 *
 * Before a spin the member sees the SHA-256 of a seed. The seed consists of a secret and the hash of the wheel's
 * weights, so that neither can be replaced later. The draw is an HMAC of the spin's number and the member's own words
 * under that seed, read as numbers below 2^48; numbers above the last whole multiple of the weights' sum are
 * discarded, so that every ticket is equally likely.
 */
import { bytesOfText, hexOfBytes } from './proof.ts'
import { sha256 } from './sha256.ts'

export type WeightedSlice = { code: string; weight: number }
export type SpinDraw = { serverSeed: string; clientSeed: string; nonce: number }
/** HMAC-SHA256 of a text under a key that is a text. */
export type Hmac = (key: string, message: string) => Uint8Array

/** Small enough compared with 2^48 that numbers are hardly ever discarded. */
export const weightSumMax = 1_000_000_000

export function sumWeights(wheel: readonly WeightedSlice[]): number {
  return wheel.reduce((sum, { weight }) => sum + weight, 0)
}

/** The sector that holds a ticket: each has as many of the tickets 0 to sum - 1 as its weight, in order. */
export function sectorAt(wheel: readonly WeightedSlice[], ticket: number): number {
  let left = ticket
  for (const [index, { weight }] of wheel.entries()) {
    if (left < weight) return index
    left -= weight
  }
  throw new RangeError('there is no such ticket')
}

const numberBytes = 6
const numbers = 2 ** (8 * numberBytes)

/** The sector that a spin must end in. */
export function drawSector(
  wheel: readonly WeightedSlice[],
  { serverSeed, clientSeed, nonce }: SpinDraw,
  hmac: Hmac = plainHmac,
): number {
  const sum = sumWeights(wheel)
  if (sum < 1 || sum > weightSumMax) throw new RangeError('this wheel cannot be drawn from')
  const limit = numbers - (numbers % sum)
  for (let round = 0; ; round += 1) {
    // The member's words come last, so that no part of them can be mistaken for a number.
    const digest = hmac(serverSeed, `${nonce}:${round}:${clientSeed}`)
    for (let at = 0; at + numberBytes <= digest.length; at += numberBytes) {
      const number = numberAt(digest, at)
      if (number < limit) return sectorAt(wheel, number % sum)
    }
  }
}

function numberAt(digest: Uint8Array, from: number): number {
  let number = 0
  for (let at = from; at < from + numberBytes; at += 1) number = number * 256 + digest[at]!
  return number
}

/** The hashed text of a wheel: codes contain neither of the two separators. */
export function textOfWheel(wheel: readonly WeightedSlice[]): string {
  return wheel.map(({ code, weight }) => `${code}=${weight}`).join(';')
}

export function hashOf(text: string): string {
  return hexOfBytes(sha256(bytesOfText(text)))
}

/** The seed of the commitment: a secret, and the hash of the wheel's weights. */
export function seedFor(secret: string, wheel: readonly WeightedSlice[]): string {
  return `${secret}.${hashOf(textOfWheel(wheel))}`
}

export type RevealedSeed = {
  commitment: string
  serverSeed: string
  wheel: readonly WeightedSlice[]
  spins: readonly { nonce: number; clientSeed: string; code: string }[]
}

/** The commitment that the member saw, and the spin that followed. */
export type ObservedSpin = { commitment: string; clientSeed: string; code: string }

export type DrawVerdict =
  | { fair: true; place: number; nonce: number }
  | { fair: false; why: 'commitment' | 'wheel' | 'gap' | 'missing' | 'sector' }

/** Recomputes everything: the commitment, the odds, that no spin is missing, and the sector. */
export function checkSpin(revealed: RevealedSeed, spun: ObservedSpin): DrawVerdict {
  const { serverSeed, wheel, spins } = revealed
  if (hashOf(serverSeed) !== spun.commitment) return { fair: false, why: 'commitment' }
  if (!serverSeed.endsWith(`.${hashOf(textOfWheel(wheel))}`)) return { fair: false, why: 'wheel' }
  if (spins.some(({ nonce }, index) => nonce !== index)) return { fair: false, why: 'gap' }
  const mine = spins.find(({ clientSeed }) => clientSeed === spun.clientSeed)
  if (!mine) return { fair: false, why: 'missing' }
  const place = drawSector(wheel, { serverSeed, clientSeed: mine.clientSeed, nonce: mine.nonce })
  if (wheel[place]?.code !== spun.code || mine.code !== spun.code)
    return { fair: false, why: 'sector' }
  return { fair: true, place, nonce: mine.nonce }
}

/**
 * Whether the commitment of a refused spin had been used by others before, as its disclosure shows. An unused
 * commitment is only closed along with its wheel: a server that disliked a draw and closed it could name no spin.
 */
export function wasUsedByOthers(
  { serverSeed, wheel, spins }: RevealedSeed,
  { commitment, clientSeed }: Pick<ObservedSpin, 'commitment' | 'clientSeed'>,
): boolean {
  if (hashOf(serverSeed) !== commitment) return false
  if (!serverSeed.endsWith(`.${hashOf(textOfWheel(wheel))}`)) return false
  const isDrawn = (spin: RevealedSeed['spins'][number], index: number): boolean =>
    spin.nonce === index &&
    spin.clientSeed !== clientSeed &&
    wheel[drawSector(wheel, { serverSeed, clientSeed: spin.clientSeed, nonce: spin.nonce })]
      ?.code === spin.code
  return spins.length > 0 && spins.every(isDrawn)
}

const blockBytes = 64

/** HMAC in plain JavaScript: a page at an http address has no `crypto.subtle`. */
export function plainHmac(key: string, message: string): Uint8Array {
  const given = bytesOfText(key)
  const block = new Uint8Array(blockBytes)
  block.set(given.length > blockBytes ? sha256(given) : given)
  const inner = sha256(join(mask(block, 0x36), bytesOfText(message)))
  return sha256(join(mask(block, 0x5c), inner))
}

function mask(block: Uint8Array, by: number): Uint8Array {
  return block.map((byte) => byte ^ by)
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}
