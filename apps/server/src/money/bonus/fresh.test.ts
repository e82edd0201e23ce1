import { expect, test } from 'vitest'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

// A provider is asked about a member once in five seconds (I17). What it said before says nothing of a round that has ended since.
const world = testWorld(openBonusWorld)

const activate = (player: Player, code: string) => player.call(`GET /api/bonus/activate/${code}`)
const clear = (player: Player) => player.call('GET /api/bonus/clear')
const refresh = (player: Player) => player.call('GET /api/wallet/refresh/slot')
const progress = async (player: Player) =>
  (await player.call('GET /api/bonus/check/active')).body.progress
const move = (player: Player, amount: number) =>
  player.call('POST /api/wallet/transfer', { body: { from: 'wallet', to: 'pg', amount } })

/** Refreshes the balance, then changes it one second later; the five seconds end while the call waits. */
async function askedThen(player: Player, balance: string): Promise<void> {
  await world.passTime(6_000)
  await refresh(player)
  await world.passTime(1_000)
  await world.setBalanceAt(player, 'pg', balance)
  setTimeout(() => void world.passTime(5_000), 1_000)
}

test(
  "OP-BONCLR I17 a bonus is not ended by a game's balance from before the last win",
  { tags: 'long-3', timeout: 20_000 },
  async () => {
    await world.defineBonus('LATEWIN')
    const player = await world.addPlayer(10_000n, ['pg'])
    await activate(player, 'LATEWIN')
    await move(player, 200)
    await world.setBalanceAt(player, 'pg', '8.00')
    await askedThen(player, '900.00')
    expect((await clear(player)).body.code).toBe('BONUS_CONDITION')
    expect(await player.balances()).toMatchObject({ wallet: 0, pg: 90_000 })
    expect(await progress(player)).toMatchObject({ total: 900, target: 1_000 })
  },
)

test(
  'OP-BON I17 a win just before a bonus is taken counts for its target',
  { tags: 'long-1', timeout: 20_000 },
  async () => {
    await world.defineBonus('EARLYWIN')
    const player = await world.addPlayer(10_000n, ['pg'])
    await move(player, 50)
    await askedThen(player, '5000.00')
    expect((await activate(player, 'EARLYWIN')).status).toBe(200)
    expect(await progress(player)).toMatchObject({ total: 5_150, target: 25_750 })
  },
)

test(
  'OP-BON I17 a loss since a target was met counts at the withdrawal',
  { tags: 'long-3', timeout: 20_000 },
  async () => {
    await world.defineBonus('METONCE', { terms: { factor: '2' } })
    const player = await world.addPlayer(30_000n, ['pg'])
    await activate(player, 'METONCE')
    await move(player, 300)
    await world.setBalanceAt(player, 'pg', '800.00')
    await askedThen(player, '0.00')
    const asked = await player.call('POST /api/wallet/withdraw', { body: { amount: 100 } })
    expect(asked.body.code).toBe('BONUS_REMAINING')
  },
)

test('a game that does not answer leaves a target unknown: nothing is withdrawn, and nothing is lost', async () => {
  await world.defineBonus('UNKNOWN', { terms: { factor: '1' } })
  const player = await world.addPlayer(60_000n, ['pg'])
  await activate(player, 'UNKNOWN')
  await move(player, 300)
  await world.passTime(6_000)
  await world.sandbox.addFault({ operation: 'games.pg.*', kind: 'drop-before', count: 4 })
  const asked = await player.call('POST /api/wallet/withdraw', { body: { amount: 100 } })
  expect(asked.body.code).toBe('SERVICE_BUSY')
  await world.sandbox.control('DELETE', '/faults', {})
  await world.passTime(6_000)
  expect((await player.call('POST /api/wallet/withdraw', { body: { amount: 100 } })).status).toBe(
    200,
  )
}, 30_000)
