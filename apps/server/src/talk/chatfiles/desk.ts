import { rm } from 'node:fs/promises'
import { bytesOfMb, chatImageSizeMaxMb, chatVideoSizeMaxMb } from '@kapao/contract/limits'
import { dayMs } from '@kapao/contract/times'
import { Refused } from '#core/refused.ts'
import type { Queryable } from '#core/db/db.ts'
import type { ReceivedFile, Upload } from '#core/uploads/receive.ts'
import { keepImage, keepVideo, type Sender } from './keep.ts'
import { countSince, findFile, refusedOf, type ChatFile } from './store.ts'
import { countIfRefused, receiveFile, type UploadDeps } from './upload.ts'

/** A file of an operator as it has arrived: on disk, counted, and neither decoded nor kept. */
export type DeskFile = {
  /** The operator's name for it. */
  name: string
  bytes: number
  /** Checks and keeps it for the owner of a talk, as if the owner had sent it. */
  keep: (owner: string) => Promise<ChatFile>
  /** Removes what is left of it on disk. */
  drop: () => Promise<void>
}

const videoKinds: ReadonlySet<string | null> = new Set(['mp4', 'quicktime'])

/**
 * Receives a picture or video that an operator sends, within the limits of what members send, and within as many a day
 * for each operator. Whatever becomes of it, the receiver drops it.
 */
export async function receiveAtDesk(
  deps: UploadDeps,
  operator: string,
  upload: Upload,
): Promise<DeskFile> {
  const { 'chat.fileDayMax': filesMax } = await deps.readSettings()
  const since = new Date(deps.clock.now().getTime() - dayMs)
  const sender = { owner: refusedOf(operator), operator }
  // Before the first byte is read; when it is kept it is counted again, beside those that arrived at once.
  if ((await countSince(deps.db, sender, since)) >= filesMax) throw new Refused('REQUEST_LIMIT')
  const file = await receiveFile(deps, upload, chatVideoSizeMaxMb)
  return {
    name: file.name,
    bytes: file.bytes,
    keep: (owner) =>
      countIfRefused(deps, { owner: sender.owner, file }, () =>
        keep(deps, { owner, operator, filesMax, share: null }, file),
      ),
    drop: () => rm(file.path, { force: true }),
  }
}

async function keep(
  deps: UploadDeps,
  by: Pick<Sender, 'owner' | 'filesMax' | 'share'> & { operator: string },
  file: ReceivedFile,
): Promise<ChatFile> {
  if (videoKinds.has(file.kind)) return keepVideo(deps, by, file)
  // Both kinds come by one call, so the smaller limit is known only now.
  if (file.bytes > chatImageSizeMaxMb * bytesOfMb) throw new Refused('REQUEST_TOO_LARGE')
  const sender = { ...by, isGuest: false, queueOwner: refusedOf(by.operator) }
  return keepImage(deps, sender, file)
}

/** How large a file was when it came; null for one that is not here any more. */
export async function findBytes(on: Queryable, name: string): Promise<number | null> {
  const file = await findFile(on, name)
  return file === null ? null : Number(file.bytes)
}
