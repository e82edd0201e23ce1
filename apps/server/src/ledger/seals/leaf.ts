import { hash } from 'node:crypto'
import {
  leafBytes,
  sideBytes,
  type RevealedSide,
  type SealedMovement,
} from '@kapao/contract/fair/proof'
import { sha256 } from '#core/ids.ts'

export type MovementRow = Record<'id' | 'debit' | 'credit' | 'units', bigint> &
  Record<'debitSeq' | 'debitBalance' | 'creditSeq' | 'creditBalance', bigint> &
  Record<'idem' | 'kind' | 'ref' | 'salt', string> & { reverses: string | null; createdAt: Date }

export const movementColumns = `id, idem, debit, credit, amount as units, debit_seq as "debitSeq", debit_balance as "debitBalance",
  credit_seq as "creditSeq", credit_balance as "creditBalance", kind, ref, reverses, created_at as "createdAt", salt`

export function leafOf(row: MovementRow): Uint8Array {
  const { salt, fields } = sealedOf(row)
  const [debitSide, creditSide] = [hashSide(fields.debitSide), hashSide(fields.creditSide)]
  return sha256(leafBytes(salt, { ...fields, debitSide, creditSide }))
}

/** As the contract does it, but with Node's hash: a night has many movements. */
function hashSide(side: RevealedSide): { hash: string } {
  return { hash: sha256(sideBytes(side)).toString('hex') }
}

type SealedLeaf = {
  salt: string
  fields: SealedMovement & Record<'debitSide' | 'creditSide', RevealedSide>
}

/** What a proof reveals of a movement. */
export function sealedOf(row: MovementRow): SealedLeaf {
  const { idem, kind, ref, reverses } = row
  const salts = saltsOf(row.salt)
  const fields = {
    id: String(row.id),
    idem,
    debit: String(row.debit),
    credit: String(row.credit),
    units: String(row.units),
    debitSide: {
      seq: String(row.debitSeq),
      balance: String(row.debitBalance),
      salt: salts.debit,
    },
    creditSide: {
      seq: String(row.creditSeq),
      balance: String(row.creditBalance),
      salt: salts.credit,
    },
    kind,
    ref,
    reverses,
    createdAt: row.createdAt.toISOString(),
  }
  return { salt: salts.leaf, fields }
}

/** No salt reveals another: a reader of the leaf and one side must not be able to guess the balance of the other. */
function saltsOf(salt: string): Record<'leaf' | 'debit' | 'credit', string> {
  const hex = hash('sha512', Buffer.from(salt.replaceAll('-', ''), 'hex'))
  const leaf = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  return { leaf, debit: hex.slice(32, 80), credit: hex.slice(80) }
}
