/**
 * How a movement is sealed and how anyone can check it, in a browser too. This file imports SHA-256 alone.
 *
 * Each night the movements since the last seal become the leaves of a Merkle tree (RFC 6962: leaves and nodes are hashed
 * with different first bytes, a tree is split at the largest power of two below its size). The root is chained to all
 * earlier ones and published at /seals.json. A receipt carries its salt, its fields and the path up to the root.
 *
 * The figures of each of the two accounts are hashed separately, so that a receipt proves a movement without revealing
 * the other account's balance.
 */
import { sha256 } from './sha256.ts'

/** An account's figures after a movement. */
export type RevealedSide = { seq: string; balance: string; salt: string }
export type SealedSide = RevealedSide | { hash: string }

export type SealedMovement = {
  id: string
  idem: string
  debit: string
  credit: string
  /** The amount in smallest units, as the ledger stores it; hashed under the name `amount`. */
  units: string
  debitSide: SealedSide
  creditSide: SealedSide
  kind: string
  ref: string
  reverses: string | null
  createdAt: string
}

export type Seal = {
  no: string
  fromId: string
  uptoId: string
  movements: string
  root: string
  /** The hash over this seal and the chain of the previous one. */
  chain: string
  sealedAt: string
}

export type Proof = {
  seal: Seal
  salt: string
  fields: SealedMovement
  /** The leaf's position in the tree, counted from 0, and the number of leaves. */
  index: number
  size: number
  /** Hashes of the other side, from the leaf up. */
  path: string[]
}

/** The hashed text of a movement; JSON, so that no value can be mistaken for the start of another. */
export function canonicalMovement(fields: SealedMovement): string {
  const { id, idem, debit, credit, units, kind, ref, reverses, createdAt } = fields
  return JSON.stringify([
    ...Object.entries({ id, idem, debit, credit, amount: units }),
    ['debitSide', hashOfSide(fields.debitSide)],
    ['creditSide', hashOfSide(fields.creditSide)],
    ...Object.entries({ kind, ref, reverses, createdAt }),
  ])
}

function hashOfSide(side: SealedSide): string {
  return 'hash' in side ? side.hash : hexOfBytes(sha256(sideBytes(side)))
}

/** The same movement, still provable, without one account's figures. */
export function hideSide(fields: SealedMovement, name: 'debitSide' | 'creditSide'): SealedMovement {
  return { ...fields, [name]: { hash: hashOfSide(fields[name]) } }
}

/** The text of a seal that is hashed into the chain. */
export function canonicalSeal(seal: Omit<Seal, 'chain'>): string {
  const { no, fromId, uptoId, movements, root, sealedAt } = seal
  return JSON.stringify([no, fromId, uptoId, movements, root, sealedAt])
}

const leafMark = 0
const nodeMark = 1
const chainMark = 2
const sideMark = 3

/** The bytes before hashing: of a leaf, of one of its sides, of a node, of a link of the chain. */
export function leafBytes(salt: string, fields: SealedMovement): Uint8Array {
  return joinBytes(
    [leafMark],
    bytesOfHex(salt.replaceAll('-', '')),
    bytesOfText(canonicalMovement(fields)),
  )
}

export function sideBytes({ salt, seq, balance }: RevealedSide): Uint8Array {
  return joinBytes([sideMark], bytesOfHex(salt), bytesOfText(JSON.stringify([seq, balance])))
}

export function nodeBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  return joinBytes([nodeMark], left, right)
}

export function chainBytes(before: Uint8Array, seal: Omit<Seal, 'chain'>): Uint8Array {
  return joinBytes([chainMark], before, bytesOfText(canonicalSeal(seal)))
}

export function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return bytesOfAnyText(text)
    bytes[at] = code
  }
  return bytes
}

function bytesOfAnyText(text: string): Uint8Array {
  const escaped = encodeURIComponent(text).match(/%..|./g) ?? []
  return Uint8Array.from(escaped, (part) =>
    part.length === 3 ? Number.parseInt(part.slice(1), 16) : part.charCodeAt(0),
  )
}

export type ProofVerdict =
  | { proven: true }
  | { proven: false; why: 'path' | 'root' | 'chain' | 'range' }

/**
 * Recomputes the root from one movement and compares it with the seal that the reader has from /seals.json (not with
 * the one in the proof). With all seals available the chain up to it is recomputed too.
 */
export function checkProof(proof: Proof, published: readonly Seal[]): ProofVerdict {
  const at = published.findIndex((seal) => seal.no === proof.seal.no)
  const seal = published[at]
  if (!seal) return { proven: false, why: 'chain' }
  if (!isWithin(proof, seal)) return { proven: false, why: 'range' }
  // If this were read loosely, two spellings of a hash would prove the same movement, and a receipt could be changed
  // unnoticed.
  if (!uuidForm.test(proof.salt) || !proof.path.every(isHash) || !sidesAreWellFormed(proof.fields))
    return { proven: false, why: 'path' }
  const root = rootOfPath(sha256(leafBytes(proof.salt, proof.fields)), proof)
  if (!root) return { proven: false, why: 'path' }
  if (hexOfBytes(root) !== seal.root) return { proven: false, why: 'root' }
  if (!chainHolds(published.slice(0, at + 1))) return { proven: false, why: 'chain' }
  return { proven: true }
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const hashForm = /^[0-9a-f]{64}$/
const sideSaltForm = /^[0-9a-f]{48}$/

function isHash(text: string): boolean {
  return hashForm.test(text)
}

function sidesAreWellFormed({ debitSide, creditSide }: SealedMovement): boolean {
  return [debitSide, creditSide].every((side) =>
    'hash' in side ? isHash(side.hash) : sideSaltForm.test(side.salt),
  )
}

function isWithin({ fields, size }: Proof, seal: Seal): boolean {
  const numbers = [fields.id, seal.fromId, seal.uptoId, seal.movements]
  if (!numbers.every((text) => /^\d{1,19}$/.test(text)) || !Number.isSafeInteger(size)) return false
  const id = BigInt(fields.id)
  return (
    id >= BigInt(seal.fromId) &&
    id <= BigInt(seal.uptoId) &&
    BigInt(size) === BigInt(seal.movements)
  )
}

/** Walks from a leaf to the root; null when the path's length does not fit its place in the tree. */
function rootOfPath(leaf: Uint8Array, { index, size, path }: Proof): Uint8Array | null {
  let node = index
  let last = size - 1
  let hash = leaf
  if (!Number.isInteger(index) || index < 0 || index > last) return null
  for (const step of path) {
    if (last === 0) return null
    const other = bytesOfHex(step)
    if (node % 2 === 1 || node === last) {
      hash = sha256(nodeBytes(other, hash))
      // A last node without a neighbour is carried up unchanged, until it is a right side.
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2)
        last = Math.floor(last / 2)
      }
    } else {
      hash = sha256(nodeBytes(hash, other))
    }
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hash : null
}

/** True when every link follows from the previous one, starting from zeros. */
export function chainHolds(seals: readonly Seal[]): boolean {
  let chain = new Uint8Array(32)
  for (const seal of seals) {
    chain = sha256(chainBytes(chain, seal))
    if (hexOfBytes(chain) !== seal.chain) return false
  }
  return true
}

export function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function bytesOfHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1)
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16)
  return bytes
}

function joinBytes(...parts: ArrayLike<number>[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
