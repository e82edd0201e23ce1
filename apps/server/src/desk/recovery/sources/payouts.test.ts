import { expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { ListedPayout } from '#outside/payout/client.ts'
import { endIn, accountsOf } from '#money/withdrawals/end.ts'
import { findWithdrawal } from '#money/withdrawals/store.ts'
import { fundAccount, listWritten } from '#testing/worlds/batch-world.ts'
import { insertAnyMember, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { payoutSources, type PayoutDeps } from './payouts.ts'

const world = testWorld(openDepositWorld)

const start = new Date('2026-11-21T01:00:00Z')
const span = { since: start, until: new Date(start.getTime() + hourMs) }

/** Recovery with one channel, which lists these payouts. */
function depsFor(payouts: Partial<ListedPayout>[]): PayoutDeps {
  const { db } = world.database
  const client = {
    list: async () => ({
      outcome: 'listed' as const,
      payouts: payouts.map((one) => ({
        reference: systemIds.key(),
        payout: systemIds.key(),
        money: { amount: 10_000n, currency: 'BAHT' as const },
        isPaid: true,
        isRejected: false,
        at: start,
        to: { bank: null, account: null },
        ...one,
      })),
    }),
  }
  return {
    db,
    clock: world.clock,
    accounts: accountBook(db),
    payouts: { channels: ['BANK'], find: () => client },
  } as unknown as PayoutDeps
}

/** Books what the channel lists. */
async function askPayouts(payouts: Partial<ListedPayout>[]) {
  const sources = payoutSources(depsFor(payouts))
  const found = (await Promise.all(sources.map(({ find }) => find(span)))).flatMap((result) =>
    'found' in result ? result.found : [],
  )
  return Promise.all(found.map(({ book }) => book()))
}

async function addReceiver(given: { bankCode: string; bankAccountNo: string; currency?: 'LAK' }) {
  const { id } = await insertAnyMember(world.database.db, given)
  const [wallet] = await accountBook(world.database.db).find(id, [['wallet', '']])
  await fundAccount(world, wallet!, 50_000n)
  return id
}

const account = '7771112223'

test('RUN-72 RUN-73 a lost payout is taken from the one member whose account was paid, and waits where there are several', async () => {
  const [one, other] = [
    await addReceiver({ bankCode: 'SCB', bankAccountNo: account }),
    await addReceiver({ bankCode: 'KBANK', bankAccountNo: account }),
  ]
  // A channel that does not say at which bank.
  expect(await askPayouts([{ to: { bank: null, account } }])).toMatchObject([
    { words: expect.stringContaining('several members have an account with this number') },
  ])
  expect([await world.balanceOf(one), await world.balanceOf(other)]).toEqual([50_000, 50_000])
  expect(await askPayouts([{ to: { bank: 'KBANK', account } }])).toEqual(['rebuilt'])
  expect([await world.balanceOf(one), await world.balanceOf(other)]).toEqual([50_000, 40_000])
  expect(await askPayouts([{ to: { bank: 'KBANK', account: account.slice(1) } }])).toMatchObject([
    { words: expect.stringContaining('nobody in the restored books') },
  ])
})

test('RUN-73 a lost payout in another currency than that of the member with this account is taken from nobody', async () => {
  const kip = await addReceiver({ bankCode: 'BCEL', bankAccountNo: '8881112223', currency: 'LAK' })
  const to = { bank: 'BCEL', account: '8881112223' }
  expect(await askPayouts([{ to }])).toMatchObject([
    { words: expect.stringContaining('nobody in the restored books') },
  ])
  expect(await world.balanceOf(kip)).toBe(50_000)
  const money = { amount: 10_000n, currency: 'LAK' } as const
  expect(await askPayouts([{ to, money }])).toEqual(['rebuilt'])
  expect(await world.balanceOf(kip)).toBe(40_000)
  // With baht of the same account number elsewhere, each is of its own currency.
  const baht = await addReceiver({ bankCode: 'SCB', bankAccountNo: '8881112223' })
  const anywhere = { bank: null, account: '8881112223' }
  expect(await askPayouts([{ to: anywhere, money }, { to: anywhere }])).toEqual([
    'rebuilt',
    'rebuilt',
  ])
  expect([await world.balanceOf(kip), await world.balanceOf(baht)]).toEqual([30_000, 40_000])
})

test('RUN-72 a payout that its channel has rejected moves nothing', async () => {
  const member = await addReceiver({ bankCode: 'SCB', bankAccountNo: '6661112223' })
  const to = { bank: 'SCB', account: '6661112223' }
  expect(await askPayouts([{ to, isPaid: false, isRejected: true }])).toEqual([])
  expect([await world.balanceOf(member), await listWritten(world, member)]).toEqual([50_000, []])
})

/** A withdrawal that the books have, which its channel still works on. */
async function addKnown(bankAccountNo: string) {
  const member = await addReceiver({ bankCode: 'SCB', bankAccountNo })
  const reference = systemIds.key()
  const payout = systemIds.key()
  const to = { bank: 'SCB', account: bankAccountNo }
  expect(await askPayouts([{ reference, payout, to, isPaid: false }])).toEqual(['rebuilt'])
  return {
    member,
    ask: (more: Partial<ListedPayout> = {}) => askPayouts([{ reference, payout, to, ...more }]),
    giveBack: async () => {
      const deps = depsFor([])
      const accounts = await accountsOf(deps, reference)
      const end = { state: 'returned', payout: null, reason: null, why: 'test' } as const
      const by = { actor: 'system:withdrawals', requestId: 'test' } as const
      await deps.db.begin((tx) => endIn(deps, tx, { id: reference, end, by, accounts }))
    },
    state: async () => (await findWithdrawal(world.database.db, reference))!.state,
  }
}

test('RUN-73 a payout of another amount or currency than the books have waits, and ends nothing', async () => {
  const known = await addKnown('5551112223')
  for (const money of [
    { amount: 9_999n, currency: 'BAHT' },
    { amount: 10_000n, currency: 'LAK' },
  ] as const)
    expect(await known.ask({ money })).toMatchObject([
      { words: expect.stringContaining('another amount'), holds: ['withdrawals', 'rewards'] },
    ])
  expect(await known.state()).toBe('sent')
  expect(await world.balanceOf(known.member, 'withdrawal')).toBe(10_000)
  expect([await known.ask(), await known.ask()]).toEqual([['rebuilt'], ['known']])
  expect(await known.state()).toBe('paid')
  expect(await world.balanceOf(known.member)).toBe(40_000)
  expect(await world.balanceOf(known.member, 'withdrawal')).toBe(0)
})

test('RUN-73 a payout whose money the books have given back waits for a person, and the money stays', async () => {
  const known = await addKnown('4441112223')
  await known.giveBack()
  expect(await known.ask()).toMatchObject([
    {
      words: expect.stringContaining('given it back (returned)'),
      holds: ['withdrawals', 'rewards'],
    },
  ])
  expect(await known.state()).toBe('returned')
  expect(await world.balanceOf(known.member)).toBe(50_000)
})
