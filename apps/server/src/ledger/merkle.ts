import { nodeBytes } from '@kapao/contract/fair/proof'
import { sha256 } from '#core/ids.ts'

/** The root of a tree over hashed leaves (RFC 6962). At least one leaf. */
export function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 0) throw new Error('a tree has at least one leaf')
  if (hashes.length === 1) return hashes[0]!
  const split = splitOf(hashes.length)
  return sha256(nodeBytes(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split))))
}

/** The hashes that lead from a leaf to the root, from the leaf up. */
export function pathOf(hashes: readonly Uint8Array[], index: number): Uint8Array[] {
  if (hashes.length === 1) return []
  const split = splitOf(hashes.length)
  return index < split
    ? [...pathOf(hashes.slice(0, split), index), rootOf(hashes.slice(split))]
    : [...pathOf(hashes.slice(split), index - split), rootOf(hashes.slice(0, split))]
}

/** The root, and the paths of all leaves, with each node hashed once. */
export function growTree(hashes: readonly Uint8Array[]): {
  root: Uint8Array
  paths: Uint8Array[][]
} {
  if (hashes.length === 1) return { root: hashes[0]!, paths: [[]] }
  const split = splitOf(hashes.length)
  const [left, right] = [growTree(hashes.slice(0, split)), growTree(hashes.slice(split))]
  return {
    root: sha256(nodeBytes(left.root, right.root)),
    paths: [
      ...left.paths.map((path) => [...path, right.root]),
      ...right.paths.map((path) => [...path, left.root]),
    ],
  }
}

/** The largest power of two below a size; chunks of a power of two are therefore whole subtrees. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}
