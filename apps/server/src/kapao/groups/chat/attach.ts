import { copyFile, open, rm, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ChatMessage } from '@kapao/contract/chat'
import { bytesOfMb, chatImageSizeMaxMb, chatVideoSizeMaxMb } from '@kapao/contract/limits'
import { Refused } from '#core/refused.ts'
import { fileKindOf, headBytes, type FileKind } from '#core/uploads/file-kind.ts'
import { createPictures } from '#core/uploads/pictures/pool.ts'
import { uploadFolders } from '#core/uploads/uploads.ts'
import type { Talk } from '#talk/chat/store.ts'
import { keepImage, keepVideo } from '#talk/chatfiles/keep.ts'
import { setSent } from '#talk/chatfiles/store.ts'
import type { CliContext } from '../../command.ts'
import { refuseCommand } from '../../terminal/fault.ts'

/** Stores an operator's file with the talk's other files; it is checked and encoded again like any upload. */
export async function attachFile(
  cli: CliContext,
  { owner }: Talk,
  { file, text }: { file: string; text: string | null },
): Promise<ChatMessage> {
  const { db, clock, ids, config } = cli
  const folder = uploadFolders(config, ids)('chat')
  const pictures = createPictures()
  const lying = { ...(await lookAt(file)), path: await folder.newIncoming() }
  await copyFile(file, lying.path)
  try {
    const deps = { db, clock, folder, pictures }
    const unbounded = { filesMax: null, share: null }
    const sender = { owner, isGuest: false, queueOwner: owner, operator: null, ...unbounded }
    const kept = isVideo(lying.kind)
      ? await keepVideo(deps, sender, lying)
      : await keepImage(deps, sender, lying)
    await setSent(db, kept.name, clock.now())
    const { name, thumbnail, kind, width, height } = kept
    return {
      message_type: 'media',
      payload: {
        ...(text === null ? {} : { message: text }),
        fileType: kind,
        filePath: name,
        name: basename(file),
        ...(thumbnail === null ? {} : { thumbnail, width: width!, height: height! }),
      },
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    refuseCommand(`${file} is no picture or video that can be sent.`)
  } finally {
    await rm(lying.path, { force: true })
    await pictures.close()
  }
}

async function lookAt(file: string): Promise<{ bytes: number; kind: FileKind | null }> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) refuseCommand(`There is no file ${file}.`)
  const handle = await open(file)
  try {
    const head = Buffer.alloc(headBytes)
    await handle.read(head, 0, headBytes, 0)
    const kind = fileKindOf(head)
    const maxMb = isVideo(kind) ? chatVideoSizeMaxMb : chatImageSizeMaxMb
    if (found.size > maxMb * bytesOfMb) refuseCommand(`${file} is larger than ${maxMb} MB.`)
    return { bytes: found.size, kind }
  } finally {
    await handle.close()
  }
}

function isVideo(kind: FileKind | null): boolean {
  return kind === 'mp4' || kind === 'quicktime'
}
