import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Disk = { fill: () => void; free: () => void }

/** Room for the database of a drill and its log; in memory, as much as is written. */
const size = '3g'

/** The disk of one database machine, of its own, so that a drill can fill it and no other. */
export function openDisk(folder: string): Disk {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    fill: () => {
      const { bavail, bsize } = statfsSync(folder)
      const pages = Buffer.alloc(1024 * 1024)
      for (let left = bavail * bsize; left > 0; left -= pages.length)
        writeFileSync(filler, pages.subarray(0, Math.min(left, pages.length)), { flag: 'a' })
    },
    free: () => rmSync(filler, { force: true }),
  }
}
