import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { addCondition } from '#money/conditions/store.ts'
import { withBonuses } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(async () => withBonuses(await openPayoutWorld()))

/** 500 baht of their own, with a prize of 80 that must be played five times, and slots at ten times the bonus of 100. */
async function addWinner(): Promise<Player> {
  const terms = { kind: 'turnover', base: 'bonus', factor: '10' } as const
  await world.defineBonus('SLOTS', { type: 'day', maxReceived: 9, terms })
  const player = await world.addPlayer(50_000n, ['pg'])
  const given = { memberId: player.id, kind: 'prize', source: 'lucky', currency: 'BAHT' } as const
  const createdAt = world.clock.now()
  const condition = { ...given, amount: 8_000n, toPlay: 40_000n, id: systemIds.key(), createdAt }
  await world.database.db.begin((tx) => addCondition(tx, condition))
  await world.passTime(6_000)
  return player
}
const offerTo = async (player: Player) => (await player.call('GET /api/bonus/offer/SLOTS')).body
const progressOf = async (player: Player) =>
  (await player.call('GET /api/bonus/check/active')).body.progress
const keptOf = async (player: Player) =>
  (await player.call('GET /api/withdrawals/current')).body.kept

async function take(player: Player): Promise<void> {
  expect((await player.call('GET /api/bonus/activate/SLOTS')).status).toBe(200)
  const body = { from: 'wallet', to: 'pg', amount: 600 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(200)
}

async function play(player: Player, ...balances: string[]): Promise<void> {
  for (const balance of balances) {
    await world.setBalanceAt(player, 'pg', balance)
    await world.passTime(6_000)
    await player.call('GET /api/wallet/refresh/slot')
  }
}

/** Moves everything to the wallet and asks for the smallest sum. */
async function withdraw(player: Player): Promise<string> {
  const { pg } = await player.balances()
  const body = { from: 'pg', to: 'wallet', amount: pg! / 100 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(200)
  await world.passTime(6_000)
  const answer = await world.withdraw(player, 100)
  return answer.status === 200 ? 'begun' : answer.body.code
}

test('PLAY-03 one turnover does not meet a prize and a bonus at once: the prize comes first, and the offer says so', async () => {
  const player = await addWinner()
  expect(await offerTo(player)).toMatchObject({ target: 1_400, toPlayFirst: 400 })
  await take(player)
  // 1,200 were staked: 400 for the prize, and 800 of 1,000 for the bonus.
  await play(player, '200.00', '700.00', '300.00', '750.00', '350.00')
  expect(await progressOf(player)).toMatchObject({ total: 1_200, target: 1_400 })
  expect(await keptOf(player)).toBeNull()
  expect(await withdraw(player)).toBe('BONUS_REMAINING')
})

test('PLAY-03 stakes for both meet both', async () => {
  const player = await addWinner()
  await take(player)
  await play(player, '200.00', '700.00', '300.00', '750.00', '350.00', '620.00', '420.00')
  expect(await progressOf(player)).toMatchObject({ total: 1_400, target: 1_400 })
  expect(await withdraw(player)).toBe('begun')
})

test('PLAY-03 what was played for a prize before the bonus is not played again', async () => {
  const player = await addWinner()
  const body = { from: 'wallet', to: 'pg', amount: 500 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(200)
  await play(player, '90.00')
  expect(await keptOf(player)).toBeNull()
  expect(await offerTo(player)).toMatchObject({ target: 1_000, toPlayFirst: 0 })
})
