import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A volume of a few pages or megabytes, to test a full disk without filling the machine's. */
export type SmallVolume = {
  folder: string
  /** Leaves this many bytes free, in whole pages. */
  fill: (bytesLeft: number) => void
  /** Frees the space again. */
  free: () => void
  remove: () => void
}

/** Returns the reason where nothing can be mounted: that takes root on Linux. */
export function openSmallVolume(bytes: number): SmallVolume | { why: string } {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { why: 'a small volume can only be mounted by root on Linux' }
  const folder = mkdtempSync(join(tmpdir(), 'kapao-small-'))
  try {
    mount('-t', 'tmpfs', '-o', `size=${bytes},mode=711`, 'tmpfs', folder)
  } catch {
    rmSync(folder, { recursive: true })
    return { why: 'nothing can be mounted in this container' }
  }
  chmodSync(folder, 0o711)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: (bytesLeft) => {
      rmSync(filler, { force: true })
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytesLeft)))
      } catch (error) {
        // Another writer has filled it meanwhile.
        if ((error as { code?: unknown }).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'ignore' })
}
