/**
 * The end of the proof code on a picture of a receipt; the beginning is the reference that its member reads. It is no
 * secret and no signature: it is made again from the row in the books by an operator who is asked about the picture, and differs
 * where anything of the row does. What the picture says beside the code is compared by eye with what the books say.
 */
import { bytesOfText, hexOfBytes } from './proof.ts'
import { sha256 } from './sha256.ts'

export type ReceiptFacts = {
  /** Of the operation, whole. */
  id: string
  type: string
  from: string
  to: string
  status: string
  /** In smallest units. */
  units: bigint | number
  currency: string
  createdAt: string
}

const checkLength = 8

/** Two groups of four signs, behind the three of the reference. */
export function receiptCheck(facts: ReceiptFacts): string {
  const { id, type, from, to, status, units, currency, createdAt } = facts
  const said = JSON.stringify([id, type, from, to, status, String(units), currency, createdAt])
  const hex = hexOfBytes(sha256(bytesOfText(said)))
    .slice(0, checkLength)
    .toUpperCase()
  return `${hex.slice(0, 4)}-${hex.slice(4)}`
}
