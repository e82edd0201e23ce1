import { expect, test } from 'vitest'
import { openSmallVolume } from '../../apps/server/src/testing/faults/small-volume.ts'
import { waitForRoom } from './room.ts'

const megabyte = 1024 * 1024

test('F06 a database is not restarted on a full disk, but as soon as there is space', async (context) => {
  const volume = openSmallVolume(8 * megabyte)
  if ('why' in volume) return context.skip(volume.why)
  try {
    const wait = (patienceMs: number) =>
      waitForRoom(volume.folder, { bytes: 4 * megabyte, patienceMs })
    volume.fill(2 * megabyte)
    await expect(wait(100)).rejects.toThrow('only 2 MB are left')
    const waiting = wait(10_000)
    volume.free()
    await waiting
  } finally {
    volume.remove()
  }
})
