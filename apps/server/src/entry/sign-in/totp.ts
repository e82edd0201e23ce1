import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 6238 as every app of codes has it: SHA-1, six digits, thirty seconds. */
const stepMs = 30_000
const digits = 6
/** A phone's clock may be one step off. */
const stepsOff = [0n, -1n, 1n]

export function stepOf(at: Date): bigint {
  return BigInt(Math.floor(at.getTime() / stepMs))
}

export function codeOf(secret: Buffer, step: bigint): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(step)
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.at(-1)! & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step that a code is for, or null. That it was not used before is for the database to say. */
export function findStep(secret: Buffer, code: string, at: Date): bigint | null {
  const now = stepOf(at)
  let found: bigint | null = null
  for (const off of stepsOff)
    if (isSame(codeOf(secret, now + off), code) && found === null) found = now + off
  return found
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function base32Of(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += base32[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + base32[(held << (5 - bits)) & 31] : text
}

/** What an app of codes reads from a QR code. */
export function addressOf(
  secret: Buffer,
  { issuer, name }: { issuer: string; name: string },
): string {
  const by = encodeURIComponent(issuer)
  return `otpauth://totp/${by}:${encodeURIComponent(name)}?secret=${base32Of(secret)}&issuer=${by}`
}
