import { rm } from 'node:fs/promises'
import type { UploadFolder } from '../folder.ts'
import type { PictureOrder, Pictures } from './pool.ts'
import type { PictureDone } from './task.ts'

type Rewritten = Omit<PictureOrder, 'target' | 'thumbnail'> & {
  fileName: string
  thumbnailName?: string
}

/** Rewrites a picture, with a thumbnail if one is named, and keeps both once they are complete. */
export async function keepRewritten(
  { folder, pictures }: { folder: UploadFolder; pictures: Pick<Pictures, 'clean'> },
  { fileName, thumbnailName, ...order }: Rewritten,
): Promise<PictureDone> {
  const target = await folder.newIncoming()
  const thumbnail = thumbnailName === undefined ? null : await folder.newIncoming()
  try {
    const done = await pictures.clean({ ...order, target, ...(thumbnail && { thumbnail }) })
    if (done.outcome !== 'done') return done
    await folder.keep(target, fileName)
    if (thumbnail !== null) await folder.keep(thumbnail, thumbnailName!)
    return done
  } finally {
    for (const path of [target, thumbnail]) if (path !== null) await rm(path, { force: true })
  }
}
