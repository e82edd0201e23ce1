import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '@kapao/contract/times'
import { bangkokDayName, bangkokDayStart } from '#core/clock.ts'
import { accountBook } from '#ledger/accounts.ts'
import { readTrialBalance } from '#ledger/reconcile.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { systemIds } from '#core/ids.ts'
import { bounce } from '#money/withdrawals/bounce.ts'
import { resolve } from '#money/withdrawals/decide.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { classify } from './compare.ts'
import { openReconciling } from './open.ts'
import { reconcileDay, reconcileDue } from './service.ts'
import { listResults } from './store.ts'

const world = testWorld(openPayoutWorld)

const open = () =>
  openReconciling(deskContext({ db: world.database.db, clock: world.clock }, world.config))
const look = () => reconcileDay(open(), bangkokDayStart(world.clock.now()))

describe('a day of payouts', () => {
  test('F17 F18 I13 missing, extra, duplicate and one satang more: each is found and classified, nothing else is, and no money moves', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) {
      const player = await world.addPlayer(100_000n, [])
      ids.push((await world.withdraw(player, 400)).body.receipt._id as string)
      await world.becomes(player, 'paid')
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

  test('F18 a payout that is done there and open here is explained, and agrees once it has ended', async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'drop-after', count: 1 })
    const id = (await world.withdraw(player, 400)).body.receipt._id as string
    await world.becomes(player, 'unknown')
    const findingOf = async () =>
      (await look()).flatMap(({ findings }) => findings).find(({ reference }) => reference === id)
    expect(await findingOf()).toMatchObject({ class: 'explained' })
    await world.work(2)
    expect(await world.stateOf(player)).toBe('paid')
    expect(await findingOf()).toBeUndefined()
  })

  test('F18 a payout that is done there and was returned here by an operator is described as that', async () => {
    const player = await world.addPlayer(100_000n, [])
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'wrong-amount', count: 1 })
    const id = (await world.withdraw(player, 400)).body.receipt._id as string
    await world.becomes(player, 'exception')
    const { db } = world.database
    const deps = { db, clock: world.clock, accounts: accountBook(db) }
    const by = { actor: 'operator:nok', requestId: 'test' } as const
    await resolve(deps, { id, payout: null, why: 'not seen there', ...by })
    const found = (await look()).flatMap(({ findings }) => findings)
    expect(found.find(({ reference }) => reference === id)).toMatchObject({
      class: 'open',
      kind: 'missing',
      what: 'they have done it, and it was returned here',
    })
  })

  test('F18 I13 a payout that came back agrees; one that only an operator returned is found', async () => {
    const { db } = world.database
    const deps = { db, clock: world.clock, accounts: accountBook(db) }
    const bouncing = { ...deps, ids: systemIds }
    const player = await world.addPlayer(100_000n, [])
    const id = (await world.withdraw(player, 400)).body.receipt._id as string
    await world.becomes(player, 'paid')
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

  test('a party that cannot be queried is reported as not compared', async () => {
    await world.sandbox.addFault({ operation: 'payout.list', kind: 'maintenance' })
    expect((await look()).find(({ party }) => party === 'BANK')!.why).toContain('503')
    await world.sandbox.control('DELETE', '/faults', {})
  })
})

test('I13 every day is compared once, however long nothing ran; a party that could not be queried yesterday is queried again', async () => {
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
  // Alarms are not repeated.
  expect(said).toEqual([])
  await world.sandbox.control('DELETE', '/faults', {})
  await look()
  expect((await bankOn(1))!.why).toBeNull()
  expect((await bankOn(4))!.checkedAt).toEqual(first!.checkedAt)
})

test('HOUSE-54 each difference of a day is an item until its day is compared again and agrees; one that a person has closed stays closed', async () => {
  await world.sandbox.control('POST', '/clock', { at: world.clock.now().toISOString() })
  const player = await world.addPlayer(100_000n, [])
  const id = (await world.withdraw(player, 400)).body.receipt._id as string
  await world.becomes(player, 'paid')
  const { db } = world.database
  const lie = (how: string) => world.sandbox.control('POST', '/payout/lie', { reference: id, how })
  const items = () =>
    db.query<{ key: string; evidence: Record<string, string>; decidedBy: string | null }>(
      `select key, evidence, decided_by as "decidedBy" from items_item
       where kind = 'reconcile.difference' and evidence->>'payout' = $1 order by id`,
      [id],
    )
  const compare = () => reconcileDue({ ...open(), log: { error: () => undefined } })
  await lie('missing')
  world.clock.moveMs(dayMs)
  await compare()
  const [first] = await items()
  expect(first).toMatchObject({
    evidence: { what: 'not-listed', payout: id, ours: '400.00 BAHT', provider: 'BANK' },
    decidedBy: null,
  })
  await compare()
  expect(await items()).toHaveLength(1)
  // Their list is right again: the day is compared again after some hours, and the item ends.
  await lie('none')
  await compare()
  expect(await items()).toEqual([first])
  world.clock.moveMs(7 * hourMs)
  await compare()
  expect(await items()).toMatchObject([{ decidedBy: 'system:reconcile' }])
  // Found again, it is a new item; what an operator has closed is not raised again.
  await lie('missing')
  await reconcileDay(open(), new Date(bangkokDayStart(world.clock.now()).getTime() - dayMs))
  const [, again] = await items()
  expect(again!.decidedBy).toBe(null)
  await db.query(
    `update items_item set decision = 'allow', decided_by = 'operator:nok', decided_at = $2, why = 'x' where key = $1`,
    [again!.key, world.clock.now()],
  )
  await reconcileDay(open(), new Date(bangkokDayStart(world.clock.now()).getTime() - dayMs))
  expect(await items()).toHaveLength(2)
})

test('I35 the trial balance sums to zero in every currency', async () => {
  const lines = await readTrialBalance(world.database.db)
  expect(lines.length).toBeGreaterThan(2)
  for (const currency of new Set(lines.map((one) => one.currency)))
    expect(
      lines
        .filter((one) => one.currency === currency)
        .reduce((sum, { amount }) => sum + amount, 0n),
    ).toBe(0n)
})

test('F18 any two lists: one difference for every reference that does not agree, and for no other', () => {
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

test('the number of our lines that could not be queried is stored and reported', async () => {
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
