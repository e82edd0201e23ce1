import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hourMs, type Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { Ids } from '../../ids.ts'
import type { Log } from '../../telemetry/log.ts'
import { countOtherFolders, noteFolder } from './mark-store.ts'

type Deps = { db: Db; clock: Clock; dataDir: string }

/** Each process records its folder every hour; a folder not recorded for this long is out of use. */
const inUseMs = 3 * hourMs
const markForm = /^[\w-]{16,64}$/

function fileOf(dataDir: string): string {
  return join(dataDir, 'uploads', '.mark')
}

/** Creates the folder of uploaded files and its mark once: processes that read the same mark share the folder. */
async function ensureMark(dataDir: string, ids: Pick<Ids, 'secret'>): Promise<void> {
  const file = fileOf(dataDir)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${ids.secret()}\n`, { flag: 'wx', mode: 0o600 }).catch(unless('EEXIST'))
}

/** Null for a folder that no process has used yet. */
async function readMark(dataDir: string): Promise<string | null> {
  const file = fileOf(dataDir)
  const text = await readFile(file, 'utf8').catch(unless('ENOENT'))
  if (text === undefined) return null
  const mark = text.trim()
  if (!markForm.test(mark)) throw new Error(`${file} does not hold the mark of a folder`)
  return mark
}

function unless(code: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== code) throw error
  }
}

/** How many other folders of uploaded files are in use. It only reads: an operator may ask as another user. */
export async function countOtherUploads({ db, clock, dataDir }: Deps): Promise<number> {
  const since = new Date(clock.now().getTime() - inUseMs)
  return countOtherFolders(db, { mark: await readMark(dataDir), since })
}

export const notShared =
  'other processes use another DATA_DIR/uploads: a file uploaded to one process is missing at the others; ' +
  'mount one folder for all'

/** Records the folder now and every hour, and logs an error while another folder is in use. */
export async function watchUploads(
  deps: Deps & { ids: Pick<Ids, 'secret'>; log: Pick<Log, 'error' | 'warn'> },
): Promise<() => void> {
  const check = async (): Promise<void> => {
    try {
      await ensureMark(deps.dataDir, deps.ids)
      const mark = await readMark(deps.dataDir)
      if (mark !== null) await noteFolder(deps.db, mark, deps.clock.now())
      if ((await countOtherUploads(deps)) > 0) deps.log.error(notShared)
    } catch (error) {
      deps.log.warn({ err: error }, 'the folder of uploaded files could not be checked')
    }
  }
  await check()
  const timer = setInterval(() => void check(), hourMs).unref()
  return () => clearInterval(timer)
}
