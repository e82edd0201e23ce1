import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listBalances } from '#ledger/read.ts'
import { openTestDeposits } from '#testing/processes/open-deposits.ts'
import { anyArrival } from '#testing/worlds/deposit-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { bounce } from '#money/withdrawals/bounce.ts'

describe('OP-SPIN money that circulates', () => {
  const world = testWorld(openPayWorld)
  beforeAll(async () => {
    await world.set('withdraw.autoMax.BAHT', '2000.00')
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
    // Makes the next event later.
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

  test('earns its coins once: money taken out and put in again earns none, and new money on top does', async () => {
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

  test('money taken out in the last thirty days earns nothing when it is put in again, and earns afterwards', async () => {
    const player = await world.addPlayer(100_000n, [])
    await takeOut(player, 1_000)
    const { db } = world.database
    const { settle } = openTestDeposits(db, world.clock)
    const putIn = (amount: bigint) =>
      settle(anyArrival({ memberId: player.id, money: { amount, currency: 'BAHT' } }))
    const coins = async () => {
      const found = await listBalances(db, player.id)
      return Number(found.find(({ kind }) => kind === 'coin')?.money.amount ?? 0n)
    }
    await world.passTime(29 * dayMs)
    await putIn(40_000n)
    expect(await coins()).toBe(0)
    await world.passTime(2 * dayMs)
    await putIn(50_000n)
    expect(await coins()).toBe(5)
  })

  test('equal deposits that arrive together earn as much as one by one', async () => {
    for (let round = 0; round < 3; round += 1) {
      const player = await world.addPlayer(100_000n, [])
      await takeOut(player, 1_000)
      await world.order(player, 'ZPAY', 1_000)
      await world.pay('ZPAY', { reference: (await world.newest('ZPAY')).reference, times: 3 })
      await world.until(
        () => world.walletOf(player),
        (has) => has === 300_000,
      )
      expect(await coinsOf(player)).toBe(20)
    }
  })

  test('different deposits do so too, in one batch or in several, reported once or twice', async () => {
    const { db } = world.database
    const processes = [1, 2].map(() => openTestDeposits(db, world.clock))
    const player = await world.addPlayer(200_000n, [])
    await takeOut(player, 2_000)
    // A deposit that is reported again in the same batch counts once.
    const first = anyArrival({ memberId: player.id, money: { amount: 10_000n, currency: 'BAHT' } })
    await processes[0]!.settle(first)
    const others = Array.from({ length: 12 }, (_, n) =>
      anyArrival({
        memberId: player.id,
        money: { amount: BigInt(n + 2) * 10_000n, currency: 'BAHT' },
      }),
    )
    const all = [
      anyArrival(),
      ...others,
      first,
      { ...first, eventId: 'reported by another channel' },
    ]
    await Promise.all(all.map((arrival, n) => processes[n % 2]!.settle(arrival)))
    // 9,100 came in, of which 2,000 had gone out.
    expect(await world.walletOf(player)).toBe(910_000)
    expect(await coinsOf(player)).toBe(71)
  })

  test('a payout that came back does not count as taken out: the next deposit earns its coins', async () => {
    const player = await world.addPlayer(100_000n, [])
    await takeOut(player, 1_000)
    const { db } = world.database
    const [taken] = await db.query<{ id: string }>(
      'select id from withdrawals_withdrawal where member_id = $1',
      [player.id],
    )
    const deps = { db, clock: world.clock, ids: systemIds, accounts: accountBook(db) }
    const who = { actor: 'operator:nok', requestId: 'kapao', why: 'line 4711' } as const
    await bounce(deps, { id: taken!.id, ...who })
    await payIn(player, 1_000)
    expect(await coinsOf(player)).toBe(10)
  })

  test('for any history, coins are earned by no more than the most that was ever in at once', async () => {
    const stillOut = async (history: readonly bigint[]): Promise<bigint> => {
      const [row] = await world.database.db.query<{ out: bigint }>(
        'select deposits_still_out($1) as out',
        [history.map(String)],
      )
      return row!.out
    }
    const moves = fc.array(fc.record({ isOut: fc.boolean(), amount: fc.bigInt(1n, 50n) }))
    await fc.assert(
      fc.asyncProperty(moves, async (wanted) => {
        const history: bigint[] = []
        let [inside, most, earnedFor] = [0n, 0n, 0n]
        for (const { isOut, amount } of wanted) {
          // Nobody can take out more than is inside: here nothing is won or lost.
          if (isOut && amount > inside) continue
          const fresh = isOut ? 0n : amount - (await stillOut(history))
          if (fresh > 0n) earnedFor += fresh
          inside += isOut ? -amount : amount
          most = inside > most ? inside : most
          history.push(isOut ? amount : -amount)
        }
        expect(earnedFor).toBe(most)
      }),
    )
  })
})
