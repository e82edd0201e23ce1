import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { growTree, pathOf, rootOf } from './merkle.ts'

const sha256 = (...parts: Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest()
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const leaves = (size: number) =>
  Array.from({ length: size }, (_, n) => sha256(Buffer.of(0), Buffer.from(`leaf ${n}`)))

/** The definition: split at the largest power of two below the size. */
function rootByDefinition(hashes: Uint8Array[]): Uint8Array {
  if (hashes.length === 1) return hashes[0]!
  const half = 2 ** Math.floor(Math.log2(hashes.length - 1))
  return sha256(
    Buffer.of(1),
    rootByDefinition(hashes.slice(0, half)),
    rootByDefinition(hashes.slice(half)),
  )
}

/** Walks the tree down to the leaf and up again with the steps of the path. */
function rootByPath(
  leaf: Uint8Array,
  path: Uint8Array[],
  place: [index: number, size: number],
): Uint8Array {
  const [index, size] = place
  if (size === 1) return path.length === 0 ? leaf : Buffer.from('a step too many')
  const half = 2 ** Math.floor(Math.log2(size - 1))
  const [rest, step] = [path.slice(0, -1), path.at(-1)!]
  return index < half
    ? sha256(Buffer.of(1), rootByPath(leaf, rest, [index, half]), step)
    : sha256(Buffer.of(1), step, rootByPath(leaf, rest, [index - half, size - half]))
}

describe('rootOf', () => {
  // The test vectors of certificate transparency logs.
  const inputs = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ]
  test.each([
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('of %i known leaves is the known one', (size, root) => {
    const hashes = inputs
      .slice(0, size)
      .map((input) => sha256(Buffer.of(0), Buffer.from(input, 'hex')))
    expect(hex(rootOf(hashes))).toBe(root)
  })

  test('follows the definition for every size up to 70', () => {
    for (let size = 1; size <= 70; size += 1)
      expect(hex(rootOf(leaves(size)))).toBe(hex(rootByDefinition(leaves(size))))
  })

  test('a tree has at least one leaf', () => {
    expect(() => rootOf([])).toThrow('at least one leaf')
  })
})

describe('pathOf', () => {
  test('leads from every leaf to the root, for every size up to 70', () => {
    for (let size = 1; size <= 70; size += 1) {
      const hashes = leaves(size)
      const root = hex(rootByDefinition(hashes))
      hashes.forEach((leaf, index) =>
        expect(hex(rootByPath(leaf, pathOf(hashes, index), [index, size]))).toBe(root),
      )
    }
  })
})

describe('growTree', () => {
  test('has the root and the path of every leaf, for every size up to 70', () => {
    for (let size = 1; size <= 70; size += 1) {
      const hashes = leaves(size)
      const { root, paths } = growTree(hashes)
      expect(hex(root)).toBe(hex(rootOf(hashes)))
      expect(paths.map((path) => path.map(hex))).toEqual(
        hashes.map((_, index) => pathOf(hashes, index).map(hex)),
      )
    }
  })
})

describe('chunks of 1024 leaves', () => {
  const chunksOf = (hashes: Uint8Array[]) =>
    Array.from({ length: Math.ceil(hashes.length / 1_024) }, (_, n) =>
      hashes.slice(n * 1_024, (n + 1) * 1_024),
    )

  test.each([1_023, 1_024, 1_025, 2_047, 2_048, 2_049, 3_000, 3_073, 4_097, 5_121])(
    'are whole subtrees of a tree of %i: its root and paths are those over the chunks',
    (size) => {
      const hashes = leaves(size)
      const chunks = chunksOf(hashes)
      const roots = chunks.map(rootOf)
      expect(hex(rootOf(roots))).toBe(hex(rootByDefinition(hashes)))
      for (const index of new Set([
        0,
        1,
        511,
        1_022,
        1_023,
        1_024,
        2_047,
        2_048,
        size - 2,
        size - 1,
      ])) {
        if (index >= size) continue
        const chunkAt = Math.floor(index / 1_024)
        const path = [...pathOf(chunks[chunkAt]!, index % 1_024), ...pathOf(roots, chunkAt)]
        expect(path.map(hex)).toEqual(pathOf(hashes, index).map(hex))
      }
    },
  )
})
