/**
 * How a spin of the wheel is drawn and how anyone can check it, in a browser too.
 *
 * Before a spin the member sees the SHA-256 of a seed. The seed is a secret and the hash of the wheel's weights, so that neither
 * can be exchanged later. The draw is an HMAC of the spin's number and the member's own words under that seed, read as numbers
 * below 2^48; what lies above the last whole multiple of the weights is thrown away, so that every ticket is equally likely.
 */
import { bytesOfText, hexOfBytes, sha256 } from './proof.ts'

export type Weighted = { code: string; weight: number }
export type SpinDraw = { serverSeed: string; clientSeed: string; nonce: number }
/** HMAC-SHA256 of a text under a key that is a text. */
export type Hmac = (key: string, message: string) => Uint8Array

/** Leaves so much room below 2^48 that hardly a number is ever thrown away. */
export const weightSumMax = 1_000_000_000

export function sumWeights(wheel: readonly Weighted[]): number {
  return wheel.reduce((sum, { weight }) => sum + weight, 0)
}

/** Which sector holds a ticket: each has as many of the tickets 0 to sum - 1 as it weighs, in its order. */
export function sectorAt(wheel: readonly Weighted[], ticket: number): number {
  let left = ticket
  for (const [index, { weight }] of wheel.entries()) {
    if (left < weight) return index
    left -= weight
  }
  throw new RangeError('there is no such ticket')
}

const numberBytes = 6
const numbers = 2 ** (8 * numberBytes)

/** The sector that a spin had to end in. */
export function drawSector(
  wheel: readonly Weighted[],
  { serverSeed, clientSeed, nonce }: SpinDraw,
  hmac: Hmac = plainHmac,
): number {
  const sum = sumWeights(wheel)
  if (sum < 1 || sum > weightSumMax) throw new RangeError('this wheel cannot be drawn from')
  const limit = numbers - (numbers % sum)
  for (let round = 0; ; round += 1) {
    // The member's words come last, so that none of them can be taken for a number.
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

/** What is hashed of a wheel: codes hold neither of the two signs between them. */
export function textOfWheel(wheel: readonly Weighted[]): string {
  return wheel.map(({ code, weight }) => `${code}=${weight}`).join(';')
}

export function hashOf(text: string): string {
  return hexOfBytes(sha256(bytesOfText(text)))
}

/** The seed that is promised: a secret, and what the wheel weighs. */
export function seedFor(secret: string, wheel: readonly Weighted[]): string {
  return `${secret}.${hashOf(textOfWheel(wheel))}`
}

export type Revealed = {
  commitment: string
  serverSeed: string
  wheel: readonly Weighted[]
  spins: readonly { nonce: number; clientSeed: string; code: string }[]
}

/** What the member saw and did. */
export type Spun = { commitment: string; clientSeed: string; code: string }

export type DrawVerdict =
  | { fair: true; place: number; nonce: number }
  | { fair: false; why: 'commitment' | 'wheel' | 'gap' | 'missing' | 'sector' }

/** Computes everything again: the promise, the odds, that no spin is left out, and the sector. */
export function checkSpin(revealed: Revealed, spun: Spun): DrawVerdict {
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
 * Whether a promise under which a spin was refused had been used by others before, as it shows once it is laid open. Unused it is closed with its
 * wheel only: a server that looked at a draw and did not like it would close it, and could name no spin.
 */
export function isUsedUp(
  { serverSeed, wheel, spins }: Revealed,
  { commitment, clientSeed }: Pick<Spun, 'commitment' | 'clientSeed'>,
): boolean {
  if (hashOf(serverSeed) !== commitment) return false
  if (!serverSeed.endsWith(`.${hashOf(textOfWheel(wheel))}`)) return false
  const isDrawn = (spin: Revealed['spins'][number], index: number): boolean =>
    spin.nonce === index &&
    spin.clientSeed !== clientSeed &&
    wheel[drawSector(wheel, { serverSeed, clientSeed: spin.clientSeed, nonce: spin.nonce })]
      ?.code === spin.code
  return spins.length > 0 && spins.every(isDrawn)
}

const blockBytes = 64

/** HMAC over the hash in plain JavaScript: a page at a plain address has no `crypto.subtle`. */
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
