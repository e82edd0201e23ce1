import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSmallVolume } from '#testing/faults/small-volume.ts'
import { openSlipWorld, type Payer, type SlipWorld } from '#testing/worlds/slip-world.ts'

const pageBytes = 4_096
const volume = openSmallVolume(1_024 * 1_024)

let world: SlipWorld
let who: Payer
beforeAll(async () => {
  if ('why' in volume) return
  world = await openSlipWorld({ dataDir: volume.folder })
  await world.set('slip.dayMax', 1000)
  who = await world.addPayer()
})
afterAll(async () => {
  if ('why' in volume) return
  expect(await world.violations()).toEqual([])
  await world.close()
  volume.remove()
})
beforeEach((context) => {
  if ('why' in volume) return context.skip(volume.why)
  volume.free()
})

const disk = () => volume as Exclude<typeof volume, { why: string }>
const goodSlip = async () => world.picture(await world.transfer(who, { amount: '250.00' }))
const incoming = () => readdirSync(join(disk().folder, 'uploads/slips/incoming'))

test('F07 a full disk takes no slip and reports it: no row, no partial file, and the wallet goes on', async () => {
  const slip = await goodSlip()
  // The folders of the first upload need room as well.
  await world.upload(who, slip)
  await world.settled(who)
  const before = (await world.slips(who)).total
  const sizes = [0, pageBytes, 2 * pageBytes, slip.bytes.length - pageBytes]
  expect(sizes.at(-1)).toBeGreaterThan(2 * pageBytes)
  for (const bytesLeft of sizes) {
    disk().fill(bytesLeft)
    const [refused, ...others] = await Promise.all([
      world.upload(who, await goodSlip()),
      ...['wallet', 'account/profile', 'lookup/info'].map((path) =>
        world.call(`GET /api/${path}`, { token: who.token }),
      ),
    ])
    expect(refused.body, `${bytesLeft} bytes are left`).toMatchObject({ code: 'SLIP_UPLOAD_FAIL' })
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(incoming()).toEqual([])
  }
  expect((await world.slips(who)).total).toBe(before)
})

test('F07 with room again, the same slip is taken and credited', async () => {
  const slip = await goodSlip()
  disk().fill(0)
  expect((await world.upload(who, slip)).body).toMatchObject({ code: 'SLIP_UPLOAD_FAIL' })
  disk().free()
  const before = await world.balanceOf(who)
  expect((await world.upload(who, slip)).status).toBe(200)
  expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 250 })
  expect((await world.balanceOf(who)) - before).toBe(25_000n)
})

test('F07 a picture that cannot be re-encoded for lack of room is not refused: it waits and is credited later', async () => {
  const slip = await goodSlip()
  // Room for the uploaded bytes and no more.
  disk().fill(Math.ceil(slip.bytes.length / pageBytes) * pageBytes)
  expect((await world.upload(who, slip)).status).toBe(200)
  await expect.poll(() => world.logText()).toContain('the picture could not be written')
  expect((await world.slips(who)).slips[0]).toMatchObject({ status: 'PENDING', note: null })
  disk().free()
  await world.passTime(61_000)
  await world.runJobs()
  expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 250 })
})
