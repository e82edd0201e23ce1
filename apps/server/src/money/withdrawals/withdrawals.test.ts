import { beforeEach, describe, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openPayoutWorld)

beforeEach(() => world.mode('at-once'))

const ended = (state: string | undefined) =>
  state === 'paid' || state === 'returned' || state === 'failed'

describe('happy', () => {
  test('WD-07 WD-12 I14 a small one is held, paid once to the registered account, and pushed to the page', async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.mode('by-hand')
    const answer = await world.withdraw(player, 250.25)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'SUCCESS',
        receipt: {
          statementType: 'withdraw',
          from: 'wallet',
          to: 'KBANK',
          status: 'PENDING',
          amount: 250.25,
        },
      },
    })
    expect(await world.walletOf(player)).toBe(74_975)
    expect(await world.heldOf(player)).toBe(25_025)
    const [payout] = await world.until(
      () => world.payoutsOf(player),
      (seen) => seen.length > 0,
    )
    expect(payout).toMatchObject({
      reference: answer.body.receipt._id,
      amount: '250.25',
      currency: 'THB',
    })
    const current = await player.call('GET /api/withdrawals/current')
    expect(current.body.withdrawal).toMatchObject({
      stage: 'SENT',
      amount: 250.25,
      bankCode: 'KBANK',
    })
    expect(current.body.withdrawal.bankAccountNo).toMatch(/^•{6}\d{4}$/)

    await world.sandbox.control('POST', '/payout/finish', {
      reference: payout!.reference,
      status: 'COMPLETED',
    })
    await world.work(1)
    expect(await world.stateOf(player)).toBe('paid')
    expect(await world.heldOf(player)).toBe(0)
    const rows = await world.database.db.query(
      'select statement_type as type, status from statement_row where member_id = $1',
      [player.id],
    )
    expect(rows).toEqual([{ type: 'withdraw', status: 'SUCCESS' }])
    expect((await player.call('GET /api/withdrawals/current')).body).toMatchObject({
      withdrawal: { stage: 'PAID', reason: null },
      typicalMinutes: 2,
    })
  })

  test('WD-06 OP-WD everything: games are swept at once, each leg its own row, then the sum is paid', async () => {
    const player = await world.addPlayer(100_000n, ['pg', 'betflix', 'joker2'])
    for (const to of ['pg', 'betflix', 'joker2'])
      await player.call('POST /api/wallet/transfer', { body: { from: 'wallet', to, amount: 300 } })
    const answer = await world.withdrawAll(player, 950)
    expect(answer).toMatchObject({ status: 200, body: { receipt: { amount: 950 } } })
    await world.until(() => world.stateOf(player), ended)
    expect(await world.stateOf(player)).toBe('paid')
    expect(await player.balances()).toEqual({
      wallet: 5_000,
      transit: 0,
      pg: 0,
      betflix: 0,
      joker2: 0,
    })
    const rows = await world.database.db.query<{ type: string; from: string }>(
      'select statement_type as type, "from" from statement_row where member_id = $1 order by seq',
      [player.id],
    )
    expect(
      rows
        .slice(3)
        .map(({ type, from }) => `${type} ${from}`)
        .toSorted(),
    ).toEqual(['transfer betflix', 'transfer joker2', 'transfer pg', 'withdraw wallet'])
  })

  test('a gateway that first only accepts it is asked until it is paid', async () => {
    await world.set('withdraw.channel.BAHT', 'PAYONEX')
    await world.passTime(0)
    const player = await world.addPlayer(100_000n, [])
    await world.withdraw(player, 500)
    await world.until(
      () => world.payoutsOf(player, 'PAYONEX'),
      (seen) => seen.length > 0,
    )
    await world.work(2)
    expect(await world.stateOf(player)).toBe('paid')
    expect(await world.payoutsOf(player, 'PAYONEX')).toHaveLength(1)
    await world.set('withdraw.channel.BAHT', 'BANK')
    await world.passTime(0)
  })
})

describe('refused', () => {
  test.each([
    ['WD-11 WD-04 OP-C15', 'WITHDRAW_MINIMUM', 400, 99.99],
    ['WD-11 WD-05 OP-C15', 'WITHDRAW_MAXIMUM', 400, 50_000.01],
    ['WD-11', 'MONEY_NOT_ENOUGH', 400, 1_000.01],
    ['WD-11', 'KEY_INVALID', 400, 100.001],
  ])('S28 %s %s (%i) for %d, by either call', async (_, code, status, amount) => {
    const player = await world.addPlayer(100_000n, ['pg'])
    expect(await world.withdraw(player, amount)).toMatchObject({ status, body: { code } })
    expect(await world.withdrawAll(player, amount)).toMatchObject({ status, body: { code } })
    expect(await world.walletOf(player)).toBe(100_000)
  })

  test('WD-11 OP-WD everything, where wallet and games together are short: refused before a game is touched', async () => {
    const player = await world.addPlayer(100_000n, ['pg'])
    const body = { from: 'wallet', to: 'pg', amount: 400 }
    await player.call('POST /api/wallet/transfer', { body })
    const answer = await world.withdrawAll(player, 1_000.01)
    expect(answer.body.code).toBe('MONEY_NOT_ENOUGH')
    expect(await player.balances()).toEqual({ wallet: 60_000, transit: 0, pg: 40_000 })
    expect(await world.stateOf(player)).toBeUndefined()
  })

  test('WD-04 WD-05 exactly the minimum and exactly the maximum are allowed', async () => {
    for (const amount of [100, 50_000]) {
      const player = await world.addPlayer(5_000_000n, [])
      expect((await world.withdraw(player, amount)).status).toBe(200)
    }
  })

  test('OP-E03 OP-PROFPUT while one is open a second one is refused, and so are changes of the profile and the bank name', async () => {
    const player = await world.addPlayer(1_000_000n, [])
    expect((await world.withdraw(player, 3_000)).status).toBe(200)
    expect((await world.withdraw(player, 100)).body.code).toBe('WITHDRAW_PENDING')
    expect((await world.withdrawAll(player, 100)).body.code).toBe('WITHDRAW_PENDING')
    const body = {
      name: 'Somchai',
      bankCode: 'SCB',
      bankAccountName: 'SOMCHAI JAIDEE',
      bankAccountNo: '1234509876',
    }
    expect((await player.call('PUT /api/account/profile', { body })).body.code).toBe(
      'WITHDRAW_PENDING',
    )
    const spelled = { bankCode: 'KBANK', bankAccountName: 'SOMCHAI JAI' }
    const renamed = await player.call('PUT /api/account/bankAccountName', { body: spelled })
    expect(renamed.body.code).toBe('WITHDRAW_PENDING')
    expect(await world.heldOf(player)).toBe(300_000)
  })

  test('a clear refusal by the bank: the money is back, with the reason, and the bank name may change again', async () => {
    const player = await world.addPlayer(100_000n, [], { bankAccountNo: '5550001111' })
    await world.sandbox.control('POST', '/payout/close', { accountNo: '5550001111' })
    await world.withdraw(player, 500)
    await world.until(() => world.stateOf(player), ended)
    expect(await world.walletOf(player)).toBe(100_000)
    expect((await player.call('GET /api/withdrawals/current')).body.withdrawal).toMatchObject({
      stage: 'RETURNED',
      reason: 'BANK_REFUSED',
    })
    const spelled = { bankCode: 'KBANK', bankAccountName: 'SOMCHAI JAI' }
    const renamed = await player.call('PUT /api/account/bankAccountName', { body: spelled })
    expect(renamed.status).toBe(200)
  })
})

describe('S17 after a new bank account', () => {
  test('I15 it waits 24 hours, then is paid automatically to the account of the day of the request', async () => {
    const player = await world.addPlayer(100_000n, [])
    const body = {
      name: 'Somchai',
      bankCode: 'SCB',
      bankAccountName: 'SOMCHAI JAIDEE',
      bankAccountNo: '7770001112',
    }
    expect((await player.call('PUT /api/account/profile', { body })).status).toBe(200)
    expect((await world.withdraw(player, 500)).status).toBe(200)
    await world.work(2)
    expect(await world.stateOf(player)).toBe('held')
    expect((await player.call('GET /api/withdrawals/current')).body.withdrawal).toMatchObject({
      stage: 'REVIEW',
      reason: 'ACCOUNT_CHANGED',
      bankCode: 'SCB',
    })
    await world.work(2, 12 * hourMs)
    expect(await world.stateOf(player)).toBe('paid')
    expect(await world.payoutsOf(player)).toMatchObject([
      { accountNo: '7770001112', amount: '500.00' },
    ])
  })
})

describe('the same key', () => {
  test('I19 the same body gets the same receipt and holds once; another body is refused', async () => {
    const player = await world.addPlayer(100_000n, [])
    const key = systemIds.key()
    const first = await world.withdraw(player, 500, key)
    await world.until(() => world.stateOf(player), ended)
    const again = await world.withdraw(player, 500, key)
    expect(again.body.receipt._id).toBe(first.body.receipt._id)
    expect((await world.withdraw(player, 501, key)).body.code).toBe('KEY_REUSED')
    expect((await world.withdrawAll(player, 500, key)).body.code).toBe('KEY_REUSED')
    expect(await world.walletOf(player)).toBe(50_000)
    expect((await player.call(`GET /api/outcome/${key}`)).body).toMatchObject({
      state: 'done',
      code: 'SUCCESS',
    })
  })

  test('a key reported as never used is refused from then on', async () => {
    const player = await world.addPlayer(100_000n, [])
    const key = systemIds.key()
    expect((await player.call(`GET /api/outcome/${key}`)).body.state).toBe('never')
    expect((await world.withdraw(player, 500, key)).body.code).toBe('ABANDONED')
  })
})

describe('at once', () => {
  test('F29 I04 I14 50 concurrent withdrawals of the whole balance: exactly one', async () => {
    for (const call of [world.withdraw, world.withdrawAll]) {
      const player = await world.addPlayer(100_000n, [])
      const answers = await Promise.all(Array.from({ length: 50 }, () => call(player, 1_000)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const codes = answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.code]))
      const expected = ['WITHDRAW_PENDING', 'MONEY_NOT_ENOUGH']
      expect(codes.filter((code) => !expected.includes(code))).toEqual([])
      await world.until(() => world.stateOf(player), ended)
      expect(await world.walletOf(player)).toBe(0)
      expect(await world.heldOf(player)).toBe(0)
      expect(await world.payoutsOf(player)).toHaveLength(1)
    }
  })

  test('F29 20 concurrent small ones of a rich member: one is open at a time', async () => {
    const player = await world.addPlayer(1_000_000n, [])
    await world.mode('by-hand')
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.withdraw(player, 200)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await world.walletOf(player)).toBe(980_000)
  })

  test('F11 a member whose row is locked delays no one else', { tags: 'long-4' }, async () => {
    const [stuck, other] = [
      await world.addPlayer(100_000n, []),
      await world.addPlayer(100_000n, []),
    ]
    await world.database.db.begin(async (tx) => {
      await tx.query('select 1 from statement_counter where member_id = $1 for update', [stuck.id])
      const waits = world.withdraw(stuck, 500)
      const begun = performance.now()
      expect((await world.withdraw(other, 500)).status).toBe(200)
      expect(performance.now() - begun).toBeLessThan(1_500)
      expect([503, 500]).toContain((await waits).status)
    })
    expect(await world.walletOf(stuck)).toBe(100_000)
  })
})
