import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { sampled } from '#testing/models/sample.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openPayoutWorld)

beforeEach(async () => {
  for (const channel of ['BANK', 'PAYONEX']) await world.mode('at-once', channel)
  await world.sandbox.control('DELETE', '/faults', {})
})

const isOpen = (state: string | undefined) =>
  ['sweeping', 'held', 'approved', 'sent', 'unknown', 'exception'].includes(state ?? '')

/** What was paid out for this member, plus what the member has, is always what there was. */
async function expectWhole(player: Player, had: number, channel = 'BANK'): Promise<number> {
  const paid = (await world.payoutsOf(player, channel))
    .filter(({ status }) => status !== 'REJECTED')
    .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  const [wallet, held] = [await world.walletOf(player), await world.heldOf(player)]
  expect(held).toBe(0)
  expect(wallet + paid).toBe(had)
  return paid
}

/** How long a call to a bank may take. */
const payTimeoutMs = 12_000

const faults = [
  { kind: 'drop-before' },
  { kind: 'drop-after' },
  { kind: 'status-before' },
  { kind: 'status-after' },
  { kind: 'garbage' },
  { kind: 'html-403' },
  { kind: 'empty' },
  { kind: 'duplicate' },
  { kind: 'maintenance' },
  { kind: 'late-apply', delayMs: 400 },
] as const

describe.each([
  ['BANK', 'payout.pay', 'payout.ask'],
  ['PAYONEX', 'payout.payonex-pay', 'payout.payonex-list'],
])('F14 faults at %s', (channel, operation, asking) => {
  beforeAll(async () => {
    await world.set('withdraw.channel.BAHT', channel)
    await world.passTime(0)
  })

  test.each(sampled(`withdrawals: ${channel}`, 3, faults))(
    '$kind while it is paid, and once while it is asked: paid once',
    { tags: 'long-3' },
    async (fault) => {
      const player = await world.addPlayer(100_000n, [])
      await world.sandbox.addFault({ operation, count: 1, ...fault })
      if (fault.kind !== 'late-apply')
        await world.sandbox.addFault({ operation: asking, count: 1, ...fault })
      await world.withdraw(player, 400)
      await new Promise((resolve) => setTimeout(resolve, 600))
      await world.work(5)
      expect(await world.stateOf(player)).toBe('paid')
      expect(await expectWhole(player, 100_000, channel)).toBe(40_000)
      expect(await world.payoutsOf(player, channel)).toHaveLength(1)
    },
  )

  test(
    'I14 accepted, and rejected after a day: the money comes back, once',
    { tags: 'long-1' },
    async () => {
      await world.mode('by-hand', channel)
      const player = await world.addPlayer(100_000n, [])
      const { body } = await world.withdraw(player, 400)
      await world.until(
        () => world.payoutsOf(player, channel),
        (seen) => seen.length > 0,
      )
      await world.work(20, hourMs)
      expect(isOpen(await world.stateOf(player))).toBe(true)
      expect(await world.heldOf(player)).toBe(40_000)
      const end = { channel, reference: body.receipt._id, status: 'REJECTED' }
      await world.sandbox.control('POST', '/payout/finish', end)
      await world.work(2, 11 * minuteMs)
      expect(await world.stateOf(player)).toBe('returned')
      expect(await expectWhole(player, 100_000, channel)).toBe(0)
    },
  )
})

describe('unknown outcomes', () => {
  beforeAll(async () => {
    await world.set('withdraw.channel.BAHT', 'BANK')
    await world.passTime(0)
  })

  test('F15 no answer for an hour: held, on the exceptions list, never returned automatically', async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.sandbox.addFault({ operation: 'payout.*', kind: 'drop-after' })
    await world.withdraw(player, 400)
    await world.until(
      () => world.payoutsOf(player),
      (seen) => seen.length > 0,
    )
    await world.work(30, 2 * minuteMs)
    expect(await world.stateOf(player)).toBe('exception')
    expect(await world.heldOf(player)).toBe(40_000)
    expect(await world.payoutsOf(player)).toHaveLength(1)
  })

  test('F14 they answer with another amount: an operator must look', async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'wrong-amount', count: 1 })
    await world.withdraw(player, 400)
    await world.becomes(player, 'exception')
    expect(await world.heldOf(player)).toBe(40_000)
  })

  test(
    'F16 a bank that takes every order and answers none: some wait there, no one else waits for them, and all are paid once',
    { tags: 'long-1', timeout: 120_000 },
    async () => {
      const stuck: Player[] = []
      for (let n = 0; n < 20; n += 1) stuck.push(await world.addPlayer(100_000n, []))
      const other = await world.addPlayer(100_000n, [])
      await world.sandbox.addFault({ operation: 'payout.pay', kind: 'delay', delayMs: 600_000 })
      const ordered = async () => {
        type Rules = { rules: { hits: number }[] }
        return (await world.sandbox.control<Rules>('GET', '/faults')).rules[0]!.hits
      }
      const answers = await Promise.all(stuck.map((player) => world.withdraw(player, 400)))
      expect(answers.map(({ status }) => status)).toEqual(stuck.map(() => 200))
      await world.until(ordered, (hits) => hits === 16)

      // While sixteen hang there, another channel accepts orders, and wallets are read.
      await world.set('withdraw.channel.BAHT', 'PAYONEX')
      await world.passTime(0)
      expect((await world.withdraw(other, 400)).status).toBe(200)
      await world.until(
        () => world.payoutsOf(other, 'PAYONEX'),
        (seen) => seen.length === 1,
      )
      const wallets = await Promise.all(stuck.map((player) => player.call('GET /api/wallet')))
      expect(wallets.map(({ status }) => status)).toEqual(stuck.map(() => 200))
      // No more than those reached it, and none of them was given up or returned.
      expect(await ordered()).toBe(16)
      for (const player of stuck) expect(await world.heldOf(player)).toBe(40_000)

      await world.sandbox.control('DELETE', '/faults', {})
      await world.set('withdraw.channel.BAHT', 'BANK')
      await new Promise((resolve) => setTimeout(resolve, payTimeoutMs))
      await world.work(4)
      expect(await world.stateOf(other)).toBe('paid')
      for (const player of stuck) {
        expect(await world.stateOf(player)).toBe('paid')
        expect(await expectWhole(player, 100_000)).toBe(40_000)
        expect(await world.payoutsOf(player)).toHaveLength(1)
      }
    },
  )

  test('we have no money at the channel: it waits, and is paid when there is', async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.sandbox.control('POST', '/payout/funds', { amount: '1.00' })
    await world.withdraw(player, 400)
    await world.work(3)
    expect(await world.heldOf(player)).toBe(40_000)
    await world.sandbox.control('POST', '/payout/funds', { amount: '1000000.00' })
    await world.work(3)
    expect(await world.stateOf(player)).toBe('paid')
    await expectWhole(player, 100_000)
  })
})

describe('withdrawAll', () => {
  test('I20 OP-WD a game gives nothing back: FAILED, and what was swept stays in the wallet', async () => {
    const player = await world.addPlayer(100_000n, ['betflix', 'joker2'])
    for (const to of ['betflix', 'joker2'])
      await player.call('POST /api/wallet/transfer', { body: { from: 'wallet', to, amount: 400 } })
    await world.sandbox.control('POST', '/games/betflix/maintenance', { on: true })
    const answer = await world.withdrawAll(player, 900)
    expect(answer).toMatchObject({ status: 502, body: { code: 'TRANSFER_FAIL' } })
    await world.sandbox.control('POST', '/games/betflix/maintenance', { on: false })
    expect(await world.stateOf(player)).toBe('failed')
    expect(await player.balances()).toEqual({
      wallet: 60_000,
      transit: 0,
      betflix: 40_000,
      joker2: 0,
    })
    const rows = await world.database.db.query(
      `select status from statement_row where member_id = $1 and statement_type = 'withdraw'`,
      [player.id],
    )
    expect(rows).toEqual([{ status: 'FAILED' }])
    expect((await player.call('GET /api/withdrawals/current')).body.withdrawal).toMatchObject({
      stage: 'FAILED',
      reason: 'GAMES_SHORT',
    })
  })

  test('OP-WD a game answers late: reported as pending, continued in the background, and paid', async () => {
    const player = await world.addPlayer(100_000n, ['pg'])
    await player.call('POST /api/wallet/transfer', {
      body: { from: 'wallet', to: 'pg', amount: 800 },
    })
    await world.sandbox.addFault({ operation: 'games.pg.*', kind: 'drop-before' })
    const answer = await world.withdrawAll(player, 900)
    expect(answer).toMatchObject({ status: 202, body: { code: 'TRANSFER_PENDING' } })
    expect((await player.call('GET /api/withdrawals/current')).body.withdrawal.stage).toBe(
      'COLLECTING',
    )
    await world.sandbox.control('DELETE', '/faults', {})
    await world.work(4)
    await world.becomes(player, 'paid')
    expect(await player.balances()).toEqual({ wallet: 10_000, transit: 0, pg: 0 })
  })
})
