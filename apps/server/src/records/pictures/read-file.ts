import { buffer } from 'node:stream/consumers'
import type { UploadFolder } from '#core/uploads/folder.ts'

/** The bytes of a picture; null where there is none. */
export type ReadFile = (file: string) => Promise<Buffer | null>

const keptMax = 64
const keptBytesMax = 512 * 1024

/** Reads pictures of the house and holds the latest ones: every visitor of a campaign asks for the same few. */
export function readFilesOf(folder: UploadFolder): ReadFile {
  const kept = new Map<string, Buffer>()
  return async (file) => {
    const known = kept.get(file)
    if (known) return known
    const found = await folder.open(file)
    if (found === null) return null
    const bytes = await buffer(await found.read(0, found.bytes - 1))
    if (bytes.length > keptBytesMax) return bytes
    const [oldest] = kept.keys()
    if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest)
    kept.set(file, bytes)
    return bytes
  }
}
