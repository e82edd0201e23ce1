import { afterEach, describe, expect, test } from 'vitest'
import type { Language } from '@kapao/contract/limits'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { fundAccount } from '#testing/worlds/batch-world.ts'
import { insertAnyMember } from '#testing/worlds/deposit-world.ts'
import { requestAlone } from '#testing/operators/requests.ts'
import { openPayoutWorld, type SandboxPayout } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { insertBeginnings } from './begin-store.ts'
import { bounce } from './bounce.ts'
import { findWithdrawal } from './store.ts'

const world = testWorld(openPayoutWorld)

afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

describe('a game that never answers', () => {
  test(
    'I37 a withdrawal of everything waits a quarter of an hour for it, then fails, and the next withdrawal is possible',
    { tags: 'long-2' },
    async () => {
      const player = await world.addPlayer(100_000n, ['pg'])
      const move = { from: 'wallet', to: 'pg', amount: 800 }
      expect((await player.call('POST /api/wallet/transfer', { body: move })).status).toBe(200)
      await world.sandbox.addFault({ operation: 'games.pg.*', kind: 'drop-before' })
      expect((await world.withdrawAll(player, 900)).status).toBe(202)
      await world.work(13)
      expect(await world.stateOf(player)).toBe('sweeping')
      expect((await world.withdraw(player, 100)).body.code).toBe('WITHDRAW_PENDING')
      await world.work(5)
      expect(await world.stateOf(player)).toBe('failed')
      expect((await player.call('GET /api/withdrawals/current')).body.withdrawal).toMatchObject({
        stage: 'FAILED',
        reason: 'GAMES_SHORT',
      })
      expect(await world.walletOf(player)).toBe(20_000)
      expect((await world.withdraw(player, 100)).status).toBe(200)
    },
  )
})

/** A member with 500,000 of a currency, in its smallest unit, and a withdrawal of 300,000 that needs nobody. */
async function beginOne(currency: 'BAHT' | 'LAK'): Promise<{ id: string; memberId: string }> {
  const { db } = world.database
  const { id: memberId } = await insertAnyMember(db, { currency, bankCode: 'BCEL' })
  const book = accountBook(db)
  const [wallet, hold] = await book.find(memberId, [
    ['wallet', ''],
    ['withdrawal', ''],
  ])
  await fundAccount(world, wallet!, 500_000n)
  const id = systemIds.key()
  const whose = { id, memberId, key: systemIds.key(), fingerprint: systemIds.key() }
  const people = { approvalsNeeded: 0, autoDayMax: 10_000_000n, twoFrom: 20_000_000n }
  const places = { wallet: wallet!, hold: hold!, expectSeq: 1n, isSwept: false, ofAll: false }
  const planned = { ...whose, ...people, ...places, amount: 300_000n, currency, requestId: 'test' }
  const at = world.clock.now()
  const [begun] = await insertBeginnings(world.database.db, [planned], { at, skipBusy: false })
  expect(begun!.status).toBe(0)
  return { id, memberId }
}

const payoutsAt = async (channel: string, reference: string) =>
  (
    await world.sandbox.control<SandboxPayout[]>('GET', `/payout/payouts?channel=${channel}`)
  ).filter((one) => one.reference === reference)

describe('a channel that does not have the currency', () => {
  test('I14 it is not asked to pay: the money stays held until a channel that has it is set', async () => {
    await world.set('withdraw.channel.LAK', 'PAYONEX')
    const asked = await world.sandbox.countCalls('payout.payonex-pay')
    const { id, memberId } = await beginOne('LAK')
    await world.work(4)
    expect(await findWithdrawal(world.database.db, id)).toMatchObject({
      state: 'approved',
      channel: null,
      why: 'the channel PAYONEX is not set up for LAK',
    })
    expect(await world.sandbox.countCalls('payout.payonex-pay')).toBe(asked)
    const balances = await listBalances(world.database.db, memberId)
    expect(balances.find(({ kind }) => kind === 'withdrawal')!.money.amount).toBe(300_000n)

    await world.set('withdraw.channel.LAK', 'BANK')
    await world.work(4)
    expect(await findWithdrawal(world.database.db, id)).toMatchObject({ state: 'paid' })
    expect(await payoutsAt('BANK', id)).toMatchObject([{ amount: '300000.00', currency: 'LAK' }])
  })
})

describe('a payout that came back', () => {
  const words: Record<Language, RegExp> = {
    th: /กลับเข้ากระเป๋า/,
    la: /ກັບຄືນເຂົ້າກະເປົາ/,
    en: /back in your wallet/,
  }

  test.each(Object.entries(words) as [Language, RegExp][])(
    'CARE-97 its row says so in the language of its member: %s',
    async (language, text) => {
      const { db } = world.database
      const { id, memberId } = await beginOne('BAHT')
      await db.query('update account_member set language = $2 where id = $1', [memberId, language])
      await world.work(2)
      expect(await findWithdrawal(db, id)).toMatchObject({ state: 'paid' })
      const said = { kind: 'withdrawals bounced', subject: id, by: 'nok', satang: 300_000 }
      await requestAlone(db, said)
      const deps = {
        db,
        clock: world.clock,
        ids: systemIds,
        accounts: accountBook(db),
      }
      const by = { actor: 'operator:nok', requestId: 'test' } as const
      await bounce(deps, { id, why: 'line 4711', ...by })
      const [row] = await db.query<{ said: string }>(
        `select about -> 'correction' ->> 'description' as said from statement_row
         where member_id = $1 and statement_type = 'deposit'`,
        [memberId],
      )
      expect(row!.said).toMatch(text)
      expect(walletOf(await listBalances(db, memberId))!.money.amount).toBe(500_000n)
    },
  )
})
