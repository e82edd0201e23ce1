import { dayMs } from '@kapao/contract/times'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { depositsCost, spinCost } from '#rewards/spinwheel/cost.ts'
import { defineWheel, switchWheel } from '#rewards/spinwheel/define.ts'
import { wheelOf, type WheelDefinition } from '#rewards/spinwheel/definition.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openDeskCalls, type DeskCalls } from '#testing/desk/desk-calls.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openRewardDesk } from './routes.ts'

const world = testWorld(openBonusWorld)
let desk: DeskCalls
beforeAll(async () => {
  const { registerConsole } = openRewardDesk(
    deskContext({ db: world.database.db, clock: world.clock }),
  )
  desk = await openDeskCalls(registerConsole!, world)
})
afterAll(() => desk.close())

const marketing = { name: 'kai', roles: ['marketing'] } as const

/** What the books have given of each reward so far, by its name, in smallest units of each currency. */
async function booked(): Promise<Map<string, bigint>> {
  const rows = await world.database.db.query<{ name: string; sum: bigint }>(
    `select kind::text || ' ' || currency::text || ' ' || party as name, (-sum(balance))::bigint as sum from ledger_account
     where owner is null and kind in ('bonus', 'promotion', 'prize') group by 1`,
  )
  return new Map(rows.map(({ name, sum }) => [name, sum]))
}

async function grantCoins(player: Player, amount: bigint): Promise<void> {
  const { db } = world.database
  const book = accountBook(db)
  const [credit] = await book.find(player.id, [['coin', '']])
  const debit = await book.house('coin', '', 'COIN')
  const movement = { debit, credit: credit!, money: { amount, currency: 'COIN' } } as const
  await db.begin((tx) =>
    postAll(tx, world.clock.now(), [{ ...movement, idem: systemIds.key(), kind: 'coin_grant' }]),
  )
}

/** A new member takes the bonus, another the code, and a third spins three times and claims what was won. */
async function play(deposit: bigint): Promise<void> {
  const [first, second, third] = [
    await world.addPlayer(deposit, []),
    await world.addPlayer(0n, []),
    await world.addPlayer(0n, []),
  ]
  const took = async (player: Player, call: string) =>
    expect((await player.call(call)).status, call).toBe(200)
  await took(first, 'GET /api/bonus/activate/MONTH')
  await took(second, 'GET /api/promotion/activate/MONTH')
  await grantCoins(third, 3n)
  for (const _ of [1, 2, 3]) await third.call('POST /api/spinwheel/spin', { body: {} })
  const won = (await third.call('GET /api/spinwheel/coupon')).body as { _id: string }[]
  // One prize is not claimed: it has cost nothing.
  for (const { _id } of won.slice(1))
    await third.call('POST /api/spinwheel/coupon/claim', { body: { coupon: _id } })
}

test(
  'SCREEN-14 the cost of a bonus, a code and a wheel is what the books of 30 days have, to the satang, and what was before is not in it',
  { timeout: 120_000 },
  async () => {
    const { db } = world.database
    const day = { at: world.clock.now().getTime() }
    const gives = { of: 'amount', amount: { BAHT: '333.33' } } as const
    await world.defineBonus('MONTH', { terms: { gives }, quota: 50 })
    const amount = { BAHT: '17.35' }
    await world.definePromotion('MONTH', { terms: { gives: { of: 'amount', amount } } })
    const act = { actor: 'operator:test', requestId: 'test' } as const
    const prizes = ['20.05', '0.01']
    const slices = prizes.map((prize, at) => ({
      code: `s${at}`,
      label: prize,
      weight: 1,
      prize: { amount: prize, currency: 'BAHT' },
    }))
    const definition = anyWheel({ slices })
    const wheel = await defineWheel(
      { db, clock: world.clock },
      { ...act, code: 'month', definition },
    )
    await switchWheel({ db, clock: world.clock }, { ...act, currency: 'BAHT', wheel })

    await play(10_001n)
    await world.passTime(31 * dayMs)
    const before = await booked()
    for (const deposit of [10_001n, 77_777n, 1_000_000n]) {
      await play(deposit)
      await world.passTime(9 * dayMs)
    }
    expect(world.clock.now().getTime() - day.at).toBe(58 * dayMs)
    const after = await booked()
    const spent = (name: string) => {
      const now = after.get(name)
      if (now === undefined) throw new Error(`no ${name} in ${[...after.keys()].join(', ')}`)
      return now - (before.get(name) ?? 0n)
    }
    const { body } = await desk.call('GET /api/console/rewards', { as: marketing })
    type Row = { kind: string; code: string; cost: { amount: string }[]; taken: number }
    const rows = body.rewards as Row[]
    const shown = (kind: string) => rows.find((one) => one.kind === kind)!
    const costOf = (kind: string) =>
      shown(kind).cost.map(({ amount: text }) => BigInt(text.replace('.', '')))
    expect(costOf('bonus')).toEqual([spent('bonus BAHT MONTH')])
    expect(spent('bonus BAHT MONTH')).toBe(3n * 33_333n)
    expect(costOf('code')).toEqual([spent('promotion BAHT MONTH')])
    expect(spent('promotion BAHT MONTH')).toBe(3n * 1_735n)
    expect(costOf('wheel')).toEqual([spent('prize BAHT month')])
    expect([shown('bonus').taken, shown('code').taken, shown('wheel').taken]).toEqual([4, 4, 9])

    const one = async (kind: string, code: string) =>
      (await desk.call('GET /api/console/rewards/one/{kind}/{code}', {
        as: marketing,
        input: { kind, code },
      })) as { body: { costs: object; held: { count: number } } }
    const bonus = (await one('bonus', 'MONTH')).body
    expect(bonus.costs).toMatchObject({
      taken30: 3,
      last30: shown('bonus').cost,
      // 46 of 50 are left.
      most: [{ amount: '15333.18', currency: 'BAHT' }],
    })
    expect(bonus.held.count).toBe(4)
    const drawn = (await one('wheel', 'month')).body
    expect(drawn.costs).toMatchObject({ taken30: 9, last30: shown('wheel').cost, most: null })
    // Those of the last three: of the first, the prize has expired.
    expect(drawn.held.count).toBe(3)
  },
)

const drawnOf = (slices: Parameters<typeof anyWheel>[0]['slices']) =>
  wheelOf(anyWheel({ slices }) as WheelDefinition)
const baht = (amount: bigint) => ({ amount, currency: 'BAHT' }) as const

test('SCREEN-43 what a spin and a deposit cost counts every ticket, and the spins that returned coins buy again', () => {
  const slice = { label: 'x', weight: 0 }
  const five = { ...slice, code: 'five', weight: 200, prize: { amount: '5', currency: 'BAHT' } }
  const fifty = { ...slice, code: 'fifty', weight: 9, prize: { amount: '50', currency: 'BAHT' } }
  const again = { ...slice, code: 'again', weight: 791 }
  const asked = { deposits: baht(100_000n), coinPer: baht(10_000n) }
  const plain = drawnOf([five, again, fifty])
  expect(spinCost(plain)).toEqual(baht(145n))
  expect(depositsCost(plain, asked)).toEqual(baht(1_450n))
  // Every second spin returns a coin: each coin buys two spins.
  const back = { ...slice, code: 'back', weight: 1000, prize: { amount: '1', currency: 'COIN' } }
  const returning = drawnOf([five, again, fifty, back])
  expect(spinCost(returning)).toEqual(baht(73n))
  expect(depositsCost(returning, asked)).toEqual(baht(1_450n))
  const endless = drawnOf([five, { ...back, prize: { amount: '2', currency: 'COIN' } }])
  expect(depositsCost(endless, asked)).toBeNull()
})
