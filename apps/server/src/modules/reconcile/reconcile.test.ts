import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bangkokDayName, bangkokDayStart } from '#core/clock.ts'
import { accountBook } from '#ledger/accounts.ts'
import { readTrialBalance } from '#ledger/reconcile.ts'
import { openReconciling } from '../../uses/money.ts'
import { openPayoutWorld, type PayoutWorld } from '../../testing/payout-world.ts'
import { testConfig } from '../../testing/test-app.ts'
import { systemIds } from '#core/ids.ts'
import { insertRow, lockMember, updateStatus } from '#modules/statement/store.ts'
import { bounce } from '#modules/withdrawals/bounce.ts'
import { resolve } from '#modules/withdrawals/decide.ts'
import { classify } from './compare.ts'
import { reconcileDay, reconcileDue } from './service.ts'
import { listResults } from './store.ts'

let world: PayoutWorld

beforeAll(async () => {
  world = await openPayoutWorld()
})
afterAll(() => world.close())

const open = () =>
  openReconciling({
    db: world.database.db,
    clock: world.clock,
    config: {
      ...testConfig,
      sandboxUrl: world.sandbox.url,
      giftLinks: { sealKey: null, address: world.sandbox.url },
    },
  })
const look = () => reconcileDay(open(), bangkokDayStart(world.clock.now()))

describe('a day of payouts', () => {
  test('F17 F18 I13 missing, extra, twice and a satang more: each found, each classified, nothing else, and nothing is moved', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) {
      const player = await world.addPlayer(100_000n, [])
      ids.push((await world.withdraw(player, 400)).body.receipt._id as string)
      await world.until(
        () => world.stateOf(player),
        (state) => state === 'paid',
      )
    }
    const [fine, missing, extra, duplicate, amount] = ids as [
      string,
      string,
      string,
      string,
      string,
    ]
    expect((await look()).find(({ party }) => party === 'BANK')).toMatchObject({
      ours: 5,
      theirs: 5,
      findings: [],
    })
    for (const [reference, how] of Object.entries({
      [missing]: 'missing',
      [extra]: 'extra',
      [duplicate]: 'duplicate',
      [amount]: 'amount',
    }))
      await world.sandbox.control('POST', '/payout/lie', { reference, how })
    const books = await readTrialBalance(world.database.db)
    const [bank] = (await look()).filter(({ party }) => party === 'BANK')
    const found = bank!.findings.map(
      ({ kind, reference, class: of }) =>
        `${of} ${kind} ${reference.startsWith('EXTRA') ? 'EXTRA' : reference}`,
    )
    expect(found.toSorted()).toEqual(
      [
        `open amount ${amount}`,
        `open duplicate ${duplicate}`,
        `open extra ${missing}`,
        'open missing EXTRA',
      ].toSorted(),
    )
    expect(found.join()).not.toContain(fine)
    expect(await readTrialBalance(world.database.db)).toEqual(books)
  })

  test('F18 what they have done and we still ask about is explained, and gone when it has ended', async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'drop-after', count: 1 })
    const id = (await world.withdraw(player, 400)).body.receipt._id as string
    await world.until(
      () => world.stateOf(player),
      (state) => state === 'unknown',
    )
    const findingOf = async () =>
      (await look()).flatMap(({ findings }) => findings).find(({ reference }) => reference === id)
    expect(await findingOf()).toMatchObject({ class: 'explained' })
    await world.work(2)
    expect(await world.stateOf(player)).toBe('paid')
    expect(await findingOf()).toBeUndefined()
  })

  test('F18 what they have done and a person has returned here is told as that', async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'wrong-amount', count: 1 })
    const id = (await world.withdraw(player, 400)).body.receipt._id as string
    await world.until(
      () => world.stateOf(player),
      (state) => state === 'exception',
    )
    const { db } = world.database
    const deps = { db, clock: world.clock, accounts: accountBook(db), setRowStatus: updateStatus }
    const by = { actor: 'operator:nok', requestId: 'test' } as const
    await resolve(deps, { id, payout: null, why: 'not seen there', ...by })
    const found = (await look()).flatMap(({ findings }) => findings)
    expect(found.find(({ reference }) => reference === id)).toMatchObject({
      class: 'open',
      kind: 'missing',
      what: 'they have done it, and it was returned here',
    })
  })

  test('F18 I13 a payout that came back agrees; one that only somebody here says came back is found', async () => {
    const { db } = world.database
    const deps = { db, clock: world.clock, accounts: accountBook(db), setRowStatus: updateStatus }
    const bouncing = {
      ...deps,
      ids: systemIds,
      insertRow,
      lockMember,
      languageOf: async () => 'th' as const,
      bonusHeld: async () => false,
    }
    const player = await world.addPlayer(100_000n, [])
    const id = (await world.withdraw(player, 400)).body.receipt._id as string
    await world.until(
      () => world.stateOf(player),
      (state) => state === 'paid',
    )
    const by = { actor: 'operator:nok', requestId: 'test' } as const
    await bounce(bouncing, { id, why: 'said on the phone', ...by })
    const found = (await look()).flatMap(({ findings }) => findings)
    expect(found.find(({ reference }) => reference === id)).toMatchObject({
      class: 'open',
      kind: 'missing',
      what: 'they have done it, and it was returned here',
    })
    await world.sandbox.control('POST', '/payout/lie', { reference: id, how: 'missing' })
    const after = (await look()).flatMap(({ findings }) => findings)
    expect(after.find(({ reference }) => reference === id)).toBeUndefined()
  })

  test('one who cannot be asked is told as not compared', async () => {
    await world.sandbox.addFault({ operation: 'payout.list', kind: 'maintenance' })
    expect((await look()).find(({ party }) => party === 'BANK')!.why).toContain('503')
    await world.sandbox.control('DELETE', '/faults', {})
  })
})

test('I13 every day is compared once, however long nothing ran; who could not be asked yesterday is asked again', async () => {
  const dayMs = 24 * 60 * 60_000
  const said: unknown[] = []
  const look = () => reconcileDue({ ...open(), log: { error: (what: unknown) => said.push(what) } })
  const bankOn = async (back: number) => {
    const day = bangkokDayName(
      new Date(bangkokDayStart(world.clock.now()).getTime() - back * dayMs),
    )
    return (await listResults(world.database.db, day)).find(({ party }) => party === 'BANK')
  }
  await look()
  const first = await bankOn(1)
  expect(first).toMatchObject({ why: null })
  world.clock.moveMs(3 * dayMs)
  await world.sandbox.addFault({ operation: 'payout.list', kind: 'maintenance' })
  await look()
  for (const back of [1, 2, 3]) expect((await bankOn(back))!.why).toContain('503')
  said.length = 0
  await look()
  // What was said is not said again.
  expect(said).toEqual([])
  await world.sandbox.control('DELETE', '/faults', {})
  await look()
  expect((await bankOn(1))!.why).toBeNull()
  expect((await bankOn(4))!.checkedAt).toEqual(first!.checkedAt)
})

test('I35 the trial balance sums to nothing in every currency', async () => {
  const lines = await readTrialBalance(world.database.db)
  expect(lines.length).toBeGreaterThan(2)
  for (const currency of new Set(lines.map((one) => one.currency)))
    expect(
      lines
        .filter((one) => one.currency === currency)
        .reduce((sum, { amount }) => sum + amount, 0n),
    ).toBe(0n)
})

test('F18 any two lists: a difference for every reference that does not agree, and for no other', () => {
  const line = fc.record({
    reference: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    amount: fc.bigInt(1n, 3n),
  })
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.array(line, { maxLength: 8 }),
      (mine, theirs) => {
        const ours = mine.map((one) => ({ ...one, isOpen: false }))
        const found = new Set(classify({ ours, theirs }).map(({ reference }) => reference))
        for (const reference of ['a', 'b', 'c', 'd', 'e']) {
          const [our, their] = [mine, theirs].map((all) =>
            all.filter((one) => one.reference === reference),
          )
          const agrees =
            our!.length === their!.length &&
            our!.length < 2 &&
            our![0]?.amount === their![0]?.amount
          expect(found.has(reference)).toBe(!agrees)
        }
      },
    ),
  )
})

test('how many of ours nobody was asked about is kept and said', async () => {
  const said: object[] = []
  const source = {
    source: 'provider',
    party: 'busy',
    read: async () => ({ ours: [], theirs: [], unasked: 7 }),
  } as const
  await reconcileDue({
    ...open(),
    listSources: async () => [source],
    log: { error: (what: object) => said.push(what) },
  })
  expect(said.at(-1)).toMatchObject({ party: 'busy', unasked: 7, why: null })
  const day = bangkokDayName(new Date(bangkokDayStart(world.clock.now()).getTime() - 1))
  const kept = (await listResults(world.database.db, day)).find(({ party }) => party === 'busy')
  expect(kept).toMatchObject({ unasked: 7 })
})
