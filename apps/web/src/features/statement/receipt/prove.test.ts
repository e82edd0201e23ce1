import { describe, expect, test } from 'vitest'
import {
  chainBytes,
  hexOfBytes,
  hideSide,
  leafBytes,
  nodeBytes,
  type Seal,
  type SealedMovement,
} from '@kapao/contract/fair/proof'
import { sha256 } from '@kapao/contract/fair/sha256'
import type { Receipt } from '../queries.ts'
import { proveReceipt } from './prove.ts'

const salt = '0190f000-0000-4000-8000-00000000000a'
const fields: SealedMovement = {
  id: '1',
  idem: '0190f000-0000-7000-8000-000000000001',
  debit: '10',
  credit: '11',
  units: '20005',
  debitSide: { seq: '3', balance: '29995', salt: 'a'.repeat(48) },
  creditSide: { seq: '1', balance: '20005', salt: 'b'.repeat(48) },
  kind: 'transfer_hold',
  ref: '',
  reverses: null,
  createdAt: '2026-11-21T05:00:00.000Z',
}
const neighbour = sha256(leafBytes(salt, { ...fields, id: '2' }))
const root = hexOfBytes(sha256(nodeBytes(sha256(leafBytes(salt, fields)), neighbour)))
const unchained = {
  no: '1',
  fromId: '1',
  uptoId: '2',
  movements: '2',
  root,
  sealedAt: '2026-11-21T17:00:00.000Z',
}
const chain = hexOfBytes(sha256(chainBytes(new Uint8Array(32), unchained)))
const seals: Seal[] = [{ ...unchained, chain }]

function receipt(): Receipt {
  return {
    row: { amount: 200.05, currency: 'BAHT' },
    movements: [
      {
        id: fields.idem,
        kind: 'transfer_hold',
        from: { isMine: true, kind: 'wallet', party: '' },
        to: { isMine: true, kind: 'transfer', party: '' },
        amount: 200.05,
        currency: 'BAHT',
        walletBefore: 500,
        walletAfter: 299.95,
        createdAt: fields.createdAt,
        proof: { seal: seals[0]!, salt, fields, index: 0, size: 2, path: [hexOfBytes(neighbour)] },
      },
    ],
  } as unknown as Receipt
}

describe('a receipt is proven in the page', () => {
  test('against the seals that were fetched', () => {
    expect(proveReceipt(receipt(), seals)).toEqual({
      kind: 'proven',
      movements: 1,
      seals: ['1'],
      sealedAt: unchained.sealedAt,
      open: 0,
    })
  })

  test.each(['units', 'debit', 'kind', 'createdAt', 'ref'] as const)(
    'not after %s of the movement was changed',
    (name) => {
      const changed = receipt()
      const { proof } = changed.movements[0]!
      changed.movements[0]!.proof = { ...proof!, fields: { ...fields, [name]: '20006' } }
      expect(proveReceipt(changed, seals)).toEqual({ kind: 'broken', why: 'root' })
    },
  )

  test.each([
    { amount: 200.06 },
    { walletAfter: 300 },
    { walletBefore: 501 },
    { walletAfter: null },
    { id: '0190f000-0000-7000-8000-000000000002' },
    { kind: 'deposit' },
    { createdAt: '2026-11-21T05:00:01.000Z' },
  ])('not if the screen shows something else: %o', (shown) => {
    const changed = receipt()
    Object.assign(changed.movements[0]!, shown)
    expect(proveReceipt(changed, seals)).toEqual({ kind: 'broken', why: 'shown' })
  })

  test('without the other account’s balance, but not without the wallet’s', () => {
    const hidden = receipt()
    const { proof } = hidden.movements[0]!
    hidden.movements[0]!.proof = { ...proof!, fields: hideSide(fields, 'creditSide') }
    expect(proveReceipt(hidden, seals)).toMatchObject({ kind: 'proven' })
    hidden.movements[0]!.proof = { ...proof!, fields: hideSide(fields, 'debitSide') }
    expect(proveReceipt(hidden, seals)).toEqual({ kind: 'broken', why: 'shown' })
  })

  test('not after the wallet’s balance was changed', () => {
    const changed = receipt()
    const { proof } = changed.movements[0]!
    const debitSide = { ...fields.debitSide, balance: '29996' }
    changed.movements[0]!.proof = { ...proof!, fields: { ...fields, debitSide } }
    expect(proveReceipt(changed, seals)).toEqual({ kind: 'broken', why: 'root' })
  })

  test('not if the row itself has another amount', () => {
    const changed = receipt()
    changed.row.amount = 2_000.05
    expect(proveReceipt(changed, seals)).toEqual({ kind: 'broken', why: 'shown' })
  })

  test('not if a public seal was changed, or is missing', () => {
    expect(proveReceipt(receipt(), [])).toEqual({ kind: 'broken', why: 'chain' })
    const other = { ...seals[0]!, sealedAt: '2026-11-22T17:00:00.000Z' }
    expect(proveReceipt(receipt(), [other])).toEqual({ kind: 'broken', why: 'chain' })
  })

  test('movements that are not sealed yet are counted and not claimed as proven', () => {
    const half = receipt()
    half.movements.push({ ...half.movements[0]!, proof: null })
    expect(proveReceipt(half, seals)).toMatchObject({ kind: 'proven', movements: 1, open: 1 })
  })
})
