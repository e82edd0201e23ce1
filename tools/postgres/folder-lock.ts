import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { birthOf } from './processes.ts'

/** One process at a time may use a data folder; the lock of a process that has ended is ignored. */
export async function lockFolder(
  folder: string,
  wantedFolder = folder,
): Promise<() => Promise<void>> {
  const lock = join(folder, 'in-use')
  const mine = `${lock}.${process.pid}`
  await writeFile(mine, `${process.pid} ${birthOf(process.pid)}\n`)
  try {
    for (;;) {
      if (await linkIfAbsent(mine, lock)) return () => rm(lock, { force: true })
      const held = await readFile(lock, 'utf8').catch(() => null)
      if (held === null) continue
      const [pid, birth] = held.trim().split(' ')
      if (birth !== undefined && birthOf(Number(pid)) === birth)
        throw new Error(`the data folder ${wantedFolder} is in use by process ${pid}`)
      await removeStale(lock, held)
    }
  } finally {
    await rm(mine, { force: true })
  }
}

async function linkIfAbsent(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Moves the lock away before judging it again, so that neither of two concurrent starters deletes the other's new lock.
 */
async function removeStale(lock: string, held: string): Promise<void> {
  const aside = `${lock}.stale.${process.pid}`
  await rename(lock, aside).catch(() => undefined)
  const moved = await readFile(aside, 'utf8').catch(() => null)
  if (moved !== null && moved !== held) await linkIfAbsent(aside, lock)
  await rm(aside, { force: true })
}
