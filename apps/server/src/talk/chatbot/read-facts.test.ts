import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { findLatest } from '#money/withdrawals/store.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { readFacts } from './read-facts.ts'

const world = testWorld(openPayoutWorld)
let player: Player
let endedAt: Date

beforeAll(async () => {
  player = await world.addPlayer(100_000n, [])
  expect((await world.withdraw(player, 100)).status).toBe(200)
  await world.until(
    () => world.stateOf(player),
    (state) => state === 'paid',
  )
  endedAt = (await findLatest(world.database.db, player.id))!.endedAt!
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
})

test.each([
  ['a second before a day has passed', dayMs - 1_000, true],
  ['after exactly a day', dayMs, true],
  ['a second after it', dayMs + 1_000, false],
  ['weeks later', 21 * dayMs, false],
])('REACH-32 a withdrawal that has ended is reported for a day: %s', async (_, ms, isThere) => {
  const clock = { now: () => new Date(endedAt.getTime() + ms) }
  const { withdrawal } = await readFacts(world.database.db, clock, player.id)
  expect(withdrawal?.stage ?? null).toBe(isThere ? 'PAID' : null)
})
