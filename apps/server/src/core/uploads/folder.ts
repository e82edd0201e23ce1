import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Ids } from '../ids.ts'

/** A file in the folder that keeps it. */
export type KeptFile = {
  bytes: number
  /** Both ends are part of it. */
  read: (start: number, end: number) => Promise<Readable>
}

/**
 * Uploaded files of one kind, outside of anything that is served. The random file names are all that is stored
 * elsewhere.
 */
export type UploadFolder = {
  name: string
  /** A path on this machine for receiving or writing a file; the caller keeps, hands on or removes the file. */
  newIncoming: () => Promise<string>
  newName: (ending: FileEnding) => string
  /** Gives a received file its permanent name. */
  keep: (incoming: string, fileName: string) => Promise<void>
  /** Hands a received file on to whichever process continues with it, and returns the name to find it by. */
  handOn: (incoming: string) => Promise<string>
  /** Lends the path of a file that was handed on; no file is there if it is lost. */
  withHanded: <T>(handed: string, work: (path: string) => Promise<T>) => Promise<T>
  dropHanded: (handed: string) => Promise<void>
  /** Null when it is lost, or was removed. */
  open: (fileName: string) => Promise<KeptFile | null>
  has: (fileName: string) => Promise<boolean>
  remove: (fileName: string) => Promise<void>
  /** Files kept before an instant, for the job that removes those without an owner; one call may return a part of them. */
  listOlder: (before: Date) => Promise<string[]>
  /** Includes half-written files. */
  removeIncomingOlder: (before: Date) => Promise<number>
}

/** In a folder of this machine, or one that all machines share. */
export type LocalFolder = UploadFolder & { pathOf: (fileName: string) => string }

export type FileEnding = 'jpg' | 'png' | 'gif' | 'webp' | 'mp4' | 'mov'

/** A path for writing a file until it is complete; no other writer uses it, and the cleanup covers it too. */
export function newPartName(path: string): string {
  return `${path}.${randomUUID()}.part`
}

const nameForm = /^[A-Za-z0-9_-]{43}\.(?:jpg|png|gif|webp|mp4|mov)$/

/** Whether a text from outside is a file name; it can never lead out of the folder. */
export function isFileName(text: string): boolean {
  return nameForm.test(text)
}

const incomingForm = /^[A-Za-z0-9_-]{43}$/

/** Whether a text is the name of a file that was received and not yet kept. */
export function isIncomingName(text: string): boolean {
  return incomingForm.test(text)
}

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
}

/** The media type of a file, by the name that we gave it. */
export function typeOf(fileName: string): string {
  return types[fileName.split('.').at(-1)!]!
}

export function openUploadFolder(
  { dataDir, ids }: { dataDir: string; ids: Pick<Ids, 'secret'> },
  name: string,
): LocalFolder {
  const root = join(dataDir, 'uploads', name)
  const incoming = join(root, 'incoming')
  // Created on first use, so that a process without uploads needs no folder.
  let made: Promise<unknown> | null = null
  const make = async (): Promise<void> => {
    made ??= mkdir(incoming, { recursive: true, mode: 0o700 })
    await made.catch((error: unknown) => {
      made = null
      throw error
    })
  }
  const pathOf = (fileName: string): string => {
    if (!isFileName(fileName)) throw new Error('not a name of an uploaded file')
    return join(root, fileName)
  }
  const handedPathOf = (handed: string): string => {
    if (!isIncomingName(handed)) throw new Error('not a name of a received file')
    return join(incoming, handed)
  }
  const open: UploadFolder['open'] = async (fileName) => {
    const path = pathOf(fileName)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return null
    const read = async (start: number, end: number) => createReadStream(path, { start, end })
    return { bytes: found.size, read }
  }
  return {
    name,
    newIncoming: async () => {
      await make()
      return join(incoming, ids.secret())
    },
    newName: (ending) => `${ids.secret()}.${ending}`,
    pathOf,
    keep: (from, fileName) => rename(from, pathOf(fileName)),
    handOn: async (from) => basename(from),
    withHanded: (handed, work) => work(handedPathOf(handed)),
    dropHanded: (handed) => rm(handedPathOf(handed), { force: true }),
    open,
    has: async (fileName) => (await open(fileName)) !== null,
    remove: (fileName) => rm(pathOf(fileName), { force: true }),
    listOlder: async (before) => {
      await make()
      const older = await olderIn(root, before)
      return older.filter(isFileName)
    },
    removeIncomingOlder: async (before) => {
      await make()
      const received = (await olderIn(incoming, before)).map((file) => join(incoming, file))
      const parts = (await olderIn(root, before)).filter((file) => file.endsWith('.part'))
      const older = [...received, ...parts.map((file) => join(root, file))]
      for (const file of older) await rm(file, { force: true })
      return older.length
    },
  }
}

async function olderIn(folder: string, before: Date): Promise<string[]> {
  const older: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    const found = await stat(join(folder, entry.name)).catch(() => null)
    if (found && found.mtime < before) older.push(entry.name)
  }
  return older
}

const askedAtOnce = 500

/** Removes files kept before an instant that `listUnknown` does not know, and those that were never kept. */
export async function removeUnknown(
  folder: UploadFolder,
  before: Date,
  listUnknown: (names: readonly string[]) => Promise<string[]>,
): Promise<number> {
  let removed = await folder.removeIncomingOlder(before)
  const lying = await folder.listOlder(before)
  for (let at = 0; at < lying.length; at += askedAtOnce) {
    const unknown = await listUnknown(lying.slice(at, at + askedAtOnce))
    for (const name of unknown) await folder.remove(name)
    removed += unknown.length
  }
  return removed
}
