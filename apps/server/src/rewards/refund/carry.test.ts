import { beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import type { Player } from '#testing/worlds/game-world.ts'
import { bookPlay } from '#testing/worlds/booked-play.ts'
import { openLossWorld } from '#testing/worlds/loss-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { returnsOf } from './carry.ts'

const world = testWorld(openLossWorld)
beforeAll(async () => {
  await world.set('refund.period', 'day')
  await world.endDay()
})

const play = (player: Player, game: string, baht: bigint) =>
  bookPlay(world.database, player.id, { game, amount: baht * 100n, at: world.clock.now() })
const waits = async (player: Player) =>
  (await player.call('GET /api/refund/check')).body.refundAmount as number
const receive = (player: Player) => world.asked(player, '/api/refund/receive')

describe('CARE-41 a bet that is open across the end of a period', () => {
  test('refunded as lost and won back later, it is deducted from the next refunds', async () => {
    const player = await world.addPlayer(0n, [])
    await play(player, 'sport', -2_000n)
    await world.endDay()
    expect(await receive(player)).toEqual([200, 'REFUND_SUCCESS'])
    await play(player, 'sport', 2_000n)
    await world.endDay()
    await play(player, 'pg', -1_500n)
    await world.endDay()
    // 100 was too much: 75 are deducted here and 25 from the next refund.
    expect(await waits(player)).toBe(0)
    await play(player, 'pg', -1_500n)
    await world.endDay()
    expect(await waits(player)).toBe(50)
  })

  test('a refund used against the debt counts as one: when its stake comes back, the debt returns', async () => {
    const player = await world.addPlayer(0n, [])
    const waiting: number[] = []
    for (const [baht, back] of [
      [1_700n, 1_700n],
      [1_700n, 1_700n],
      [1_600n, 0n],
    ] as const) {
      await play(player, 'sport', -baht)
      await world.endDay()
      waiting.push(await waits(player))
      await receive(player)
      if (back > 0n) await play(player, 'sport', back)
      await world.endDay()
    }
    // One stake, repeated: 85 were refunded for it once, and the last time it is a loss of which 80 are owed.
    expect(waiting).toEqual([85, 0, 0])
    await play(player, 'pg', -1_000n)
    await world.endDay()
    expect(await waits(player)).toBe(45)
  })

  test('a returned stake is no win of the day on which it came, so a loss of that day counts in full', async () => {
    const player = await world.addPlayer(0n, [])
    await play(player, 'sport', -2_000n)
    await world.endDay()
    await play(player, 'sport', 2_000n)
    await play(player, 'pg', -3_000n)
    await world.endDay()
    // 5 % of 2,000 and of 3,000, less 5 % of 2,000.
    expect(await waits(player)).toBe(150)
  })

  test('rolled over day by day it is one stake, and comes back once', async () => {
    const player = await world.addPlayer(0n, [])
    await play(player, 'sport', -2_000n)
    await world.endDay()
    for (let day = 0; day < 2; day += 1) {
      await play(player, 'sport', 2_000n)
      await play(player, 'sport', -2_000n)
      await world.endDay()
    }
    expect(await waits(player)).toBe(100)
    await play(player, 'sport', 2_500n)
    await world.endDay()
    await play(player, 'pg', -2_000n)
    await world.endDay()
    expect(await waits(player)).toBe(100)
  })

  test('what has come back of a stake is not taken for another win, so each part is deducted once', async () => {
    const player = await world.addPlayer(0n, [])
    await play(player, 'sport', -2_000n)
    await world.endDay()
    expect(await receive(player)).toEqual([200, 'REFUND_SUCCESS'])
    for (const back of [1_000n, 1_500n]) {
      await play(player, 'sport', back)
      await world.endDay()
    }
    await play(player, 'pg', -3_000n)
    await world.endDay()
    // 5 % of 3,000, less the 100 that were too much; the other 500 were won.
    expect(await waits(player)).toBe(50)
  })

  test('a slot decides at once: its win on the next day deducts nothing, and each day stands alone', async () => {
    const player = await world.addPlayer(0n, [])
    await play(player, 'pg', -2_000n)
    await world.endDay()
    await play(player, 'pg', 2_000n)
    await world.endDay()
    await play(player, 'pg', -1_000n)
    await world.endDay()
    expect(await waits(player)).toBe(150)
  })

  // The refund of a stake is deducted later only if the bet was open for at most thirty days.
  test.each([
    ['a win at a sport after thirty days is no stake of then', 31, 15_000n],
    ['CARE-84 a win at a sport after three weeks may be a stake of then', 21, 10_000n],
  ])('%s', async (_, days, given) => {
    const player = await world.addPlayer(0n, [])
    await play(player, 'sport', -2_000n)
    await world.endDay()
    await world.moveTo(new Date(world.clock.now().getTime() + days * dayMs).toISOString())
    await world.runJobs()
    await play(player, 'sport', 2_000n)
    await world.endDay()
    await play(player, 'pg', -1_000n)
    await world.endDay()
    // A session does not last as long.
    const [row] = await world.database.db.query<{ amount: bigint }>(
      'select sum(amount)::bigint as amount from refund_period where member_id = $1',
      [player.id],
    )
    expect(row!.amount).toBe(given)
  })

  test('a refund at its maximum is too much only by the part that the rest would not have brought', () => {
    const stake = { period: 'p', game: 'sport', open: 5_000n, before: 0n, loss: 30_000n, rate: 500 }
    const nets = new Map([['sport', 4_000n]])
    expect(returnsOf([{ ...stake, amount: 1_000n }], nets)).toEqual({
      returns: [{ period: 'p', game: 'sport', amount: 4_000n }],
      tooMuch: 0n,
    })
    const others = [
      { ...stake, amount: 1_500n, open: 1_000n },
      { ...stake, period: 'q', amount: 1_500n, before: 29_000n },
    ]
    expect(returnsOf(others, nets).tooMuch).toBe(50n + 50n)
    // If two games of one period both come back, the second finds only the remainder.
    const both = { ...stake, amount: 100n, open: 1_000n, loss: 3_000n }
    const won = new Map([
      ['sport', 1_000n],
      ['huayhd', 1_000n],
    ])
    expect(returnsOf([both, { ...both, game: 'huayhd' }], won).tooMuch).toBe(50n)
  })
})
