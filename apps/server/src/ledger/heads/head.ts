import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import type { Seal } from '@kapao/contract/fair/proof'
import { sha256 } from '#core/ids.ts'
import type { Digest } from './digest.ts'

export type DigestSpan = { after: string; upto: string } & Digest

/**
 * The record that is sent outside: the state of the books, and the growth since the previous head. It reveals no
 * member and no amount.
 */
export type Head = {
  no: string
  at: string
  /** SHA-256 of the previous line; zeros for the first. */
  before: string
  seal: Pick<Seal, 'no' | 'uptoId' | 'movements' | 'root' | 'chain'> | null
  journal: DigestSpan
  audit: DigestSpan
  /** The number of members with a statement, and the sum of their row numbers: neither ever falls. */
  statements: { members: string; numbers: string }
}

const signatureMark = ' ed25519:'

/** One line: the head as JSON, and our signature over exactly that text. */
export function writeLine(head: Head, key: KeyObject): string {
  const text = JSON.stringify(head)
  return `${text}${signatureMark}${sign(null, Buffer.from(text), key).toString('base64url')}`
}

/** Null when the line was not signed with this key, or was changed since. */
export function readLine(line: string, key: KeyObject): Head | null {
  const at = line.lastIndexOf(signatureMark)
  if (at < 0) return null
  const text = line.slice(0, at)
  const signature = Buffer.from(line.slice(at + signatureMark.length), 'base64url')
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  if (!verify(null, Buffer.from(text), publicKey, signature)) return null
  return JSON.parse(text) as Head
}

export const firstBefore = '0'.repeat(64)

export function hashOfLine(line: string): string {
  return sha256(line).toString('hex')
}
