import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { Reported } from '#outside/payout/client.ts'
import { listItems } from '#modules/items/store.ts'
import { updateStatus } from '#modules/statement/store.ts'
import { fundAccount } from '../testing/batch-world.ts'
import { insertAnyMember, openDepositWorld } from '../testing/deposit-world.ts'
import { testWorld } from '../testing/test-world.ts'
import { runSources } from './run-sources.ts'
import type { Booked, Found } from './sources/found.ts'
import { payoutSources, type PayoutDeps } from './sources/payouts.ts'

const world = testWorld(openDepositWorld)

beforeAll(async () => {
  // A recovery that has ended, so that money moves here.
  await world.database.ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into core_restore (epoch, found_at, found_by, opened_at, opened_by, opened_why)
       values (1, now(), 'test', now(), 'operator:test', 'test')`,
    )
  })
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
})

const minuteMs = 60_000
const start = new Date('2026-11-21T01:00:00Z')
const at = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
const span = { since: start, until: at(60) }

/** Runs these over the sources in which they are listed. */
async function run(lists: Record<string, Omit<Found, 'source'>[]>) {
  const { db } = world.database
  const sources = Object.entries(lists).map(([source, found]) => ({
    source,
    find: async () => ({ found: found.map((one) => ({ ...one, source })) }),
  }))
  const deps = {
    db,
    clock: world.clock,
    wallet: { lookAt: async () => 'agrees' as const },
    failpoint: async () => undefined,
  }
  return runSources(deps, { epoch: 1, span, sources })
}

test('RUN-72 what was lost is rebuilt in the order in which it happened, whichever source lists it and in whatever order', async () => {
  const booked: string[] = []
  const one = (reference: string, minutes: number) => ({
    reference,
    at: at(minutes),
    book: async (): Promise<Booked> => {
      booked.push(reference)
      return 'rebuilt'
    },
  })
  await run({
    payouts: [one('fifth', 5), one('second', 2)],
    deposits: [one('fourth', 4), one('first', 1)],
    games: [one('sixth', 6), one('third', 3)],
  })
  expect(booked).toEqual(['first', 'second', 'third', 'fourth', 'fifth', 'sixth'])
})

test('RUN-72 RUN-73 what lacks something earlier is tried again, at most five times, and what follows at its account waits for it', async () => {
  const tries: string[] = []
  const place = { memberId: 'm1', game: 'pg' }
  const short = { words: 'short', memberId: null, holds: [], isShort: true }
  const tried = (reference: string, minutes: number, succeedsAt: number, more = {}) => ({
    reference,
    at: at(minutes),
    ...more,
    book: async (): Promise<Booked> => {
      tries.push(reference)
      return tries.filter((one) => one === reference).length >= succeedsAt ? 'rebuilt' : short
    },
  })
  const { sources } = await run({
    all: [
      tried('late', 1, 2),
      tried('never', 2, 99, { place }),
      tried('behind it', 3, 1, { place }),
      tried('elsewhere', 4, 1, { place: { memberId: 'm2', game: 'pg' } }),
    ],
  })
  expect(sources).toMatchObject([{ rebuilt: 2, waiting: 2 }])
  expect(tries.filter((one) => one === 'late')).toHaveLength(2)
  expect(tries).not.toContain('behind it')
})

/** Books payouts that the books have lost, as this channel lists them. */
async function askPayouts(payouts: Partial<Reported>[]) {
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
        at: at(1),
        to: { bank: null, account: null },
        ...one,
      })),
    }),
  }
  const deps = {
    db,
    clock: world.clock,
    accounts: accountBook(db),
    setRowStatus: updateStatus,
    payouts: { channels: ['BANK'], find: () => client },
  } as unknown as PayoutDeps
  const found = (await Promise.all(payoutSources(deps).map(({ find }) => find(span)))).flatMap(
    (result) => ('found' in result ? result.found : []),
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
  expect(
    await listItems(world.database.db, { limit: 10 } as Parameters<typeof listItems>[1]),
  ).toEqual([])
})
