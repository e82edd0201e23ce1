import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { accountBook } from '#ledger/accounts.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { resolve } from './decide.ts'
import { findWithdrawal } from './store.ts'

const world = testWorld(openPayoutWorld)

beforeEach(async () => {
  for (const channel of ['BANK', 'PAYONEX']) await world.mode('at-once', channel)
  await world.sandbox.control('DELETE', '/faults', {})
})

const asked = async (player: Player): Promise<string> =>
  (await world.withdraw(player, 400)).body.receipt._id as string
const whyOf = async (id: string) => (await findWithdrawal(world.database.db, id))!.why

function end(id: string, payout: string | null) {
  const { db } = world.database
  const deps = { db, clock: world.clock, accounts: accountBook(db) }
  return resolve(deps, { id, payout, why: 'seen', actor: 'operator:nok', requestId: 'test' })
}

describe('an id that cannot be right', () => {
  test.each([
    { says: 'COMPLETED', mode: 'at-once' },
    { says: 'PROCESSING', mode: 'by-hand' },
    { says: 'REJECTED', mode: 'reject' },
  ])(
    'I14 I37 $says with the id of another payout, at any attempt: an exception, which an operator can end',
    async ({ mode }) => {
      const [first, player] = [
        await world.addPlayer(100_000n, []),
        await world.addPlayer(100_000n, []),
      ]
      await asked(first)
      await world.becomes(first, 'paid')
      const [others] = await world.payoutsOf(first)
      await world.mode(mode)
      await world.sandbox.addFault({ operation: 'payout.*', kind: 'anothers-id' })
      const id = await asked(player)
      await world.becomes(player, 'exception')
      expect(await whyOf(id)).toBe(`${others!.id} is another withdrawal's`)
      expect(await world.heldOf(player)).toBe(40_000)
      expect((await player.call('GET /api/withdrawals/current')).body.withdrawal).toMatchObject({
        stage: 'SENT',
        reason: 'ASKING_BANK',
      })
      await expect(end(id, others!.id)).rejects.toThrow('the payout of another withdrawal')
      await end(id, mode === 'reject' ? null : (await world.payoutsOf(player))[0]!.id)
      expect(await world.heldOf(player)).toBe(0)
    },
  )

  test('I37 an answer that cannot be booked at all: nothing moves, and after a quarter of an hour it becomes an exception', async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.sandbox.addFault({ operation: 'payout.*', kind: 'broken-id' })
    const id = await asked(player)
    await world.work(10)
    expect(await world.stateOf(player)).toBe('sent')
    expect(await whyOf(id)).toContain('cannot be booked')
    await world.work(3, 5 * minuteMs)
    expect(await world.stateOf(player)).toBe('exception')
    expect(await whyOf(id)).toContain('cannot be booked')
    expect(await world.heldOf(player)).toBe(40_000)
    await end(id, (await world.payoutsOf(player))[0]!.id)
  })

  test(
    'F11 a good answer that finds our row locked waits for the next attempt, and does not become an exception',
    { tags: 'long-4' },
    async () => {
      const player = await world.addPlayer(100_000n, [])
      await world.mode('by-hand')
      const reference = await asked(player)
      await world.work(4, 11 * minuteMs)
      await world.sandbox.control('POST', '/payout/finish', { reference, status: 'COMPLETED' })
      const { working } = await world.database.db.holdOutside(async (tx) => {
        await tx.query('select 1 from statement_row where member_id = $1 for update', [player.id])
        const all = world.work(1, 11 * minuteMs)
        await world.until(
          () => whyOf(reference),
          (why) => why?.includes('cannot be booked') ?? false,
        )
        return { working: all }
      })
      await working
      expect(await world.stateOf(player)).toBe('sent')
      await world.work(1, 11 * minuteMs)
      expect(await world.stateOf(player)).toBe('paid')
    },
  )
})

describe('a refusal that is not final', () => {
  const untilAsked = (operation: string) =>
    world.until(
      () => world.sandbox.control<{ rules: { operation: string }[] }>('GET', '/faults'),
      ({ rules }) => rules.every((rule) => rule.operation !== operation),
    )
  const expectPaidOnce = async (player: Player, channel = 'BANK') => {
    expect(await world.walletOf(player)).toBe(60_000)
    expect(await world.heldOf(player)).toBe(0)
    expect(await world.payoutsOf(player, channel)).toHaveLength(1)
  }

  test.each([
    ['BANK', 'payout.pay', 'payout.ask'],
    ['PAYONEX', 'payout.payonex-pay', 'payout.payonex-list'],
  ])(
    'I14 F14 %s pays and says that it is above the limit: their records are asked before money goes back, however late they answer',
    async (channel, operation, asking) => {
      await world.set('withdraw.channel.BAHT', channel)
      await world.passTime(0)
      const player = await world.addPlayer(100_000n, [])
      await world.sandbox.addFault({ operation, kind: 'refuse-after', count: 1 })
      await asked(player)
      await world.becomes(player, 'paid')
      await expectPaidOnce(player, channel)

      const other = await world.addPlayer(100_000n, [])
      await world.sandbox.addFault({ operation, kind: 'refuse-after', count: 1 })
      await world.sandbox.addFault({ operation: asking, kind: 'drop-before', count: 1 })
      await asked(other)
      await untilAsked(asking)
      expect(await world.heldOf(other)).toBe(40_000)
      await world.work(2)
      expect(await world.stateOf(other)).toBe('paid')
      await expectPaidOnce(other, channel)
      await world.set('withdraw.channel.BAHT', 'BANK')
      await world.passTime(0)
    },
  )

  test('I14 the same refusal of a later attempt is believed after ten minutes', async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.sandbox.addFault({ operation: 'payout.*', kind: 'drop-before' })
    await asked(player)
    await world.work(10)
    await world.sandbox.control('DELETE', '/faults', {})
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'refuse-after', count: 1 })
    await world.work(2, 5 * minuteMs)
    expect(await world.stateOf(player)).toBe('paid')
    await expectPaidOnce(player)
  })

  test('I14 a refusal of a later request is not believed for ten minutes, while an earlier one may be in progress', async () => {
    const player = await world.addPlayer(100_000n, [], { bankAccountNo: '5550003333' })
    await world.sandbox.control('POST', '/payout/close', { accountNo: '5550003333' })
    await world.sandbox.addFault({ operation: 'payout.*', kind: 'drop-before' })
    const id = await asked(player)
    await world.becomes(player, 'unknown')
    await world.sandbox.control('DELETE', '/faults', {})
    await world.work(4)
    expect(await whyOf(id)).toMatch(/closed/i)
    expect(await world.stateOf(player)).toBe('unknown')
    expect(await world.heldOf(player)).toBe(40_000)
    await world.work(3, 5 * minuteMs)
    expect(await world.stateOf(player)).toBe('returned')
    expect(await world.walletOf(player)).toBe(100_000)
  })

  test('I14 a process that was suspended while it asked returns nothing: another may have asked them to pay', async () => {
    const player = await world.addPlayer(100_000n, [], { bankAccountNo: '5550002222' })
    await world.sandbox.control('POST', '/payout/close', { accountNo: '5550002222' })
    const asking = { operation: 'payout.ask', kind: 'delay', delayMs: 800, count: 1 }
    await world.sandbox.addFault(asking)
    await asked(player)
    await world.becomes(player, 'unknown')
    await untilAsked('payout.ask')
    await world.passTime(61_000)
    // The suspended process has its answer by then, and must not use it.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await world.stateOf(player)).toBe('unknown')
    await world.work(10)
    expect(await world.stateOf(player)).toBe('returned')
    expect(await world.walletOf(player)).toBe(100_000)
  })
})
