import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ids } from '../ids.ts'

/**
 * A folder of uploaded files, outside of anything that is served. The random file names are all that is stored
 * elsewhere.
 */
export type UploadFolder = {
  name: string
  /** A path for receiving a file; it is not visible in the folder. */
  newIncoming: () => Promise<string>
  newName: (ending: FileEnding) => string
  pathOf: (fileName: string) => string
  /** Gives a received file its permanent name. */
  keep: (incoming: string, fileName: string) => Promise<void>
  has: (fileName: string) => Promise<boolean>
  remove: (fileName: string) => Promise<void>
  /** Files received or kept before an instant, for the job that removes those without an owner. */
  listOlder: (before: Date) => Promise<string[]>
  /** Includes half-written files. */
  removeIncomingOlder: (before: Date) => Promise<number>
}

export type FileEnding = 'jpg' | 'png' | 'gif' | 'mp4' | 'mov'

const partForm = /\.part$/

/** A path for writing a file until it is complete; no other writer uses it, and the cleanup covers it too. */
export function newPartName(path: string): string {
  return `${path}.${randomUUID()}.part`
}

const nameForm = /^[A-Za-z0-9_-]{43}\.(?:jpg|png|gif|mp4|mov)$/

/** Whether a text from outside is a file name; it can never lead out of the folder. */
export function isFileName(text: string): boolean {
  return nameForm.test(text)
}

export function openUploadFolder(
  { dataDir, ids }: { dataDir: string; ids: Pick<Ids, 'secret'> },
  name: string,
): UploadFolder {
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
  return {
    name,
    newIncoming: async () => {
      await make()
      return join(incoming, ids.secret())
    },
    newName: (ending) => `${ids.secret()}.${ending}`,
    pathOf,
    keep: (from, fileName) => rename(from, pathOf(fileName)),
    has: (fileName) =>
      stat(pathOf(fileName)).then(
        (found) => found.isFile(),
        () => false,
      ),
    remove: (fileName) => rm(pathOf(fileName), { force: true }),
    listOlder: async (before) => {
      await make()
      const older = await olderIn(root, before)
      return older.filter(isFileName)
    },
    removeIncomingOlder: async (before) => {
      await make()
      const received = (await olderIn(incoming, before)).map((file) => join(incoming, file))
      const parts = (await olderIn(root, before)).filter((file) => partForm.test(file))
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
