import { beforeAll, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { findBalanceAt, listBalances } from '#ledger/read.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { defineWheel, switchWheel } from '#rewards/spinwheel/define.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { openLossWorld } from '#testing/worlds/loss-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

/** A Saturday at noon in Bangkok; each test has a week of its own. */
const world = testWorld(openLossWorld)
beforeAll(async () => {
  await world.runJobs()
})

const weekMs = 7 * dayMs
const bangkokMs = 7 * hourMs
/** The next Monday, at midnight in Bangkok. */
function nextMonday(): number {
  const local = world.clock.now().getTime() + bangkokMs
  const monday = Date.parse('2026-11-16T00:00:00Z')
  return monday + Math.ceil((local - monday + 1) / weekMs) * weekMs - bangkokMs
}

/** Of the member's bonuses, in the order in which they were taken. */
async function statesOfBonuses(memberId: string): Promise<string[]> {
  const rows = await world.database.db.query<{ state: string }>(
    'select state from bonus_held where member_id = $1 order by created_at',
    [memberId],
  )
  return rows.map(({ state }) => state)
}

/** Moves past the week's end and runs the worker that closes it. */
async function endWeek(): Promise<void> {
  await world.moveTo(new Date(nextMonday() + 11 * minuteMs).toISOString())
  await world.runJobs()
}

/** A member who has lost 850.00 of 1,000.00 at one game. */
async function addLoser(): Promise<Player> {
  const player = await world.addPlayer(100_000n, ['pg'])
  await world.bring(player, 'pg', 900)
  await world.play(player, 'pg', '50.00')
  return player
}

/** Spins a wheel on which every sector wins this many baht, and claims the coupon. */
async function winOnWheel(player: Player, amount: string): Promise<void> {
  const { db } = world.database
  const deps = { db, clock: world.clock }
  const act = { actor: 'operator:test', requestId: 'test' } as const
  const look = { bgColor: '#112233', textColor: '#ffffff', description: null, weight: 1 }
  const slices = [
    { ...look, code: 'won', label: 'Won', prize: { amount, currency: 'BAHT' } },
    { ...look, code: 'also', label: 'Also won', prize: { amount, currency: 'BAHT' } },
  ]
  const definition = anyWheel({ name: 'Lucky', slices })
  const wheel = await defineWheel(deps, { ...act, code: 'lucky', definition })
  await switchWheel(deps, { ...act, currency: 'BAHT', wheel })
  const book = accountBook(db)
  const [credit] = await book.find(player.id, [['coin', '']])
  const debit = await book.house('coin', '', 'COIN')
  const coin = { debit, credit: credit!, money: { amount: 1n, currency: 'COIN' } } as const
  await db.begin((tx) =>
    postAll(tx, world.clock.now(), [{ ...coin, idem: systemIds.key(), kind: 'coin_grant' }]),
  )
  await player.call('GET /api/spinwheel/setup')
  await player.call('POST /api/spinwheel/spin', { body: {} })
  const [coupon] = (await player.call('GET /api/spinwheel/coupon')).body
  const claimed = { body: { coupon: coupon._id } }
  expect((await player.call('POST /api/spinwheel/coupon/claim', claimed)).status).toBe(200)
}

const check = async (player: Player) => (await player.call('GET /api/refund/check')).body
const history = async (player: Player, page = 1) =>
  (await player.call('POST /api/refund', { body: { page, limit: 10 } })).body
const receive = '/api/refund/receive'
const add = '/api/refund/addWallet'

describe('a week with a loss', () => {
  test('RFD-03 RFD-04 RFD-08 RFD-12 OP-RFD OP-RFDCHK ERRC-57 ERRC-55 five percent of it wait when it is over, and are received once', async () => {
    const player = await addLoser()
    expect(await world.asked(player, receive)).toEqual([409, 'NO_REFUND'])
    await endWeek()
    expect(await check(player)).toEqual({
      result: true,
      bonus: false,
      info: expect.stringMatching(/ 5%.* 1\.00\u00A0บาท .* 10,000\.00\u00A0บาท /),
      refundAmount: 42.5,
      refundSuccess: 0,
      refundFail: 0,
    })
    expect(await world.asked(player, receive)).toEqual([200, 'REFUND_SUCCESS'])
    expect((await player.balances()).wallet).toBe(10_000 + 4_250)
    expect(await world.asked(player, receive)).toEqual([409, 'NO_REFUND'])
    expect(await world.asked(player, add)).toEqual([409, 'NO_REFUND'])
    expect(await check(player)).toMatchObject({ result: false, refundAmount: 0 })
    const createdAt = expect.any(String)
    expect(await history(player)).toEqual({
      total: 1,
      refunds: [{ refundAmount: 42.5, createdAt }],
    })
    expect(await history(player, 2)).toEqual({ total: 1, refunds: [] })
    const [row] = await world.rowsOf(player)
    expect(row).toMatchObject({
      statementType: 'bonus',
      from: expect.stringMatching(/^week \d{4}-\d\d-\d\d$/),
      to: 'wallet',
      status: 'SUCCESS',
      about: { refund: { description: 'คืนยอดเสีย' } },
    })
  })

  test('OP-RFDACC the loss is opening + deposits - withdrawals - closing over wallet and games, however it was played', async () => {
    const player = await world.addPlayer(100_000n, ['pg', 'joker2'])
    await endWeek()
    const since = world.clock.now()
    await world.bring(player, 'pg', 600)
    await world.bring(player, 'joker2', 300)
    await world.play(player, 'pg', '100.00')
    await world.play(player, 'joker2', '450.50')
    await world.play(player, 'pg', '20.75')
    const withdrawn = await player.call('POST /api/wallet/withdraw', { body: { amount: 100 } })
    expect(withdrawn.status).toBe(200)
    const balances = await listBalances(world.database.db, player.id)
    const pool = balances.filter(({ kind }) => ['wallet', 'game', 'transfer'].includes(kind))
    const closing = pool.reduce((sum, { money }) => sum + money.amount, 0n)
    const before = await Promise.all(
      pool.map((one) => findBalanceAt(world.database.db, one, new Date(since.getTime() - 1))),
    )
    const opening = before.reduce((sum, { money }) => sum + money.amount, 0n)
    await endWeek()
    const [period] = await world.database.db.query<{ loss: bigint; amount: bigint }>(
      'select loss, amount from refund_period where member_id = $1',
      [player.id],
    )
    expect(period!.loss).toBe(opening - 10_000n - closing)
    expect(period!.loss).toBe(60_000n - 15_050n - 2_075n)
    expect(period!.amount).toBe((period!.loss * 5n) / 100n)
  })

  test('OP-RFDACC a reward that was credited and lost is no loss', async () => {
    await world.defineBonus('WEEKGIFT', { terms: { endAmount: { BAHT: '999999' } } })
    const player = await world.addPlayer(0n, ['pg'])
    await player.call('GET /api/bonus/activate/WEEKGIFT')
    await world.bring(player, 'pg', 100)
    await world.play(player, 'pg', '0.00')
    await player.call('GET /api/bonus/clear')
    await endWeek()
    expect(await check(player)).toMatchObject({ result: false, refundAmount: 0 })
    expect(await world.asked(player, receive)).toEqual([400, 'REFUND_MINIMUM'])
  })

  test('OP-RFDACC a prize that was credited and lost is no loss', async () => {
    const player = await world.addPlayer(0n, ['pg'])
    await winOnWheel(player, '900')
    await world.bring(player, 'pg', 900)
    await world.play(player, 'pg', '0.00')
    await endWeek()
    expect(await check(player)).toMatchObject({ result: false, refundAmount: 0 })
  })

  test('OP-RFDACC a balance forfeited with a bonus counts once, from the wallet as from the games', async () => {
    await world.defineBonus('GIVENUP', { terms: { factor: '2', withdrawMax: { BAHT: '900' } } })
    const player = await world.addPlayer(40_000n, ['pg'])
    await player.call('GET /api/bonus/activate/GIVENUP')
    await world.bring(player, 'pg', 100)
    await world.play(player, 'pg', '600.00')
    const body = { amount: 300 }
    expect((await player.call('POST /api/wallet/withdraw', { body })).status).toBe(200)
    // What comes home from the game is in the wallet for a moment, before it is forfeited.
    await expect.poll(() => statesOfBonuses(player.id)).toEqual(['ended'])
    const { wallet, pg } = await player.balances()
    expect([wallet, pg]).toEqual([0, 0])
    await endWeek()
    const periods = await world.database.db.query(
      'select won, gifts, forfeited, loss from refund_period where member_id = $1',
      [player.id],
    )
    // 100 of the wallet and 600 of the game; 500 was won and 100 given.
    expect(periods).toEqual([{ won: 50_000n, gifts: 10_000n, forfeited: 70_000n, loss: 10_000n }])
  })

  test('OP-RFDACC each week is computed separately: a reward of one week that is lost in the next is a loss of the next', async () => {
    await world.defineBonus('NEXTWEEK', { terms: { endAmount: { BAHT: '999999' } } })
    const lossesOf = (player: Player) =>
      world.database.db.query<{ lost: bigint; gifts: bigint; loss: bigint; amount: bigint }>(
        'select lost, gifts, loss, amount from refund_period where member_id = $1 order by until',
        [player.id],
      )
    const addGifted = async () => {
      const player = await world.addPlayer(10_000n, ['pg'])
      await player.call('GET /api/bonus/activate/NEXTWEEK')
      expect((await player.balances()).wallet).toBe(20_000)
      return player
    }
    const [idle, busy] = [await addGifted(), await addGifted()]
    // A provider is not asked again at once, and granting the reward has asked it.
    await world.passTime(6_000)
    await world.bring(busy, 'pg', 200)
    await world.play(busy, 'pg', '190.00')
    await endWeek()
    await world.bring(idle, 'pg', 200)
    for (const player of [idle, busy]) await world.play(player, 'pg', '0.00')
    await endWeek()
    const next = { gifts: 0n }
    expect(await lossesOf(idle)).toEqual([
      { ...next, lost: 20_000n, loss: 20_000n, amount: 1_000n },
    ])
    expect(await lossesOf(busy)).toEqual([
      { lost: 1_000n, gifts: 10_000n, loss: -9_000n, amount: 0n },
      { ...next, lost: 19_000n, loss: 19_000n, amount: 950n },
    ])
  })

  test('refunds of several weeks are received together, booked to the newest', async () => {
    const player = await addLoser()
    await endWeek()
    await world.bring(player, 'pg', 100)
    await world.play(player, 'pg', '50.00')
    await endWeek()
    expect((await check(player)).refundAmount).toBe(47.5)
    expect(await world.asked(player, receive)).toEqual([200, 'REFUND_SUCCESS'])
    const [row] = await world.rowsOf(player)
    expect(await world.spent('refund', row!.from)).toEqual([4_750])
    expect((await history(player)).total).toBe(1)
  })

  test('RFD-12 I26 a received refund is not received again with the next week', async () => {
    const player = await addLoser()
    await endWeek()
    expect(await world.asked(player, receive)).toEqual([200, 'REFUND_SUCCESS'])
    const before = (await player.balances()).wallet
    await world.bring(player, 'pg', 100)
    await world.play(player, 'pg', '50.00')
    await endWeek()
    // 100.00 was lost, of which 42.50 was the refund of the week before.
    expect((await check(player)).refundAmount).toBe(2.87)
    expect(await world.asked(player, receive)).toEqual([200, 'REFUND_SUCCESS'])
    expect((await player.balances()).wallet).toBe(before! - 10_000 + 287)
  })
})

describe('Bangkok midnights and week ends', () => {
  test('F41 a loss of the last millisecond of Sunday and one of the first of Monday are in their own weeks, each once', async () => {
    const sunday = await world.addPlayer(100_000n, ['pg'])
    const early = await world.addPlayer(100_000n, ['pg'])
    const monday = nextMonday()
    for (const player of [sunday, early]) await world.bring(player, 'pg', 1000)
    await world.setBalanceAt(sunday, 'pg', '900.00')
    await world.setBalanceAt(early, 'pg', '700.00')
    await world.moveTo(new Date(monday - 1).toISOString())
    await sunday.call('GET /api/wallet/refresh/slot')
    await world.moveTo(new Date(monday).toISOString())
    await early.call('GET /api/wallet/refresh/slot')
    await endWeekAt(monday)
    expect((await check(sunday)).refundAmount).toBe(5)
    expect((await check(early)).refundAmount).toBe(0)
    await endWeek()
    expect((await check(sunday)).refundAmount).toBe(5)
    expect((await check(early)).refundAmount).toBe(15)
    const periods = await world.database.db.query<{ lost: bigint }>(
      'select lost from refund_period where member_id = any ($1) order by until',
      [[sunday.id, early.id]],
    )
    expect(periods.map(({ lost }) => lost)).toEqual([10_000n, 30_000n])
  })

  test('F41 a week is not closed before ten minutes of the next one, and by days each day is its own', async () => {
    const player = await addLoser()
    const monday = nextMonday()
    await world.moveTo(new Date(monday + 10 * minuteMs - 1).toISOString())
    await world.runJobs()
    expect((await check(player)).refundAmount).toBe(0)
    await endWeekAt(monday)
    expect((await check(player)).refundAmount).toBe(42.5)
    await world.set('refund.period', 'day')
    await world.bring(player, 'pg', 100)
    await world.play(player, 'pg', '50.00')
    await world.moveTo(new Date(monday + dayMs + 11 * minuteMs).toISOString())
    await world.runJobs()
    expect((await check(player)).refundAmount).toBe(47.5)
    await world.set('refund.period', 'week')
    await endWeek()
    expect((await check(player)).refundAmount).toBe(47.5)
  })

  async function endWeekAt(monday: number): Promise<void> {
    await world.moveTo(new Date(monday + 16 * minuteMs).toISOString())
    await world.runJobs()
  }
})

describe('refused', () => {
  test('RFD-10 ERRC-59 OP-E11 a winner gets REFUND_MINIMUM, a member who never played NO_REFUND', async () => {
    const winner = await world.addPlayer(100_000n, ['pg'])
    await world.bring(winner, 'pg', 100)
    await world.play(winner, 'pg', '900.00')
    const little = await world.addPlayer(100_000n, ['pg'])
    await world.bring(little, 'pg', 100)
    await world.play(little, 'pg', '81.00')
    const idle = await world.addPlayer(100_000n, ['pg'])
    await endWeek()
    for (const path of [receive, add]) {
      expect(await world.asked(winner, path)).toEqual([400, 'REFUND_MINIMUM'])
      expect(await world.asked(little, path)).toEqual([400, 'REFUND_MINIMUM'])
      expect(await world.asked(idle, path)).toEqual([409, 'NO_REFUND'])
    }
    expect(await check(winner)).toMatchObject({ result: false, refundAmount: 0 })
  })

  test('I23 ERRC-56 while a bonus is held nothing is received, and afterwards it is still there', async () => {
    await world.defineBonus('REFUNDHOLD', { terms: { endAmount: { BAHT: '999999' } } })
    const player = await addLoser()
    await endWeek()
    await player.call('GET /api/bonus/activate/REFUNDHOLD')
    expect(await check(player)).toMatchObject({ result: false, bonus: true, refundAmount: 42.5 })
    for (const path of [receive, add])
      expect(await world.asked(player, path)).toEqual([409, 'REFUND_CONDITION'])
    await world.passTime(6_000)
    await player.call('GET /api/bonus/clear')
    expect(await world.asked(player, receive)).toEqual([200, 'REFUND_SUCCESS'])
  })

  test('RFD-10 while refunds are off they are INACTIVE, and losses of that time are never refunded', async () => {
    const player = await addLoser()
    await world.set('refund.active', false)
    await endWeek()
    for (const path of [receive, add])
      expect(await world.asked(player, path)).toEqual([403, 'REFUND_INACTIVE'])
    expect((await check(player)).result).toBe(false)
    await world.set('refund.active', true)
    expect(await world.asked(player, receive)).toEqual([400, 'REFUND_MINIMUM'])
  })
})

describe('under a condition', () => {
  test('RFD-09 BUILD-10 with a success percentage only addWallet gives it, under a condition that has the percentages', async () => {
    await world.set('refund.success', '20')
    await world.set('refund.fail', '50')
    const player = await addLoser()
    await endWeek()
    expect(await check(player)).toMatchObject({ refundSuccess: 20, refundFail: 50 })
    expect(await world.asked(player, receive)).toEqual([409, 'REFUND_CONDITION'])
    expect(await world.asked(player, add)).toEqual([200, 'REFUND_SUCCESS'])
    const active = (await player.call('GET /api/bonus/check/active')).body
    // 150.00 were there; 42.50 and a fifth of it more must come on top, and it may be ended at half of all.
    expect(active).toMatchObject({
      status: true,
      type: 'refund',
      progress: { total: 192.5, target: 201, endAmount: 96.25 },
    })
    const withdrawn = await player.call('POST /api/wallet/withdraw', { body: { amount: 100 } })
    expect(withdrawn.body.code).toBe('BONUS_REMAINING')
    expect((await history(player)).refunds[0].refundAmount).toBe(42.5)
    await world.set('refund.success', '0')
    await world.set('refund.fail', '0')
    const again = (await player.call('GET /api/bonus/check/active')).body
    expect(again.progress.target).toBe(201)
  })
})

describe('twice and at once', () => {
  test('F32 SEC-07 I26 fifty at once, by both calls and each with its own key: one is given', async () => {
    const player = await addLoser()
    await endWeek()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        world.asked(
          player,
          at % 2 === 0 ? receive : add,
          at % 3 === 0 ? undefined : systemIds.key(),
        ),
      ),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, code]) => code === 'NO_REFUND')).toHaveLength(49)
    expect((await player.balances()).wallet).toBe(10_000 + 4_250)
  })

  test('F32 fifty at once under a condition: one is given and one condition held', async () => {
    await world.set('refund.success', '20')
    const player = await addLoser()
    await endWeek()
    const keys = Array.from({ length: 50 }, () => systemIds.key())
    const answers = await Promise.all(keys.map((key) => world.asked(player, add, key)))
    await world.set('refund.success', '0')
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect((await player.balances()).wallet).toBe(10_000 + 4_250)
    const held = await world.database.db.query('select from bonus_held where member_id = $1', [
      player.id,
    ])
    expect(held).toHaveLength(1)
  })

  test('the same key gets the same reply and moves once; by the other call it is refused', async () => {
    const player = await addLoser()
    await endWeek()
    const key = systemIds.key()
    const both = await Promise.all([
      world.asked(player, receive, key),
      world.asked(player, receive, key),
    ])
    expect(both).toEqual([
      [200, 'REFUND_SUCCESS'],
      [200, 'REFUND_SUCCESS'],
    ])
    expect(await world.asked(player, add, key)).toEqual([422, 'KEY_REUSED'])
    expect((await player.balances()).wallet).toBe(10_000 + 4_250)
    const outcome = await player.call(`GET /api/outcome/${key}`)
    expect(outcome.body).toMatchObject({ state: 'done', route: `GET ${receive}` })
  })

  test('a key that was reported as never used gives nothing when its request arrives after all', async () => {
    const player = await addLoser()
    await endWeek()
    const key = systemIds.key()
    expect((await player.call(`GET /api/outcome/${key}`)).body.state).toBe('never')
    expect((await world.asked(player, receive, key))[1]).toBe('ABANDONED')
    expect((await check(player)).refundAmount).toBe(42.5)
  })
})

test("OP-BAN GET /api/refund/banners returns the operator's banners in the language of the page, else nothing", async () => {
  const player = await world.addPlayer(0n, [])
  const banners = async (locale: string) =>
    (await player.call('GET /api/refund/banners', { headers: { cookie: `locale=${locale}` } })).body
  expect(await banners('en')).toEqual([])
  const one = { image: `/pictures/${'A'.repeat(43)}.webp`, html: '<p>Back</p>' }
  await world.set('refund.banners.en', [one])
  expect(await banners('en')).toEqual([one])
  expect(await banners('la')).toEqual([])
})
