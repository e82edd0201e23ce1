import { isHanded, type FileStore } from './place.ts'

export type MoveResult = {
  moved: number
  /** Lay in the other place already. */
  there: number
  failed: { key: string; why: string }[]
}

const atOnce = 8
/** This many failures in a row mean that the bucket is at fault, not the file. */
const failedInRowMax = 20

/**
 * Moves all uploaded files to another place. Each is removed from the first one when the other has it with the same
 * checksum, so it may be ended at any moment and started again. With `keep`, nothing is removed. A file that was
 * received and not yet kept stays in a bucket after it was copied: a process may be about to read it.
 */
export async function moveUploads(
  { from, to }: { from: FileStore; to: FileStore },
  { keep, onPage = () => undefined }: { keep: boolean; onPage?: (moved: MoveResult) => void },
): Promise<MoveResult> {
  const moved: MoveResult = { moved: 0, there: 0, failed: [] }
  let failedInRow = 0
  const moveOne = async (key: string): Promise<void> => {
    try {
      const outcome = await moveFile({ from, to }, key, keep || isHanded(key))
      if (outcome !== 'gone') moved[outcome] += 1
      failedInRow = 0
    } catch (error) {
      failedInRow += 1
      moved.failed.push({ key, why: String(error) })
    }
  }
  for await (const page of from.list()) {
    for (let at = 0; at < page.length; at += atOnce) {
      await Promise.all(page.slice(at, at + atOnce).map(moveOne))
      if (failedInRow >= failedInRowMax) return moved
    }
    onPage(moved)
  }
  return moved
}

async function moveFile(
  { from, to }: { from: FileStore; to: FileStore },
  key: string,
  keep: boolean,
): Promise<'moved' | 'there' | 'gone'> {
  const digest = await from.digestOf(key)
  // Its time was over, or it was read meanwhile.
  if (digest === null) return 'gone'
  const isThere = (await to.digestOf(key)) === digest
  if (!isThere) {
    await from.lend(key, (path) => to.take(key, path))
    const arrived = await to.digestOf(key)
    if (arrived !== digest) throw new Error(`its copy differs: ${digest} became ${arrived}`)
  }
  if (!keep) await from.remove(key)
  return isThere ? 'there' : 'moved'
}
