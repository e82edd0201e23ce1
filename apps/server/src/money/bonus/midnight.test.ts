import { expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { bangkokDayStart } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBonusWorld)

/** Concurrent calls of one member, each with a key of its own. */
const atOnce = async (player: Player, path: string) => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      player.call(path, { headers: { 'idempotency-key': systemIds.key() } }),
    ),
  )
  return answers.filter(({ status }) => status === 200).length
}
const moveTo = (at: Date) => world.clock.moveMs(at.getTime() - world.clock.now().getTime())
const nextMidnight = () => bangkokDayStart(new Date(world.clock.now().getTime() + dayMs))

test('CARE-96 a daily bonus, asked for by several calls at once in the last instant of a day and the first of the next, is given once in each', async () => {
  await world.defineBonus('DAILY', {
    type: 'day',
    maxReceived: 1,
    terms: { endAmount: { BAHT: '999999' } },
  })
  const player = await world.addPlayer(10_000n, [])
  const midnight = nextMidnight()
  for (const at of [new Date(midnight.getTime() - 1), midnight]) {
    moveTo(at)
    const before = (await player.balances()).wallet!
    expect(await atOnce(player, 'GET /api/bonus/activate/DAILY')).toBe(1)
    expect((await player.call('GET /api/bonus/clear')).status).toBe(200)
    expect(await atOnce(player, 'GET /api/bonus/activate/DAILY')).toBe(0)
    expect((await player.balances()).wallet).toBe(before + 10_000)
  }
})

test('CARE-96 a call that was begun before midnight and arrives after one of the new day gets no third bonus', async () => {
  await world.defineBonus('TURNS', {
    type: 'day',
    maxReceived: 1,
    terms: { endAmount: { BAHT: '999999' } },
  })
  const player = await world.addPlayer(10_000n, [])
  const midnight = nextMidnight()
  moveTo(midnight)
  expect(await atOnce(player, 'GET /api/bonus/activate/TURNS')).toBe(1)
  expect((await player.call('GET /api/bonus/clear')).status).toBe(200)
  // A process whose clock is a second behind.
  world.clock.moveMs(-1_000)
  expect(await atOnce(player, 'GET /api/bonus/activate/TURNS')).toBe(0)
  expect(await world.givenFor('bonus', 'TURNS')).toHaveLength(1)
})
