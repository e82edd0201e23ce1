import { statfs } from 'node:fs/promises'
import { refuseFor } from '../../refused.ts'

export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** An operator makes room, which takes a while. */
const waitSeconds = 60

/**
 * Refuses what would be written below the floor. The database may share the disk, and stops for everybody when nothing
 * is left of it; uploads stop before.
 */
export async function refuseWhenShort(folder: string, freeBytesMin: number): Promise<void> {
  if ((await freeBytesAt(folder)) < freeBytesMin) refuseFor('SERVICE_BUSY', waitSeconds)
}
