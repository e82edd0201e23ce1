import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, rmdirSync, statfsSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { programPath } from '../packages.ts'

export type Disk = {
  /** To the last page; `free` empties it again. */
  fill: () => void
  free: () => void
  /** What is written hangs until it goes on; what was read before is still read. */
  stall: () => void
  goOn: () => void
}

/** Room for the database of a drill and its log. */
const usualSize = '3g'

/** A disk of its own, in memory, of which as much is used as is written, so that a drill can fill it and no other. */
export function openDisk(folder: string, size: string = usualSize): Disk {
  mkdirSync(folder, { recursive: true })
  const image = `/dev/shm/kapao-${process.pid}-${basename(folder)}`
  run('truncate', '--size', size, image)
  run('mkfs.ext4', '-q', '-m', '0', '-O', '^has_journal', '-E', 'nodiscard', image)
  run('mount', '-o', 'loop,discard', image, folder)
  // It is there for as long as it is mounted.
  rmSync(image)
  rmdirSync(join(folder, 'lost+found'))
  chmodSync(folder, 0o700)
  const filler = join(folder, 'filler')
  return {
    fill: () => fill(folder, filler),
    free: () => rmSync(filler, { force: true }),
    stall: () => run('fsfreeze', '--freeze', folder),
    goOn: () => run('fsfreeze', '--unfreeze', folder),
  }
}

function fill(folder: string, filler: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const pages = Buffer.alloc(1024 * 1024)
  try {
    for (let left = bavail * bsize; left > 0; left -= pages.length)
      writeFileSync(filler, pages.subarray(0, Math.min(left, pages.length)), { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, {
    env: { PATH: programPath },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
