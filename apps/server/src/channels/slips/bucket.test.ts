import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSlipWorld } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { objectOf, sandboxBucket } from '#testing/doubles/upload-bucket.ts'

const world = testWorld(() => openSlipWorld((url) => ({ uploadsBucket: sandboxBucket(url) })))

const goodSlip = async (who: Parameters<typeof world.transfer>[0]) =>
  world.picture(await world.transfer(who))
const pictureOf = (who: { token: string }, reference: string) =>
  world.call(`GET /api/statement/slip/reference/${reference}`, { token: who.token })

test('RUN-60 a slip is received, read and shown with its picture in a bucket', async () => {
  const who = await world.addPayer()
  await world.upload(who, await goodSlip(who))
  const slip = await world.settled(who)
  expect(slip).toMatchObject({ status: 'SUCCESS', amount: 500 })
  const { body } = await pictureOf(who, slip.reference)
  const picture = await fetch(world.address + body.url)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const slips = join(world.dataDir, 'uploads/slips')
  expect(readdirSync(slips)).toEqual(['incoming'])
  expect(readdirSync(join(slips, 'incoming'))).toEqual([])
})

test('RUN-61 while the bucket is away no slip is taken, and the same one is credited afterwards', async () => {
  const who = await world.addPayer()
  const slip = await goodSlip(who)
  await world.sandbox.addFault({ operation: 's3.put', kind: 'maintenance' })
  expect(await world.upload(who, slip)).toMatchObject({
    status: 503,
    body: { code: 'SERVICE_BUSY' },
  })
  expect((await world.slips(who)).total).toBe(0)
  expect((await world.call('GET /api/wallet', { token: who.token })).status).toBe(200)
  await world.sandbox.control('DELETE', '/faults', {})
  await world.upload(who, slip)
  expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS' })
  expect(await world.balanceOf(who)).toBe(50_000n)
})

test('RUN-62 a picture that is lost before it was read ends its slip, and one lost later is shown as lost', async () => {
  const who = await world.addPayer()
  await world.sandbox.addFault({ operation: 's3.get', kind: 'maintenance' })
  await world.upload(who, await goodSlip(who))
  await expect.poll(async () => world.sandbox.countCalls('s3.get')).toBeGreaterThan(2)
  const { db } = world.database
  const [waiting] = await db.query<{ incoming: string; name: string }>(
    'select incoming, picture_name as name from slips_slip where member_id = $1',
    [who.id],
  )
  await world.sandbox.control('POST', '/s3/write', {
    name: objectOf(`slips/incoming/${waiting!.incoming}`),
  })
  await world.sandbox.control('DELETE', '/faults', {})
  await world.passTime(60_000)
  await world.runJobs()
  expect(await world.settled(who)).toMatchObject({
    status: 'FAILED',
    note: 'UPLOADED_FILE_NOT_EXIST',
  })

  await world.upload(who, await goodSlip(who))
  const slip = await world.settled(who)
  expect(slip).toMatchObject({ status: 'SUCCESS' })
  const [kept] = await db.query<{ name: string }>(
    'select picture as name from slips_slip where reference = $1',
    [slip.reference],
  )
  await world.sandbox.control('POST', '/s3/write', { name: objectOf(`slips/${kept!.name}`) })
  expect(await pictureOf(who, slip.reference)).toMatchObject({
    status: 404,
    body: { code: 'FILE_LOST' },
  })
})
