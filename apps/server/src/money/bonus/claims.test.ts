import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBonusWorld)

const activate = (player: Player, code: string, key?: string) =>
  player.call(`GET /api/bonus/activate/${code}`, key ? { headers: { 'idempotency-key': key } } : {})
const clear = (player: Player) => player.call('GET /api/bonus/clear')
const counted = (codes: string[]) =>
  Object.fromEntries([...new Set(codes)].map((one) => [one, codes.filter((c) => c === one).length]))
const codesOf = (answers: { status: number; body: { code?: string } }[]) =>
  counted(answers.map(({ status, body }) => (status === 200 ? 'given' : String(body.code))))
/** Can be ended at once, because every total is low enough. */
const easy = { endAmount: { BAHT: '999999' } }

describe('refused', () => {
  test('BON-21 an unknown bonus, one that is switched off or over, and one not in the currency is NO_DATA, and a held one blocks every other', async () => {
    await world.defineBonus('OFF', { isOn: false })
    await world.defineBonus('OVER', { endsAt: new Date(world.clock.now().getTime() - 1) })
    await world.defineBonus('KIP', { terms: { gives: { of: 'amount', amount: { LAK: '1000' } } } })
    await world.defineBonus('FIRST')
    await world.defineBonus('SECOND')
    const player = await world.addPlayer(10_000n, [])
    for (const code of ['NOTHING', 'OFF', 'OVER', 'KIP', 'first%20'])
      expect([code, (await activate(player, code)).body.code]).toEqual([code, 'NO_DATA'])
    expect((await clear(player)).body.code).toBe('NO_DATA')
    expect((await activate(player, 'FIRST')).status).toBe(200)
    expect((await activate(player, 'SECOND')).body.code).toBe('BONUS_ALREADY_ACTIVE')
    expect((await player.balances()).wallet).toBe(20_000)
  })

  test('ERRC-35 while a bonus is held no deposit is begun and nothing is withdrawn', async () => {
    await world.set('deposit.manual', true)
    await world.defineBonus('HOLD')
    const player = await world.addPlayer(50_000n, [])
    await activate(player, 'HOLD')
    const paths = [
      ['POST /api/wallet/add', { amount: 100 }],
      ['POST /api/wallet/withdraw', { amount: 200 }],
      ['POST /api/wallet/withdrawAll', { amount: 200 }],
    ] as const
    for (const [name, body] of paths) {
      const answer = await player.call(name, { body })
      expect([name, answer.status, answer.body.code]).toEqual([name, 409, 'BONUS_REMAINING'])
    }
  })

  test('an open withdrawal blocks a bonus: its money could come back and count', async () => {
    await world.set('withdraw.autoMax.BAHT', '1')
    await world.defineBonus('LATER')
    const player = await world.addPlayer(50_000n, [])
    expect((await player.call('POST /api/wallet/withdraw', { body: { amount: 200 } })).status).toBe(
      200,
    )
    expect((await activate(player, 'LATER')).body.code).toBe('WITHDRAW_PENDING')
  })

  test(
    'money that left for a game while the providers were asked blocks a bonus: its outcome is unknown',
    { tags: 'long-1', timeout: 20_000 },
    async () => {
      await world.defineBonus('MOVING')
      const player = await world.addPlayer(50_000n, ['pg', 'betflix'])
      const move = (to: string) =>
        player.call('POST /api/wallet/transfer', { body: { from: 'wallet', to, amount: 100 } })
      expect((await move('pg')).status).toBe(200)
      await world.passTime(6_000)
      const slowly = { kind: 'delay', count: 1 }
      await world.sandbox.addFault({ ...slowly, operation: 'games.pg.wallet', delayMs: 1_500 })
      await world.sandbox.addFault({
        ...slowly,
        operation: 'games.betflix.transfer',
        delayMs: 4_000,
      })
      const before = await world.sandbox.countCalls('games.pg.wallet')
      const asked = activate(player, 'MOVING')
      await expect.poll(() => world.sandbox.countCalls('games.pg.wallet')).toBe(before + 1)
      const moving = move('betflix')
      expect((await asked).body.code).toBe('REQUEST_IN_PROGRESS')
      expect((await moving).status).toBe(200)
      expect(await player.balances()).toMatchObject({ wallet: 30_000, pg: 10_000, betflix: 10_000 })
      expect(await world.givenFor('bonus', 'MOVING')).toEqual([])
    },
  )

  test('BON-14 ERRC-37 type limit counts all receipts, whenever they were', async () => {
    await world.defineBonus('TWICE', { maxReceived: 2, terms: easy })
    const player = await world.addPlayer(10_000n, [])
    for (const expected of [200, 200, 409]) {
      const answer = await activate(player, 'TWICE')
      expect(answer.status).toBe(expected)
      await clear(player)
      world.clock.moveMs(36 * hourMs)
    }
    expect((await activate(player, 'TWICE')).body.code).toBe('BONUS_MAX_CLAIMED')
    expect((await player.balances()).wallet).toBe(30_000)
  })

  test('I22 ERRC-37 a member who has all receipts of a bonus with a used-up quota gets the refusal for that, not for the quota', async () => {
    await world.defineBonus('LAST', { quota: 1, terms: easy })
    const [player, other] = [await world.addPlayer(10_000n, []), await world.addPlayer(10_000n, [])]
    expect((await activate(player, 'LAST')).status).toBe(200)
    expect((await clear(player)).status).toBe(200)
    expect((await activate(player, 'LAST')).body.code).toBe('BONUS_MAX_CLAIMED')
    expect((await activate(other, 'LAST')).body.code).toBe('BONUS_FULL')
  })

  test('I22 an operator who allows fewer receipts at the same moment takes effect', async () => {
    await world.defineBonus('FEWER', { maxReceived: 2, terms: easy })
    const player = await world.addPlayer(10_000n, [])
    expect((await activate(player, 'FEWER')).status).toBe(200)
    expect((await clear(player)).status).toBe(200)
    const { db, ownerDb } = world.database
    const { second } = await db.begin(async (tx) => {
      await tx.query(`update bonus_campaign set max_received = 1 where code = 'FEWER'`)
      const asked = activate(player, 'FEWER')
      const waiting = `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%bonus_campaign%'`
      await expect.poll(() => ownerDb.query(waiting)).toHaveLength(1)
      return { second: asked }
    })
    expect((await second).body.code).toBe('BONUS_MAX_CLAIMED')
    expect(await world.givenFor('bonus', 'FEWER')).toHaveLength(1)
  })
})

// The clock is in 2026-11; each instant is before or after a period's boundary in Bangkok, seven hours ahead of
// London.
const turns = [
  { type: 'day', last: '2027-03-09T16:59:59.999Z', first: '2027-03-09T17:00:00.000Z' },
  { type: 'day', last: '2027-12-31T16:59:59.999Z', first: '2027-12-31T17:00:00.000Z' },
  { type: 'week', last: '2028-01-09T16:59:59.999Z', first: '2028-01-09T17:00:00.000Z' },
  { type: 'week', last: '2028-12-31T16:59:59.999Z', first: '2028-12-31T17:00:00.000Z' },
] as const

describe('at the boundary of a period', () => {
  test('BON-16 OP-B23 I22 a bonus that was taken on a Wednesday counts for that week until its Sunday ends', async () => {
    await world.defineBonus('MIDWEEK', { type: 'week', terms: easy })
    const wednesday = Date.parse('2027-01-06T05:00:00Z')
    world.clock.moveMs(wednesday - world.clock.now().getTime())
    const player = await world.addPlayer(10_000n, [])
    expect((await activate(player, 'MIDWEEK')).status).toBe(200)
    expect((await clear(player)).status).toBe(200)
    for (const _ of ['Thursday', 'Friday', 'Saturday', 'Sunday']) {
      world.clock.moveMs(dayMs)
      expect((await activate(player, 'MIDWEEK')).body.code).toBe('BONUS_MAX_CLAIMED')
    }
    world.clock.moveMs(dayMs)
    expect((await activate(player, 'MIDWEEK')).status).toBe(200)
  })

  test.each(turns)(
    'BON-13 BON-15 BON-16 OP-B23 I22 F41 of type $type: none more until $last, one more from $first',
    async ({ type, last, first }) => {
      const code = `TURN${new Date(first).getTime()}`
      await world.defineBonus(code, { type, maxReceived: 2, terms: easy })
      const to = (at: string) =>
        world.clock.moveMs(new Date(at).getTime() - world.clock.now().getTime())
      to(new Date(new Date(last).getTime() - 60_000).toISOString())
      const player = await world.addPlayer(10_000n, [])
      expect((await activate(player, code)).status).toBe(200)
      expect((await clear(player)).status).toBe(200)
      to(last)
      expect((await activate(player, code)).status).toBe(200)
      expect((await clear(player)).status).toBe(200)
      expect((await activate(player, code)).body.code).toBe('BONUS_MAX_CLAIMED')
      to(first)
      expect((await activate(player, code)).status).toBe(200)
      expect((await clear(player)).status).toBe(200)
      expect((await activate(player, code)).status).toBe(200)
      expect((await clear(player)).status).toBe(200)
      expect((await activate(player, code)).body.code).toBe('BONUS_MAX_CLAIMED')
      expect(await world.givenFor('bonus', code)).toHaveLength(4)
    },
  )
})

describe('at once', () => {
  test('F32 I21 ERRC-36 fifty at once by one member: one is given, and all others are refused as already held', async () => {
    await world.defineBonus('RACE', { maxReceived: 9 })
    const player = await world.addPlayer(10_000n, [])
    const answers = await Promise.all(Array.from({ length: 50 }, () => activate(player, 'RACE')))
    expect(codesOf(answers)).toEqual({ given: 1, BONUS_ALREADY_ACTIVE: 49 })
    expect(await world.givenFor('bonus', 'RACE')).toEqual([10_000])
    expect((await player.balances()).wallet).toBe(20_000)
  })

  test('F32 fifty at once with one key: one is given, and all calls return it', async () => {
    await world.defineBonus('KEYED')
    const player = await world.addPlayer(10_000n, [])
    const key = systemIds.key()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => activate(player, 'KEYED', key)),
    )
    expect(codesOf(answers)).toEqual({ given: 50 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await world.givenFor('bonus', 'KEYED')).toEqual([10_000])
    expect((await activate(player, 'RACE', key)).body.code).toBe('KEY_REUSED')
    const outcome = await player.call(`GET /api/outcome/${key}`)
    expect(outcome.body).toMatchObject({ state: 'done', code: 'SUCCESS' })
  })

  test('F32 ERRC-40 a quota of five among ten members who ask five times each: five are given', async () => {
    await world.defineBonus('FIVE', { quota: 5 })
    const players = await Promise.all(Array.from({ length: 10 }, () => world.addPlayer(0n, [])))
    const answers = await Promise.all(
      players.flatMap((player) => Array.from({ length: 5 }, () => activate(player, 'FIVE'))),
    )
    expect(codesOf(answers)).toMatchObject({ given: 5, BONUS_FULL: 25 })
    expect(await world.givenFor('bonus', 'FIVE')).toHaveLength(5)
  })

  test('F32 I26 PROMO-08 ERRC-42 fifty at once of one code: one is given, and all others are refused as already received', async () => {
    await world.definePromotion('LUCKY8')
    const player = await world.addPlayer(10_000n, [])
    const path = 'GET /api/promotion/activate/lucky8'
    const answers = await Promise.all(Array.from({ length: 50 }, () => player.call(path)))
    expect(codesOf(answers)).toEqual({ given: 1, PROMOTION_RECEIVED: 49 })
    expect(await world.givenFor('promotion', 'LUCKY8')).toEqual([10_000])
  })
})
