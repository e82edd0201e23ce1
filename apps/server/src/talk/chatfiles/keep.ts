import { dayMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import { countWritten, type Share } from '#core/written/written.ts'
import type { FileKind } from '#core/uploads/file-kind.ts'
import type { UploadFolder } from '#core/uploads/folder.ts'
import { keepRewritten } from '#core/uploads/pictures/keep-rewritten.ts'
import type { Pictures } from '#core/uploads/pictures/pool.ts'
import type { PictureResult } from '#core/uploads/pictures/task.ts'
import { countSince, insertFile, lockSender, type ChatFile } from './store.ts'

export type KeepDeps = {
  db: Db
  clock: Clock
  folder: UploadFolder
  pictures: Pick<Pictures, 'clean'>
}

/** The owner of the file: a member or a guest, named as their talk. */
export type Sender = {
  owner: string
  isGuest: boolean
  /** The owner in queues for scarce resources: guests cost nothing to make, so theirs is their network. */
  queueOwner: string
  /** The operator who sends it into the owner's talk; null if the owner sends it. */
  operator: string | null
  /** How many files the sender may send a day. */
  filesMax: number
  /** In whose sum of the day its bytes count; null where an operator sends it. */
  share: Omit<Share, 'at'> | null
}

/** A file on disk whose first bytes have been checked. */
export type CheckedFile = { path: string; bytes: number; kind: FileKind | null }

/** Stores a picture that was decoded and encoded again, with a thumbnail. */
export async function keepImage(
  deps: KeepDeps,
  { owner, isGuest, queueOwner, operator, ...bounds }: Sender,
  { path, bytes, kind }: CheckedFile,
): Promise<ChatFile> {
  if (kind !== 'png' && kind !== 'jpeg' && kind !== 'gif') refuseKind()
  const { clock, folder, pictures } = deps
  const name = folder.newName(kind === 'gif' ? 'gif' : 'jpg')
  const thumbnail = folder.newName('jpg')
  const done = await keepRewritten(
    { folder, pictures },
    {
      owner: queueOwner,
      source: path,
      fileName: name,
      thumbnailName: thumbnail,
      readQr: false,
      takesGif: true,
      // Guests cost nothing to make: however many they are, a member's picture waits at most for the one in progress.
      place: isGuest ? 'last' : 'next',
    },
  )
  const file: ChatFile = {
    ...sizeWhenDone(done),
    name,
    thumbnail,
    owner,
    kind: 'image',
    bytes: BigInt(bytes),
    createdAt: clock.now(),
    operator,
  }
  await insertCounted(deps, file, { ...bounds, keptBytes: done.keptBytes })
  return file
}

/** Stores a video unchanged, under a name of ours. */
export async function keepVideo(
  deps: KeepDeps,
  { owner, operator, filesMax, share }: Omit<Sender, 'isGuest' | 'queueOwner'>,
  { path, bytes, kind }: CheckedFile,
): Promise<ChatFile> {
  if (kind !== 'mp4' && kind !== 'quicktime') refuseKind()
  const { clock, folder } = deps
  const name = folder.newName(kind === 'mp4' ? 'mp4' : 'mov')
  await folder.keep(path, name)
  const file: ChatFile = {
    name,
    thumbnail: null,
    owner,
    kind: 'video',
    bytes: BigInt(bytes),
    width: null,
    height: null,
    createdAt: clock.now(),
    operator,
  }
  await insertCounted(deps, file, { filesMax, share, keptBytes: bytes })
  return file
}

type Bounds = Pick<Sender, 'filesMax' | 'share'> & { keptBytes: number }

/** When a sender's files arrive at once, each counts those before it; what is too much is removed again. */
async function insertCounted(deps: KeepDeps, file: ChatFile, bounds: Bounds): Promise<void> {
  const { db, clock, folder } = deps
  const { filesMax, share, keptBytes } = bounds
  const at = clock.now()
  const since = new Date(at.getTime() - dayMs)
  try {
    await db.begin(async (tx) => {
      await lockSender(tx, file)
      if ((await countSince(tx, file, since)) >= filesMax) throw new Refused('REQUEST_LIMIT')
      await insertFile(tx, file)
      if (share !== null) await countWritten(tx, { ...share, at }, keptBytes)
    })
  } catch (error) {
    // After anything else the row may be there, and the cleanup decides.
    if (error instanceof Refused)
      for (const name of [file.name, file.thumbnail]) if (name !== null) await folder.remove(name)
    throw error
  }
}

function refuseKind(): never {
  throw new Refused('KEY_INVALID', 'the file is not supported')
}

function sizeWhenDone(done: PictureResult): { width: number; height: number } {
  if (done.outcome === 'done') return { width: done.width, height: done.height }
  if (done.outcome === 'broken') refuseKind()
  // A picture that takes the decoder this long has too much in it, however few its bytes; a second try would end the
  // same.
  if (done.outcome === 'too-large' || done.outcome === 'slow')
    throw new Refused('REQUEST_TOO_LARGE')
  if (done.outcome === 'stuck') throw new Refused('SERVICE_BUSY')
  throw new Error(`a picture could not be encoded: ${JSON.stringify(done)}`)
}
