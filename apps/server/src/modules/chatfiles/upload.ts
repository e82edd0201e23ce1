import { rm } from 'node:fs/promises'
import { bytesOfMb, chatImageSizeMaxMb, chatVideoSizeMaxMb } from '@kapao/contract/limits'
import { Refused } from '#core/calls/refuse.ts'
import { dayMs } from '#core/clock.ts'
import type { ReceivedFile, Upload } from '#core/uploads/receive.ts'
import { keepImage, keepVideo, type KeepDeps, type Sender } from './keep.ts'
import { insertRefused, sumSince, type ChatFile } from './store.ts'

export type UploadDeps = KeepDeps & {
  readSettings: () => Promise<{ 'chat.fileDayMax': number; 'chat.guestDayMb': number }>
}

/** A guest costs nothing to make, so each may send little. */
const guestShare = 6

/**
 * Receives a picture, encodes it again with a thumbnail, and returns its name. It is not shown until a message names
 * it.
 */
export async function uploadImage(deps: UploadDeps, who: Sender, upload: Upload): Promise<string> {
  await refuseTooMany(deps, who)
  const file = await receive(deps, upload, chatImageSizeMaxMb)
  return (await kept(deps, { owner: who.owner, file }, () => keepImage(deps, who, file))).name
}

/** Receives a video unchanged, judged by its first bytes, and returns its name. */
export async function uploadVideo(deps: UploadDeps, who: Sender, upload: Upload): Promise<string> {
  await refuseTooMany(deps, who)
  const file = await receive(deps, upload, chatVideoSizeMaxMb)
  return (await kept(deps, { owner: who.owner, file }, () => keepVideo(deps, who, file))).name
}

/** An invalid file counts like a kept one; otherwise it would be free to keep the decoder busy all day. */
export async function kept(
  { db, clock }: UploadDeps,
  { owner, file }: { owner: string; file: ReceivedFile },
  keep: () => Promise<ChatFile>,
): Promise<ChatFile> {
  try {
    return await keep()
  } catch (error) {
    if (error instanceof Refused && error.code !== 'SERVICE_BUSY')
      await insertRefused(db, { owner, bytes: BigInt(file.bytes), at: clock.now() })
    throw error
  } finally {
    await rm(file.path, { force: true })
  }
}

/** Runs before the first byte is read. */
async function refuseTooMany(
  { db, clock, readSettings }: UploadDeps,
  { owner, isGuest }: Sender,
): Promise<void> {
  const { 'chat.fileDayMax': fileMax, 'chat.guestDayMb': guestMb } = await readSettings()
  const since = new Date(clock.now().getTime() - dayMs)
  const { files, guestBytes } = await sumSince(db, owner, since)
  const ownMax = isGuest ? Math.max(1, Math.floor(fileMax / guestShare)) : fileMax
  if (files >= ownMax) throw new Refused('REQUEST_LIMIT')
  if (isGuest && guestBytes >= BigInt(guestMb * bytesOfMb)) throw new Refused('REQUEST_LIMIT')
}

export async function receive(
  { folder }: Pick<UploadDeps, 'folder'>,
  upload: Upload,
  sizeMaxMb: number,
): Promise<ReceivedFile> {
  const path = await folder.newIncoming()
  const { file } = await upload.receive({ path, bytesMax: sizeMaxMb * bytesOfMb })
  if (!file) throw new Refused('KEY_MISSING', 'file is missing')
  return file
}
