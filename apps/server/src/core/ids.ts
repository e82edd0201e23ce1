import { hash, randomBytes } from 'node:crypto'

/** Makes ids and secrets; injected, so that tests can predict them. */
export type Ids = {
  /** A time-ordered id for rows that are written often; its index stays warm. */
  key: () => string
  /** A short id that can be read out: no O, I, L or U, and the next ones cannot be guessed from it. */
  code: () => string
  /** A secret of 256 random bits, as text for a header. */
  secret: () => string
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const systemIds: Ids = {
  key: () => uuidV7(Date.now(), takeRandom(10)),
  code: () => Array.from(randomBytes(12), (byte) => crockford[byte % 32]).join(''),
  secret: () => randomBytes(32).toString('base64url'),
}

/** A code of ten bytes for people to read out and type, in groups: `7KQ2-M4XW-9PZA-3F6H`. */
export function codeOf(bytes: Uint8Array): string {
  const bits = Array.from(bytes.subarray(0, 10), (byte) => byte.toString(2).padStart(8, '0')).join(
    '',
  )
  const letters = bits.match(/.{5}/g)!.map((five) => crockford[parseInt(five, 2)])
  return letters.join('').match(/.{4}/g)!.join('-')
}

/** The 16 letters of such a code as somebody has typed it; null where it is none. */
export function readCode(text: string): string | null {
  const letters = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(letters) ? letters : null
}

/** Whether a text has the form of a `key`. */
export function isKey(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

const poolBytes = 4_096
let pool = Buffer.alloc(0)
let poolUsed = 0

/** Asking the system for ten bytes costs as much as for four thousand, and every call makes ids. */
function takeRandom(count: number): Uint8Array {
  if (poolUsed + count > pool.length) {
    pool = randomBytes(poolBytes)
    poolUsed = 0
  }
  poolUsed += count
  return pool.subarray(poolUsed - count, poolUsed)
}

/** A UUID of version 7: 48 bits of milliseconds, then random bits. */
function uuidV7(ms: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(ms, 0, 6)
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return uuidOf(bytes)
}

/** The form of a uuid, which the database stores in 16 bytes. */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export function sha256(text: string | Uint8Array): Buffer {
  return hash('sha256', text, 'buffer')
}
