import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openUploadFolder } from '#core/uploads/folder.ts'
import { createPictures } from '#core/uploads/picture-pool.ts'
import { openSlipWorld, type SlipWorld } from '../../testing/slip-world.ts'
import type { CheckDeps } from './check-deps.ts'
import { checkSlip } from './check.ts'
import { insertSlip } from './store.ts'

let world: SlipWorld
const pictures = createPictures()
beforeAll(async () => {
  world = await openSlipWorld()
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await pictures.close()
  await world.close()
})

const minuteMs = 60_000

test('F26 a look that comes to the picture after another one has written it refuses nothing', async () => {
  const { clock, dataDir } = world
  const { db } = world.database
  const who = await world.addPayer()
  const folder = openUploadFolder({ dataDir, ids: systemIds }, 'slips')
  const incoming = await folder.newIncoming()
  const { bytes } = await world.picture(await world.transfer(who))
  await writeFile(incoming, bytes)
  const slip = {
    id: systemIds.key(),
    reference: systemIds.code(),
    memberId: who.id,
    currency: 'BAHT' as const,
    incoming: basename(incoming),
    pictureName: folder.newName('jpg'),
    uploadedAt: clock.now(),
  }
  await db.begin((tx) => insertSlip(tx, slip))

  // The bank does not answer the quick look, so the slip is still open when the slow one goes on.
  await world.sandbox.addFault({ operation: 'slips.slipok', kind: 'status-before', count: 1 })
  const lookMeanwhile = async () => {
    await world.passTime(minuteMs)
    await world.runJobs()
    expect(await world.settled(who)).toMatchObject({ status: 'PENDING', note: null })
  }
  const faults: unknown[] = []
  const slow: Partial<CheckDeps> = {
    db,
    clock,
    folder,
    log: { warn: () => undefined, error: (fault: unknown) => faults.push(fault) },
    pictures: {
      ...pictures,
      clean: async (task) => {
        await lookMeanwhile()
        return pictures.clean(task)
      },
    },
    tellRefused: (refused) => faults.push(refused),
  }
  await checkSlip(slow as CheckDeps, slip.id)
  expect(faults).toEqual([])

  await world.passTime(minuteMs)
  await world.runJobs()
  expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 500 })
  expect(await world.balanceOf(who)).toBe(50_000n)
})
