import { randomInt } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import { bangkokDayName } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import { transferReference } from '#outside/arrival.ts'
import { listItems } from '#records/items/store.ts'
import { openTestDeposits } from '#testing/processes/open-deposits.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import type { RegisteredMember } from '#testing/worlds/member-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBankWorld)

afterEach(async () => {
  expect(await world.violations()).toEqual([])
})

describe('happy', () => {
  test('a transfer that the feed reports is in the wallet and on the statement', async () => {
    const member = await world.addMember()
    await world.pay(member, { amount: '500.25' })
    await world.allDelivered()
    expect(await world.walletOf(member)).toBe(50_025)
  })

  test.each(['KBANK', 'SCB'])(
    'an SMS of %s credits the member whose account it ends with',
    async (toBank) => {
      const member = await world.addMember({ bankCode: toBank === 'SCB' ? 'KBANK' : 'SCB' })
      const toAccount = toBank === 'SCB' ? '2223334445' : '1112223334'
      await world.paidBefore(member)
      await world.pay(member, { toBank, toAccount, tell: 'sms', amount: '1234.50' })
      await world.allDelivered()
      expect(await world.walletOf(member)).toBe(123_550)
    },
  )

  test('kip for a wallet in baht are not credited as baht: they wait for an operator', async () => {
    const member = await world.addMember()
    const to = { toBank: 'BCEL', toAccount: '1601110001234567', currency: 'LAK' }
    const [line] = await world.pay(member, { ...to, amount: '250000' })
    await world.allDelivered()
    expect(await world.walletOf(member)).toBe(0)
    expect(await world.depositOf(line!)).toMatchObject({ state: 'suspended', why: 'currency' })
  })
})

describe('reported more than once', () => {
  test('F21 F25 feed, SMS, both again and a doubled message: one credit', async () => {
    const member = await world.addMember()
    await world.sandbox.control('POST', '/messages/plan', {
      kind: 'duplicate',
      from: 'bank',
      count: 2,
    })
    const [line] = await world.pay(member, { tell: 'both', amount: '300' })
    for (const as of ['feed', 'sms', 'feed'])
      await world.sandbox.control('POST', '/bank/tell', { reference: line!.reference, as })
    await world.allDelivered()
    expect(await world.walletOf(member)).toBe(30_000)
  })

  test('the same SMS text without a balance under two ids is not credited twice: an operator decides', async () => {
    const member = await world.addMember({ bankCode: 'KBANK' })
    const to = { toBank: 'SCB', toAccount: '2223334445' }
    await world.paidBefore(member)
    const [line] = await world.pay(member, { ...to, amount: '315', tell: 'sms' })
    await world.sandbox.control('POST', '/bank/tell', { reference: line!.reference, as: 'sms' })
    await world.allDelivered()
    expect(await world.walletOf(member)).toBe(31_600)
    const waiting = await world.database.db.query(
      `select why from deposits_deposit where amount = 31500 and state = 'suspended'`,
    )
    expect(waiting).toEqual([{ why: 'repeated' }])
  })

  test('the same SMS text counts as two transfers once the statement shows two', async () => {
    const member = await world.addMember({ bankCode: 'KBANK' })
    const to = { toBank: 'SCB', toAccount: '2223334445' }
    await world.pay(member, { ...to, amount: '316', tell: 'sms', times: 2 })
    await world.allDelivered()
    world.clock.moveMs(61_000)
    await world.syncTime()
    await world.runJobs()
    expect(await world.walletOf(member)).toBe(63_200)
  })

  test('two real transfers of the same amount in the same second are both credited', async () => {
    const member = await world.addMember()
    await world.pay(member, { tell: 'both', amount: '70', times: 2 })
    await world.allDelivered()
    expect(await world.walletOf(member)).toBe(14_000)
  })
})

describe('money without a clear owner', () => {
  test.each([
    ['wrong-payer', { fromName: 'MALEE KAEWTA' }],
    ['unknown-payer', { fromAccount: '9990001112' }],
  ])('%s waits in suspense', async (why, given) => {
    const member = await world.addMember()
    const [line] = await world.pay(member, { amount: '410', ...given })
    await world.allDelivered()
    expect(await world.depositOf(line!)).toMatchObject({ state: 'suspended', why })
    expect(await world.walletOf(member)).toBe(0)
  })

  test.each(['feed', 'sms'])(
    'a transfer from before the matching bank details (%s) is credited to no member, one from after them is credited',
    async (as) => {
      const details = { bankCode: 'KBANK', bankAccountNo: String(randomInt(1e9, 1e10)) }
      const bankAccountName = 'WICHAI THONG'
      const payer = { ...details, bankAccountName } as RegisteredMember
      const to = { toBank: 'SCB', toAccount: '2223334445' }
      const [line] = await world.pay(payer, { ...to, amount: '430', tell: 'nothing' })
      world.clock.moveMs(60_000)
      await world.syncTime()
      const newcomer = await world.addNewcomer({ ...details, bankAccountName })
      await world.paidBefore(newcomer)
      await world.sandbox.control('POST', '/bank/tell', { reference: line!.reference, as })
      await world.allDelivered()
      expect(await world.walletOf(newcomer)).toBe(100)
      const waiting = await world.database.db.query(
        `select why, member_id as member from deposits_deposit where amount = 43000 and state = 'suspended'
         order by created_at desc limit 1`,
      )
      expect(waiting).toEqual([{ why: 'unknown-payer', member: null }])
      await world.pay(newcomer, { ...to, amount: '431', tell: as })
      await world.allDelivered()
      expect(await world.walletOf(newcomer)).toBe(43_200)
    },
  )

  test('two members whom the bank cannot distinguish: the deposit is given to neither', async () => {
    const tail = String(randomInt(1e5, 1e6))
    const members = [
      await world.addMember({ bankCode: 'SCB', bankAccountNo: `1111${tail}` }),
      await world.addMember({ bankCode: 'SCB', bankAccountNo: `2222${tail}` }),
    ]
    const [line] = await world.pay(members[0]!, { amount: '420' })
    await world.allDelivered()
    expect(await world.depositOf(line!)).toMatchObject({ state: 'suspended', why: 'ambiguous' })
    for (const member of members) expect(await world.walletOf(member)).toBe(0)
  })

  test('an unreadable SMS is kept, and an SMS about no transfer is not', async () => {
    const count = async () => (await world.database.db.query('select from bankfeed_unread')).length
    const before = await count()
    await world.sandbox.control('POST', '/bank/text', { text: 'มีเงินโอนเข้าบัญชีของคุณ 500 บาท' })
    await world.sandbox.control('POST', '/bank/text', { text: 'OTP 123456' })
    await world.allDelivered()
    expect(await count()).toBe(before + 1)
  })
})

describe('lost and late messages', () => {
  test('a lost message is found on the statement, once, and the late message changes nothing', async () => {
    const member = await world.addMember()
    await world.sandbox.control('POST', '/messages/plan', { kind: 'lose', from: 'bank.feed' })
    await world.pay(member, { amount: '510' })
    expect(await world.walletOf(member)).toBe(0)
    world.clock.moveMs(61_000)
    await world.syncTime()
    await world.runJobs()
    expect(await world.walletOf(member)).toBe(51_000)
    const [lost] = await world.sandbox.control<{ id: number; state: string }[]>(
      'GET',
      '/messages?from=bank.feed',
    )
    await world.sandbox.control('POST', `/messages/${lost!.id}/again`, {})
    world.clock.moveMs(61_000)
    await world.runJobs()
    expect(await world.walletOf(member)).toBe(51_000)
  })

  test('a bank that does not answer blocks nothing, and is asked again', async () => {
    const member = await world.addMember()
    await world.sandbox.addFault({ operation: 'bank.statement', kind: 'status-before', count: 3 })
    await world.sandbox.control('POST', '/messages/plan', { kind: 'lose', from: 'bank.feed' })
    await world.pay(member, { amount: '520' })
    for (let turn = 0; turn < 3; turn += 1) {
      world.clock.moveMs(61_000)
      await world.syncTime()
      await world.runJobs()
    }
    expect(await world.walletOf(member)).toBe(52_000)
  })
})

test('I13 a day is compared with the bank: missing deposits are taken in, differences are recorded', async () => {
  const member = await world.addMember()
  await world.sandbox.control('POST', '/messages/plan', { kind: 'lose', from: 'bank' })
  await world.pay(member, { amount: '610' })
  const [line] = await world.pay(member, { amount: '620' })
  await world.allDelivered()
  await world.sandbox.control('POST', '/bank/correct', {
    reference: line!.reference,
    amount: '625',
  })
  world.clock.moveMs(dayMs)
  await world.syncTime()
  await world.runJobs()
  expect(await world.walletOf(member)).toBe(123_000)
  const rows = await world.database.db.query<{
    differences: { kind: string; reference: string }[]
  }>(`select differences from bankfeed_reconciled where party = 'KBANK:1112223334'`)
  const ours = rows.flatMap(({ differences }) => differences)
  expect(ours.filter(({ reference }) => reference.endsWith(line!.reference))).toMatchObject([
    { kind: 'amount', ours: '62000', theirs: '62500' },
  ])
  expect(ours.filter(({ kind }) => kind === 'missing')).toEqual([])
})

test(
  'I13 days on which nothing ran, and a day whose statement could not be read, are compared later, each once and in order',
  { tags: 'long-4' },
  async () => {
    const daysOf = async () => {
      const rows = await world.database.db.query<{ day: string; at: Date }>(
        `select to_char(day, 'YYYY-MM-DD') as day, checked_at as at from bankfeed_reconciled
       where party = 'KBANK:1112223334' order by day`,
      )
      return rows
    }
    const pass = async (ms: number) => {
      world.clock.moveMs(ms)
      await world.syncTime()
      await world.runJobs()
    }
    await pass(dayMs)
    const before = await daysOf()
    await world.sandbox.addFault({ operation: 'bank.statement', kind: 'maintenance' })
    await pass(3 * dayMs)
    expect(await daysOf()).toEqual(before)
    await world.sandbox.control('DELETE', '/faults', {})
    // After an outage one probe goes to the bank first, and only then all requests.
    for (let hour = 0; hour < 3; hour += 1) await pass(61 * minuteMs)
    const days = await daysOf()
    expect(days).toHaveLength(before.length + 3)
    const last = Date.parse(before.at(-1)!.day)
    expect(days.slice(before.length).map(({ day }) => Date.parse(day) - last)).toEqual([
      dayMs,
      2 * dayMs,
      3 * dayMs,
    ])
    // No day is compared twice.
    await pass(61 * minuteMs)
    expect(await daysOf()).toEqual(days)
  },
)

test('CARE-11 HOUSE-54 deposits booked in a day are compared with the bank whatever day they claim, and those booked at no account of the operator are reported', async () => {
  const member = await world.addMember()
  const { db } = world.database
  const process = openTestDeposits(db, world.clock)
  const pass = async (ms: number) => {
    world.clock.moveMs(ms)
    await world.syncTime()
    await world.runJobs()
  }
  // Compares all earlier days first, so that only the bookings of the day below are new.
  await pass(dayMs)
  const book = (name: string, given: { paidAt: Date; party?: string; amount?: bigint }) =>
    process.settle({
      channel: 'manual',
      eventId: `request:${systemIds.key()}`,
      references: [transferReference('SCB', name)],
      house: { kind: 'bank', party: given.party ?? 'KBANK:1112223334' },
      memberId: member.id,
      hold: null,
      money: { amount: given.amount ?? 150_000n, currency: 'BAHT' },
      paidAt: given.paidAt,
      from: 'bank',
      actor: 'operator:nok',
      requestId: 'test',
    })
  const now = world.clock.now().getTime()
  await book('NEVER2024', { paidAt: new Date(now - 730 * dayMs) })
  await book('NEVERFOUR', { paidAt: new Date(now - 4 * dayMs) })
  await book('NEVER2031', { paidAt: new Date(now + 1_600 * dayMs) })
  await book('NEVEROURS', { paidAt: new Date(now), party: 'KTB:9999999999' })
  await pass(dayMs)
  const rows = await db.query<{ party: string; names: string[] }>(
    `select party, array_agg(one ->> 'reference' order by one ->> 'reference') as names
     from bankfeed_reconciled, jsonb_array_elements(differences) as one
     where one ->> 'kind' = 'extra' and day = $1::timestamptz::date group by party order by party`,
    [new Date(now)],
  )
  const named = (name: string) => transferReference('SCB', name)
  expect(rows).toEqual([
    { party: 'KBANK:1112223334', names: ['NEVER2024', 'NEVER2031', 'NEVERFOUR'].map(named) },
    { party: 'KTB:9999999999', names: [expect.stringMatching(/^deposit:/)] },
  ])
  // Each is an item that leads to its deposit and member, until the bank shows it after all.
  const open = async () =>
    (
      await listItems(db, {
        kind: 'reconcile.difference',
        memberId: member.id,
        open: true,
        limit: 9,
      })
    ).map(({ evidence }) => evidence)
  const differs = {
    what: 'not-listed',
    deposit: expect.any(String),
    ours: '1500.00 BAHT',
    theirs: null,
    day: bangkokDayName(new Date(now)),
  }
  const [own, other] = ['KBANK:1112223334', 'KTB:9999999999'].map((party) => ({
    ...differs,
    party,
  }))
  const items = await open()
  expect(items).toHaveLength(4)
  expect(items).toEqual(expect.arrayContaining([own, own, own, other]))
  const paidThen = new Date(now - 4 * dayMs).toISOString()
  const line = { fromBank: 'SCB', fromAccount: '7', fromName: 'X', toBank: 'KBANK' }
  const sum = { toAccount: '1112223334', amount: '1500.00', currency: 'BAHT', at: paidThen }
  await world.sandbox.control('POST', '/bank/restore', {
    lines: [{ ...line, ...sum, reference: 'NEVERFOUR' }],
  })
  await pass(7 * hourMs)
  expect(await open()).toHaveLength(3)
})
