import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { openUploadFolder } from '#core/uploads/folder.ts'
import { listWritten } from '#core/written/written-store.ts'
import { countWritten } from '#core/written/written.ts'
import { createPictures } from '#core/uploads/pictures/pool.ts'
import { openSlipWorld, type Payer } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import type { CheckDeps } from './check-deps.ts'
import { checkSlip } from './check.ts'
import { insertSlip } from './store.ts'
import { ownerOfSlips } from './upload.ts'

const world = testWorld(openSlipWorld)
const pictures = createPictures()
afterAll(() => pictures.close())

afterEach(() => vi.useRealTimers())

/** A slip that has been received and not checked yet, and the dependencies of a separate check. */
async function received(who: Payer) {
  const { clock, dataDir } = world
  const { db } = world.database
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
  return { slip, around: { db, clock, folder } }
}

test('F26 a check that reaches the picture after another one has written it refuses nothing', async () => {
  const who = await world.addPayer()
  const { slip, around } = await received(who)

  // The bank does not answer the quick check, so the slip is still open when the slow one continues.
  await world.sandbox.addFault({ operation: 'slips.slipok', kind: 'status-before', count: 1 })
  const lookMeanwhile = async () => {
    await world.passTime(minuteMs)
    await world.runJobs()
    expect(await world.settled(who)).toMatchObject({ status: 'PENDING', note: null })
  }
  const faults: unknown[] = []
  const slow: Partial<CheckDeps> = {
    ...around,
    log: { warn: () => undefined, error: (fault: unknown) => faults.push(fault) },
    pictures: {
      ...pictures,
      clean: async (task) => {
        await lookMeanwhile()
        return pictures.clean(task)
      },
    },
    push: (memberId) => faults.push(memberId),
  }
  await checkSlip(slow as CheckDeps, slip.id)
  expect(faults).toEqual([])

  await world.passTime(minuteMs)
  await world.runJobs()
  expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 500 })
  expect(await world.balanceOf(who)).toBe(50_000n)
})

test('COST-01 of two checks that have read one picture only the first gives back what is not kept of it', async () => {
  const { db } = world.database
  const who = await world.addPayer()
  const { slip, around } = await received(who)
  const owner = ownerOfSlips(who.id)
  const written = async () =>
    (await listWritten(db, owner, new Date(0))).reduce((sum, { bytes }) => sum + bytes, 0)
  const share = { owner, bytesMax: 1e9, at: slip.uploadedAt }
  await db.begin((tx) => countWritten(tx, share, 5_000_000))
  await world.sandbox.addFault({ operation: 'slips.slipok', kind: 'status-before', count: 1 })
  let once = 0
  const slow: Partial<CheckDeps> = {
    ...around,
    log: { warn: () => undefined, error: () => undefined },
    pictures,
    failpoint: async (step) => {
      if (step !== 'slip.rewritten') return
      await world.passTime(minuteMs)
      await world.runJobs()
      once = await written()
    },
  }
  await checkSlip(slow as CheckDeps, slip.id)
  // It may be kept larger than it came.
  expect(once).not.toBe(5_000_000)
  expect(once).toBeGreaterThan(0)
  expect(await written()).toBe(once)
})

test('F26 a slip that waits long for a thread is claimed by no other check, and has its whole lease when the thread is free', async () => {
  const { clock } = world
  const { db } = world.database
  const who = await world.addPayer()
  const { slip, around } = await received(who)
  const readRow = async () => {
    const [row] = await db.query<{ tries: number; nextAt: Date }>(
      'select tries, next_at as "nextAt" from slips_slip where id = $1',
      [slip.id],
    )
    return row!
  }
  const heldMs = async () => (await readRow()).nextAt.getTime() - clock.now().getTime()
  const turn = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<number>()
  const look: Partial<CheckDeps> = {
    ...around,
    log: { warn: () => undefined, error: () => undefined },
    pictures: { ...pictures, clean: (task) => turn.promise.then(() => pictures.clean(task)) },
    failpoint: async (step) => step === 'slip.rewritten' && asked.resolve(await heldMs()),
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const looking = checkSlip(look as CheckDeps, slip.id)
  await expect.poll(async () => (await readRow()).tries).toBe(1)
  for (let waitedMs = 0; waitedMs < 3 * minuteMs; waitedMs += 25_000) {
    await world.passTime(25_000)
    vi.advanceTimersByTime(25_000)
    await expect.poll(heldMs).toBe(minuteMs)
    await world.runJobs()
    expect((await readRow()).tries).toBe(1)
  }
  await world.passTime(30_000)
  turn.resolve()
  expect(await asked.promise).toBe(minuteMs)
  // This check has no service to ask; the next one has.
  await looking
  await world.passTime(minuteMs)
  await world.runJobs()
  expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 500 })
})
