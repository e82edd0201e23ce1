import { createHash } from 'node:crypto'
import { Impossible } from '../call.ts'

export type Version = {
  id: string
  bytes: Buffer
  type: string
  at: Date
  /** SHA-256 in base64 as sent by the writer, verified; null where none was sent. */
  checksum: string | null
}

export type Objects = ReturnType<typeof createObjects>

const objectsMax = 10_000
const bytesMax = 256 * 1024 * 1024

/** The contents of the buckets: each object with its versions, newest last, null where it was deleted. */
export function createObjects() {
  const kept = new Map<string, (Version | null)[]>()
  let lastId = 0
  let bytesKept = 0
  const push = (name: string, version: Version | null): void => {
    kept.set(name, [...(kept.get(name) ?? []), version])
  }
  return {
    kept,
    current: (name: string): Version | null => kept.get(name)?.at(-1) ?? null,
    write: (name: string, written: Omit<Version, 'id'>): Version => {
      bytesKept += written.bytes.length
      if (kept.size >= objectsMax || bytesKept > bytesMax)
        throw new Impossible('The buckets are full.')
      lastId += 1
      const version = { id: `v${lastId}`, ...written }
      push(name, version)
      return version
    },
    delete: (name: string): void => {
      if (kept.has(name)) push(name, null)
    },
    reset: (): void => {
      kept.clear()
      bytesKept = 0
    },
  }
}

export function checksumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64')
}
