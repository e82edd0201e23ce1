import { rm, stat } from 'node:fs/promises'
import type { UploadFolder } from '../folder.ts'
import type { PictureOrder, Pictures } from './pool.ts'
import type { PictureResult } from './task.ts'

type RewriteOrder = Omit<PictureOrder, 'target' | 'thumbnail'> & {
  fileName: string
  thumbnailName?: string
}

/** A picture that compresses well can be larger when it is kept than when it came. */
export type Sizes = { keptBytes: number; sourceBytes: number }

/** Rewrites a picture, with a thumbnail if one is named, and keeps both once they are complete. */
export async function keepRewritten(
  { folder, pictures }: { folder: UploadFolder; pictures: Pick<Pictures, 'clean'> },
  { fileName, thumbnailName, ...order }: RewriteOrder,
): Promise<PictureResult & Sizes> {
  const target = await folder.newIncoming()
  const thumbnail = thumbnailName === undefined ? null : await folder.newIncoming()
  try {
    const done = await pictures.clean({ ...order, target, ...(thumbnail && { thumbnail }) })
    if (done.outcome !== 'done') return { ...done, keptBytes: 0, sourceBytes: 0 }
    const sourceBytes = await sizeOf([order.source])
    const keptBytes = await sizeOf(thumbnail === null ? [target] : [target, thumbnail])
    await folder.keep(target, fileName)
    if (thumbnail !== null) await folder.keep(thumbnail, thumbnailName!)
    return { ...done, keptBytes, sourceBytes }
  } finally {
    for (const path of [target, thumbnail]) if (path !== null) await rm(path, { force: true })
  }
}

async function sizeOf(paths: readonly string[]): Promise<number> {
  const found = await Promise.all(paths.map((path) => stat(path)))
  return found.reduce((sum, { size }) => sum + size, 0)
}
