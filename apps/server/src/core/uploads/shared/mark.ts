import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hourMs, type Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { Ids } from '../../ids.ts'
import type { Log } from '../../telemetry/log.ts'
import { countOtherFolders, noteFolder } from './mark-store.ts'

type Deps = { db: Db; clock: Clock; ids: Pick<Ids, 'secret'>; dataDir: string }

/** A folder that nobody has noted for so long is not in use any more: its process notes it each hour. */
const inUseMs = 3 * hourMs
const markForm = /^[\w-]{16,64}$/

/** The mark of the folder of uploaded files, made once: processes that see the same mark share the folder. */
async function markOf({ dataDir, ids }: Deps): Promise<string> {
  const folder = join(dataDir, 'uploads')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, '.mark')
  await writeFile(file, `${ids.secret()}\n`, { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const mark = (await readFile(file, 'utf8')).trim()
  if (!markForm.test(mark)) throw new Error(`${file} is not the mark of a folder`)
  return mark
}

/** How many other folders of uploaded files are in use beside this one. */
export async function countOtherUploads(deps: Deps): Promise<number> {
  const since = new Date(deps.clock.now().getTime() - inUseMs)
  return countOtherFolders(deps.db, { mark: await markOf(deps), since })
}

export const notShared =
  'DATA_DIR/uploads is not the folder that other processes have: a file that one takes is not found by the next; ' +
  'mount one folder for all'

/** Notes the folder now and each hour, and says so when another one is in use, too. */
export async function watchUploads(
  deps: Deps & { log: Pick<Log, 'error' | 'warn'> },
): Promise<() => void> {
  const look = async (): Promise<void> => {
    try {
      await noteFolder(deps.db, await markOf(deps), deps.clock.now())
      if ((await countOtherUploads(deps)) > 0) deps.log.error(notShared)
    } catch (error) {
      deps.log.warn({ err: error }, 'the folder of uploaded files could not be looked at')
    }
  }
  await look()
  const timer = setInterval(() => void look(), hourMs).unref()
  return () => clearInterval(timer)
}
