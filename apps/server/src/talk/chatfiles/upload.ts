import { rm } from 'node:fs/promises'
import { bytesOfMb, chatImageSizeMaxMb, chatVideoSizeMaxMb } from '@kapao/contract/limits'
import { dayMs } from '@kapao/contract/times'
import { Refused } from '#core/refused.ts'
import type { ReceivedFile, Upload } from '#core/uploads/receive.ts'
import { chatShareOf, type ChatShareSettings } from '#core/written/chat-share.ts'
import { refuseUnlessRoom } from '#core/written/written.ts'
import { keepImage, keepVideo, type KeepDeps, type Sender } from './keep.ts'
import { insertRefused, sumSince, type ChatFile } from './store.ts'

export type UploadDeps = KeepDeps & {
  readSettings: () => Promise<
    ChatShareSettings & { 'chat.fileDayMax': number; 'chat.guestDayMb': number }
  >
}

type Uploader = Omit<Sender, 'filesMax' | 'share'>

/** A guest costs nothing to make, so each may send little. */
const guestShare = 6

const limitsByKind = {
  image: { sizeMaxMb: chatImageSizeMaxMb, keep: keepImage },
  video: { sizeMaxMb: chatVideoSizeMaxMb, keep: keepVideo },
}

/** Receives a picture or video and returns its name. It is not shown until a message names it. */
export async function uploadFile(
  deps: UploadDeps,
  { kind, ...who }: Uploader & { kind: keyof typeof limitsByKind },
  upload: Upload,
): Promise<string> {
  const { sizeMaxMb, keep } = limitsByKind[kind]
  const bounds = await refuseTooMany(deps, who, kind === 'video' ? upload.announcedBytes : 0)
  const file = await receiveFile(deps, upload, sizeMaxMb)
  const keepFile = () => keep(deps, { ...who, ...bounds }, file)
  return (await countIfRefused(deps, { owner: who.owner, file }, keepFile)).name
}

/** An invalid file counts like a kept one; otherwise it would be free to keep the decoder busy all day. */
export async function countIfRefused(
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

/**
 * Runs before the first byte is read; answers how much the sender may send. A video is kept as it comes; how large a
 * picture is when it is kept is not known yet.
 */
async function refuseTooMany(
  { db, clock, readSettings }: UploadDeps,
  { owner, isGuest, queueOwner }: Uploader,
  videoBytes: number,
): Promise<Pick<Sender, 'filesMax' | 'share'>> {
  const settings = await readSettings()
  const { 'chat.fileDayMax': fileMax, 'chat.guestDayMb': guestMb } = settings
  const at = clock.now()
  const since = new Date(at.getTime() - dayMs)
  const { files, guestBytes } = await sumSince(db, owner, since)
  const ownMax = isGuest ? Math.max(1, Math.floor(fileMax / guestShare)) : fileMax
  if (files >= ownMax) throw new Refused('REQUEST_LIMIT')
  if (isGuest && guestBytes >= BigInt(guestMb * bytesOfMb)) throw new Refused('REQUEST_LIMIT')
  const share = chatShareOf({ owner, network: isGuest ? queueOwner : null }, settings)
  await refuseUnlessRoom(db, { ...share, at }, videoBytes)
  return { filesMax: ownMax, share }
}

export async function receiveFile(
  { folder }: Pick<UploadDeps, 'folder'>,
  upload: Upload,
  sizeMaxMb: number,
): Promise<ReceivedFile> {
  const path = await folder.newIncoming()
  const { file } = await upload.receive({ path, bytesMax: sizeMaxMb * bytesOfMb })
  if (!file) throw new Refused('KEY_MISSING', 'file is missing')
  return file
}
