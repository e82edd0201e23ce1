import { statfs } from 'node:fs/promises'
import { sleep } from './processes.ts'

/** Two WAL segments, without which recovery cannot even begin. */
const roomBytes = 48 * 1024 * 1024
const lookEveryMs = 250

export type Room = { bytes?: number; patienceMs: number }

/**
 * Waits until a database that crashed on a full disk may be restarted; reports the free space when the wait times out.
 */
export async function waitForRoom(folder: string, { bytes, patienceMs }: Room): Promise<void> {
  const end = Date.now() + patienceMs
  for (;;) {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize >= (bytes ?? roomBytes)) return
    if (Date.now() > end)
      throw new Error(`only ${Math.floor((bavail * bsize) / 1024 / 1024)} MB are left in ${folder}`)
    await sleep(lookEveryMs)
  }
}
