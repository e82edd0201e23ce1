import { statfs } from 'node:fs/promises'
import { sleep } from './processes.ts'

/** Two segments of its log, without which recovery cannot even begin. */
const roomBytes = 48 * 1024 * 1024
const lookEveryMs = 250

export type Room = { bytes?: number; patienceMs: number }

/** Waits until a database that has died of a full disk may live again; tells how little there is when nobody made room. */
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
