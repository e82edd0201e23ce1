import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '#core/db/db.ts'
import { rootOf } from '../merkle.ts'
import { leafOf, movementColumns, type MovementRow } from './leaf.ts'

/** Both are powers of two, so that chunks and parts are whole subtrees of a seal's tree. */
export const chunkSize = 1_024
/** What a proof hashes again: the fewer, the cheaper a receipt, and the more a seal keeps. */
export const partSize = 16
const chunksPerRead = 16
/** Hashing these takes a few milliseconds; after that others have a turn. */
const partsAtOnce = 8

/** A part of a chunk: the first movement, and the root of its leaves. */
export type Part = { firstId: bigint; root: Uint8Array }
export type Chunk = {
  firstId: bigint
  lastId: bigint
  size: number
  root: Uint8Array
  parts: readonly Part[]
}

export type Range = { from: bigint; upto: bigint }

/** The trees over the movements of a range, cut into chunks. */
export async function hashChunks(on: Queryable, { from, upto }: Range): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for (let next = from; next <= upto;) {
    const rows = await on.query<MovementRow>(
      `select ${movementColumns} from ledger_movement where id between $1 and $2 order by id limit $3`,
      [next, upto, chunkSize * chunksPerRead],
    )
    for (let at = 0; at < rows.length; at += chunkSize)
      chunks.push(await hashChunk(rows.slice(at, at + chunkSize)))
    const last = rows.at(-1)
    if (!last || rows.length < chunkSize * chunksPerRead) break
    next = last.id + 1n
  }
  return chunks
}

async function hashChunk(rows: readonly MovementRow[]): Promise<Chunk> {
  const parts: Part[] = []
  for (let at = 0; at < rows.length; at += partSize) {
    const part = rows.slice(at, at + partSize)
    parts.push({ firstId: part[0]!.id, root: rootOf(part.map(leafOf)) })
    if (parts.length % partsAtOnce === 0) await nextTurn()
  }
  return {
    firstId: rows[0]!.id,
    lastId: rows.at(-1)!.id,
    size: rows.length,
    root: rootOf(parts.map(({ root }) => root)),
    parts,
  }
}

/** A chunk as the database keeps it; `path` leads from its root to the seal's. */
export type StoredChunk = Record<'firstId' | 'lastId' | 'root' | 'path' | 'partRoots', string> & {
  partIds: string[]
}

export function storedOf(
  { firstId, lastId, root, parts }: Chunk,
  path: readonly Uint8Array[],
): StoredChunk {
  return {
    firstId: String(firstId),
    lastId: String(lastId),
    root: hexOf([root]),
    path: hexOf(path),
    partIds: parts.map((part) => String(part.firstId)),
    partRoots: hexOf(parts.map((part) => part.root)),
  }
}

function hexOf(hashes: readonly Uint8Array[]): string {
  return Buffer.concat(hashes).toString('hex')
}
