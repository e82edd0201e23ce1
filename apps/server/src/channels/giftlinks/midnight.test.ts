import { expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { bangkokDayStart } from '#core/clock.ts'
import { findMember } from '#records/account/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { fillEnvelope, sealLink } from '#testing/doubles/gift-links.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'

const world = testWorld(openPayWorld)

test('CARE-96 a gift link that is emptied in the last second of a day, with its reply lost, is booked once after midnight and not twice', async () => {
  const player = await world.addPlayer(0n, [])
  const { username } = (await findMember(world.database.db, player.id))!
  const midnight = bangkokDayStart(new Date(world.clock.now().getTime() + dayMs))
  await world.passTime(midnight.getTime() - 1_000 - world.clock.now().getTime())
  const link = await sealLink(player, (await fillEnvelope(world, username)).link)
  await world.sandbox.addFault({ operation: 'giftlink.redeem', kind: 'drop-after' })
  const first = await player.call('POST /api/wallet/truelink', { body: { link } })
  expect([first.status, await world.walletOf(player)]).toEqual([202, 0])

  await world.passTime(2_000)
  await world.sandbox.control('DELETE', '/faults', {})
  // The day has changed, and with it the key that a call without one gets.
  await Promise.all([
    player.call('POST /api/wallet/truelink', { body: { link } }),
    player.call('POST /api/wallet/truelink', { body: { link } }),
    world.work(2),
  ])
  await world.work(3)
  expect(await world.walletOf(player)).toBe(5_000)
  const rows = await world.database.db.query<{ paidAt: Date; createdAt: Date }>(
    'select paid_at as "paidAt", created_at as "createdAt" from deposits_deposit where member_id = $1',
    [player.id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]!.paidAt < midnight && rows[0]!.createdAt >= midnight).toBe(true)
})
