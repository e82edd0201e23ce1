import { expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBonusWorld)

async function activate(code: string, game: string): Promise<Player> {
  await world.defineBonus(code, { terms: { kind: 'turnover', base: 'bonus', factor: '10' } })
  const player = await world.addPlayer(150_000n, [game])
  expect((await player.call(`GET /api/bonus/activate/${code}`)).status).toBe(200)
  const body = { from: 'wallet', to: game, amount: 1_600 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(200)
  return player
}

async function setAt(player: Player, game: string, balance: string): Promise<void> {
  await world.setBalanceAt(player, game, balance)
  await world.passTime(6_000)
  await player.call('GET /api/wallet/refresh/slot')
  await world.passTime(6_000)
}

const playedOf = async (player: Player) =>
  (await player.call('GET /api/bonus/check/active')).body.progress.total

test.each(['sport', 'pg'])(
  'CARE-28 void bets at %s are no turnover, however many of them',
  async (game) => {
    const player = await activate(`VOID${game.toUpperCase()}`, game)
    for (let turn = 0; turn < 2; turn += 1) {
      await setAt(player, game, '0.00')
      await setAt(player, game, '1600.00')
    }
    await world.passTime(72 * hourMs)
    expect(await playedOf(player)).toBe(0)
    await player.call('POST /api/wallet/transferAll', { body: { to: 'wallet' } })
    await world.passTime(6_000)
    const asked = await player.call('POST /api/wallet/withdraw', { body: { amount: 1_600 } })
    expect([asked.status, asked.body.code]).toEqual([409, 'BONUS_REMAINING'])
  },
)

test('CARE-28 an open bet at a sport is no turnover yet, and one that is lost for good is', async () => {
  const player = await activate('OPEN', 'sport')
  await setAt(player, 'sport', '0.00')
  expect(await playedOf(player)).toBe(0)
  await world.passTime(72 * hourMs)
  expect(await playedOf(player)).toBe(1_600)
})
