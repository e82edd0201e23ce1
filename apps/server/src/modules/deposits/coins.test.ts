import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import type { Player } from '../../testing/game-world.ts'
import { openPayWorld, type PayWorld } from '../../testing/pay-world.ts'
import { stillOut, type InAndOut } from './settle.ts'

describe('OP-SPIN money that goes round', () => {
  let world: PayWorld
  beforeAll(async () => {
    world = await openPayWorld()
    await world.set('withdraw.autoMax.BAHT', '2000.00')
  })
  afterAll(async () => {
    expect(await world.violations()).toEqual([])
    await world.close()
  })

  const coinsOf = async (player: Player): Promise<number> =>
    (await player.call('GET /api/wallet')).body.profile.coin

  async function payIn(player: Player, amount: number): Promise<void> {
    const before = await world.walletOf(player)
    await world.order(player, 'ZPAY', amount)
    await world.pay('ZPAY', { reference: (await world.newest('ZPAY')).reference })
    await world.until(
      () => world.walletOf(player),
      (has) => has === before + amount * 100,
    )
    // What comes next, comes later.
    await world.passTime(1_000)
  }

  async function takeOut(player: Player, amount: number): Promise<void> {
    const answer = await player.call('POST /api/wallet/withdraw', {
      body: { amount },
      headers: { 'idempotency-key': systemIds.key() },
    })
    expect(answer.status).toBe(200)
    await world.until(
      async () => (await player.call('GET /api/withdrawals/current')).body.withdrawal?.stage,
      (stage) => stage === 'PAID',
    )
    await world.passTime(1_000)
  }

  test('earns its coins once: out and in again brings none, and what is new on top does', async () => {
    const player = await world.addPlayer(0n, [])
    await payIn(player, 2_000)
    expect(await coinsOf(player)).toBe(20)
    for (let round = 0; round < 2; round += 1) {
      await takeOut(player, 2_000)
      await payIn(player, 2_000)
      expect(await coinsOf(player)).toBe(20)
    }
    await payIn(player, 250)
    expect(await coinsOf(player)).toBe(22)
    await takeOut(player, 1_000)
    await payIn(player, 1_100)
    expect(await coinsOf(player)).toBe(23)
  })

  test('whatever comes and goes, coins are earned by no more than was ever in at once', () => {
    const moves = fc.array(fc.record({ isOut: fc.boolean(), amount: fc.bigInt(1n, 50n) }))
    fc.assert(
      fc.property(moves, (wanted) => {
        const history: InAndOut[] = []
        let [inside, most, earnedFor] = [0n, 0n, 0n]
        for (const [place, { isOut, amount }] of wanted.entries()) {
          // Nobody takes out what is not there: here nothing is won or lost.
          if (isOut && amount > inside) continue
          const fresh = amount - stillOut(history)
          if (!isOut && fresh > 0n) earnedFor += fresh
          inside += isOut ? -amount : amount
          most = inside > most ? inside : most
          history.push({ at: new Date(place), out: isOut ? amount : -amount })
        }
        expect(earnedFor).toBe(most)
      }),
    )
  })
})
