import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bytesOfHex,
  chainBytes,
  chainHolds,
  checkProof,
  hexOfBytes,
  hideSide,
  leafBytes,
  nodeBytes,
  sideBytes,
  type Proof,
  type Seal,
  type SealedMovement,
  type SealedSide,
} from '@kapao/contract/fair/proof'
import { sha256 } from '@kapao/contract/fair/sha256'

const nodeSha256 = (bytes: Uint8Array) =>
  new Uint8Array(createHash('sha256').update(bytes).digest())

describe('sha256', () => {
  test("equals Node's for every length up to 200 and around whole blocks", () => {
    for (let length = 0; length <= 200; length += 1) {
      const [bytes] = fc.sample(fc.uint8Array({ minLength: length, maxLength: length }), 1)
      expect(hexOfBytes(sha256(bytes!))).toBe(hexOfBytes(nodeSha256(bytes!)))
    }
    for (const length of [1_000, 4_095, 4_096, 65_537]) {
      const bytes = new Uint8Array(length).fill(0xa5)
      expect(hexOfBytes(sha256(bytes))).toBe(hexOfBytes(nodeSha256(bytes)))
    }
  })

  test("equals Node's for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(hexOfBytes(sha256(bytes))).toBe(hexOfBytes(nodeSha256(bytes)))
      }),
    )
  })

  test('does not depend on the last bit of a root, which engines may compute differently', () => {
    for (let n = 2, found = 0; found < 64; n += 1) {
      if (Array.from({ length: n - 2 }, (_, k) => k + 2).some((k) => n % k === 0)) continue
      found += 1
      for (const scaled of [Math.sqrt(n) * 2 ** 32, Math.cbrt(n) * 2 ** 32])
        expect(Math.abs(scaled - Math.round(scaled))).toBeGreaterThan(1e-4)
    }
  })
})

describe('the hashed bytes', () => {
  test('text of any language is its UTF-8', () => {
    const ref = 'ฝาก ຝາກ 💰 "quoted" \\ \n'
    expect(leafBytes(saltOf(1), movement(1, { ref }))).toEqual(leafByDefinition(ref))
  })

  test('a leaf, a node and a link of the chain can never be mistaken for one another', () => {
    const { chain: _, ...seal } = publish([3])[0]!.seal
    const firsts = [
      leafBytes(saltOf(1), movement(1)),
      nodeBytes(new Uint8Array(32), new Uint8Array(32)),
      chainBytes(new Uint8Array(32), seal),
      sideBytes({ salt: sideSalt('a'), seq: '1', balance: '2' }),
    ].map((bytes) => bytes[0])
    expect(firsts).toEqual([0, 1, 2, 3])
  })
})

const sideSalt = (digit: string) => digit.repeat(48)

/** Movement 1 as it is hashed, with the given ref. */
function leafByDefinition(ref: string): Uint8Array {
  const text = JSON.stringify([
    ['id', '1'],
    ['idem', saltOf(1)],
    ['debit', '3'],
    ['credit', '14'],
    ['amount', '100'],
    ['debitSide', sideByDefinition(sideSalt('a'), '["1","-100"]')],
    ['creditSide', sideByDefinition(sideSalt('b'), '["1","100"]')],
    ['kind', 'deposit'],
    ['ref', ref],
    ['reverses', null],
    ['createdAt', '2026-11-21T03:00:00.000Z'],
  ])
  const salt = Buffer.from(saltOf(1).replaceAll('-', ''), 'hex')
  return new Uint8Array(Buffer.concat([Buffer.of(0), salt, Buffer.from(text)]))
}

function sideByDefinition(salt: string, text: string): string {
  const parts = [Buffer.of(3), Buffer.from(salt, 'hex'), Buffer.from(text)]
  return hexOfBytes(nodeSha256(Buffer.concat(parts)))
}

const saltOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

function movement(id: number, more: Partial<SealedMovement> = {}): SealedMovement {
  return {
    id: String(id),
    idem: saltOf(id),
    debit: '3',
    credit: '14',
    units: String(id * 100),
    debitSide: { seq: String(id), balance: String(-100 * id), salt: sideSalt('a') },
    creditSide: { seq: String(id), balance: String(100 * id), salt: sideSalt('b') },
    kind: 'deposit',
    ref: '',
    reverses: null,
    createdAt: '2026-11-21T03:00:00.000Z',
    ...more,
  }
}

/** The definition of RFC 6962, written independently of the code under test. */
function rootByDefinition(leaves: Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return leaves[0]!
  const half = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return nodeSha256(
    Buffer.concat([
      Buffer.of(1),
      rootByDefinition(leaves.slice(0, half)),
      rootByDefinition(leaves.slice(half)),
    ]),
  )
}

function pathByDefinition(leaves: Uint8Array[], index: number): Uint8Array[] {
  if (leaves.length === 1) return []
  const half = 2 ** Math.floor(Math.log2(leaves.length - 1))
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)]
  return index < half
    ? [...pathByDefinition(left, index), rootByDefinition(right)]
    : [...pathByDefinition(right, index - half), rootByDefinition(left)]
}

/** Seals of the given sizes over movements 1, 2, 3 ..., and a proof of each. */
function publish(sizes: number[]) {
  let chain: Uint8Array = new Uint8Array(32)
  let next = 1
  return sizes.map((size, at) => {
    const movements = Array.from({ length: size }, (_, n) => movement(next + n))
    const leaves = movements.map((one) => nodeSha256(leafBytes(saltOf(Number(one.id)), one)))
    const unchained = {
      no: String(at + 1),
      fromId: String(next),
      uptoId: String(next + size - 1),
      movements: String(size),
      root: hexOfBytes(rootByDefinition(leaves)),
      sealedAt: `2026-11-${21 + at}T20:00:00.000Z`,
    }
    chain = nodeSha256(chainBytes(chain, unchained))
    const seal: Seal = { ...unchained, chain: hexOfBytes(chain) }
    next += size
    const proofOf = (index: number): Proof => ({
      seal,
      salt: saltOf(Number(movements[index]!.id)),
      fields: movements[index]!,
      index,
      size,
      path: pathByDefinition(leaves, index).map(hexOfBytes),
    })
    return { seal, proofOf }
  })
}

const published = publish([5, 7, 1, 4])
const seals = published.map((one) => one.seal)

describe('checkProof accepts', () => {
  test('every leaf of trees of 1 to 70 leaves', () => {
    for (let size = 1; size <= 70; size += 1) {
      const [{ seal, proofOf }] = publish([size]) as [ReturnType<typeof publish>[0]]
      for (let index = 0; index < size; index += 1)
        expect(checkProof(proofOf(index), [seal])).toEqual({ proven: true })
    }
  })

  test('a movement of any seal, with the seals up to it or with later ones too', () => {
    published.forEach(({ proofOf }, at) => {
      expect(checkProof(proofOf(0), seals)).toEqual({ proven: true })
      expect(checkProof(proofOf(0), seals.slice(0, at + 1))).toEqual({ proven: true })
    })
  })
})

describe('a side that is hidden', () => {
  const whole = published[0]!.proofOf(2)

  test.each([[['debitSide']], [['creditSide']], [['debitSide', 'creditSide']]] as const)(
    '%s reveals nothing, and the proof still holds',
    (names) => {
      const fields = names.reduce((all, name) => hideSide(all, name), whole.fields)
      for (const name of names)
        expect(fields[name]).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(checkProof({ ...whole, fields }, seals)).toEqual({ proven: true })
      expect(hideSide(fields, names[0])).toEqual(fields)
    },
  )
})

describe('checkProof refuses', () => {
  const proof = published[1]!.proofOf(4)
  const refuses = (changed: Proof, list = seals) => !checkProof(changed, list).proven

  test('the unchanged proof holds', () => {
    expect(checkProof(proof, seals)).toEqual({ proven: true })
  })

  test('a field with one character changed, added or removed', () => {
    const { debitSide: _, creditSide: __, ...texts } = proof.fields
    for (const [name, value] of Object.entries(texts)) {
      const others =
        value === null
          ? [saltOf(1), '', 'null']
          : [
              ...spoil(value),
              `${value} `,
              `0${value}`,
              ...(value ? [value.slice(1), ''] : []),
              null,
            ]
      for (const changed of others)
        expect(refuses({ ...proof, fields: { ...proof.fields, [name]: changed } })).toBe(true)
    }
  })

  test('a side with one character changed, whether revealed or hidden', () => {
    for (const shown of [proof.fields, hideSide(proof.fields, 'debitSide')])
      for (const name of ['debitSide', 'creditSide'] as const)
        for (const [part, value] of Object.entries(shown[name] as Record<string, string>))
          for (const changed of [...spoil(value), `${value}0`, value.slice(1), '', ` ${value}`]) {
            const fields = { ...shown, [name]: { ...shown[name], [part]: changed } }
            expect(refuses({ ...proof, fields }), `${part} ${changed}`).toBe(true)
          }
  })

  test('sides that are swapped', () => {
    const { debitSide, creditSide } = proof.fields
    const fields = { ...proof.fields, debitSide: creditSide, creditSide: debitSide }
    expect(refuses({ ...proof, fields })).toBe(true)
  })

  test('a side without its salt, or both', () => {
    const bare = { seq: '1', balance: '100' } as SealedSide
    for (const sides of [
      { debitSide: bare },
      { creditSide: bare },
      { debitSide: bare, creditSide: bare },
    ]) {
      const fields = { ...proof.fields, ...sides }
      expect(checkProof({ ...proof, fields }, seals)).toEqual({ proven: false, why: 'path' })
    }
  })

  test('two fields whose values are swapped', () => {
    const { debit, credit } = proof.fields
    expect(refuses({ ...proof, fields: { ...proof.fields, debit: credit, credit: debit } })).toBe(
      true,
    )
  })

  test('a salt or a step of the path with one character changed, in any way', () => {
    for (const salt of [...spoil(proof.salt), proof.salt.replaceAll('-', ''), `${proof.salt}0`])
      expect(refuses({ ...proof, salt })).toBe(true)
    proof.path.forEach((step, at) => {
      for (const changed of [...spoil(step), `${step}0`, `${step}00`, step.slice(2), ''])
        expect(refuses({ ...proof, path: proof.path.with(at, changed) })).toBe(true)
    })
  })

  test('a path that is shorter, longer or in another order', () => {
    const { path } = proof
    expect(refuses({ ...proof, path: path.slice(1) })).toBe(true)
    expect(refuses({ ...proof, path: path.slice(0, -1) })).toBe(true)
    expect(refuses({ ...proof, path: [...path, path[0]!] })).toBe(true)
    expect(refuses({ ...proof, path: path.toReversed() })).toBe(true)
    expect(refuses({ ...proof, path: [] })).toBe(true)
  })

  test('another place or another size', () => {
    for (const index of [-1, 0, 1, 2, 3, 5, 6, 7, 1e9, 4.5, Number.NaN])
      expect(refuses({ ...proof, index })).toBe(true)
    for (const size of [0, 1, 5, 6, 8, 14, 7.5, Number.NaN])
      expect(refuses({ ...proof, size })).toBe(true)
  })

  test("a seal that was not published, or is not the movement's", () => {
    for (const no of ['0', '1', '3', '5', '02'])
      expect(refuses({ ...proof, seal: { ...proof.seal, no } })).toBe(true)
    expect(refuses(proof, [])).toBe(true)
    expect(refuses(proof, seals.slice(0, 1))).toBe(true)
  })

  test('a published seal, its own or an earlier one, with one field changed', () => {
    for (const at of [0, 1])
      for (const [name, value] of Object.entries(seals[at]!))
        for (const changed of spoil(value))
          expect(refuses(proof, seals.with(at, { ...seals[at]!, [name]: changed }))).toBe(true)
  })

  test('a list of seals with one missing or two in another order', () => {
    expect(refuses(proof, seals.slice(1))).toBe(true)
    expect(refuses(proof, [seals[1]!, seals[0]!])).toBe(true)
  })

  test('an inner node presented as a movement', () => {
    const node = nodeBytes(bytesOfHex(proof.path[0]!), bytesOfHex(proof.path[1]!))
    expect(hexOfBytes(sha256(node))).not.toBe(hexOfBytes(sha256(node.slice(1))))
    expect(refuses({ ...proof, path: proof.path.slice(1), index: 2, size: 4 })).toBe(true)
  })
})

test('the chain holds for the published seals, and not when any link is changed', () => {
  expect(chainHolds(seals)).toBe(true)
  expect(chainHolds([])).toBe(true)
  expect(chainHolds(seals.slice(1))).toBe(false)
  expect(chainHolds(seals.with(3, { ...seals[3]!, sealedAt: '2026-11-24T20:00:00.001Z' }))).toBe(
    false,
  )
})

/** The text with each character in turn changed to one of its own kind and to one of another kind. */
function* spoil(text: string): Iterable<string> {
  for (let at = 0; at < text.length; at += 1)
    for (const other of [text[at] === '0' ? '1' : '0', 'g', 'A'])
      if (other !== text[at]) yield text.slice(0, at) + other + text.slice(at + 1)
}
