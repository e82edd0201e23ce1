import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(() => openPayWorld({ rateLimitFactor: 1 }))

const orderUnder = (player: Player, key: string) =>
  player.call('POST /api/qrcode/KBANK', {
    body: { amount: 50 },
    headers: { 'idempotency-key': key },
  })

test('RUN-10 a member orders thirty codes within an hour, and the next one is refused until the first is an hour old', async () => {
  const player = await world.addPlayer(0n, [])
  const other = await world.addPlayer(0n, [])
  const order = (key = systemIds.key()) => orderUnder(player, key)
  const first = systemIds.key()
  await order(first)
  await world.passTime(10 * minuteMs)
  for (let n = 2; n <= 30; n += 1) {
    await world.passTime(2_000)
    expect((await order()).body).toMatchObject({ hasQrcode: true })
  }
  const refused = await order()
  expect([refused.status, refused.body.code]).toEqual([429, 'REQUEST_LIMIT'])
  // The last code is unchanged, and a known key is answered.
  expect((await player.call('GET /api/qrcode/KBANK')).body).toMatchObject({ hasQrcode: true })
  expect((await order(first)).status).toBe(200)
  expect(await world.order(other, 'KBANK', 50)).toMatchObject({ hasQrcode: true })
  await world.passTime(50 * minuteMs - 55_000)
  expect((await order()).status).toBe(200)
  expect((await order()).status).toBe(429)
})

test('RUN-10 the hourly limit is per member, however many codes are ordered at once', async () => {
  const player = await world.addPlayer(0n, [])
  for (let n = 1; n <= 28; n += 1) {
    await world.passTime(2_000)
    await orderUnder(player, systemIds.key())
  }
  for (let round = 0; round < 4; round += 1) {
    await world.passTime(60_000)
    await Promise.all(Array.from({ length: 8 }, () => orderUnder(player, systemIds.key())))
  }
  const [ordered] = await world.database.db.query<{ count: number }>(
    'select count(*)::int as count from qrcodes_code where member_id = $1',
    [player.id],
  )
  expect(ordered!.count).toBe(30)
})
