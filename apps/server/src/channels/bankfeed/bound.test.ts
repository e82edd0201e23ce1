import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { readSettings } from '#settings/read.ts'
import { setOtherPayer } from '#money/deposits/report-store.ts'
import { listItems } from '#records/items/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { forgeFeed, forgeSms } from '#testing/attacks/bank-forged.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import type { RegisteredMember } from '#testing/worlds/member-world.ts'

const world = testWorld(openBankWorld)

afterEach(async () => {
  await world.sandbox.control('DELETE', '/faults', {})
  await forget()
  expect(await world.violations()).toEqual([])
})

const boundSatang = 5_000_000

/** Advances the clock in steps and runs every job at each step. */
async function pass(minutes: number, step = 1) {
  for (let gone = 0; gone < minutes; gone += step) {
    world.clock.moveMs(step * minuteMs)
    await world.syncTime()
    await world.runJobs()
  }
}
const itemsOf = async (kind: string) =>
  (await listItems(world.database.db, { kind, memberId: null, open: true, limit: 1000 })).map(
    ({ key }) => key,
  )
type Row = {
  id: string
  state: string
  why: string | null
  deniedAt: Date | null
  shownBy: string | null
}
const wordsOf = (member: RegisteredMember) =>
  world.database.db.query<Row>(
    `select d.id, d.state, d.why, w.denied_at as "deniedAt", w.shown_by as "shownBy"
     from bankfeed_claim w join deposits_deposit d on d.id = w.deposit where d.member_id = $1 order by w.reported_at, d.id`,
    [member.id],
  )
const creditedOf = async (member: RegisteredMember) =>
  (await wordsOf(member)).filter(({ state }) => state === 'credited').length

/** As if operators had reviewed every denied deposit and found that no money came. */
const forget = () =>
  world.database.db.query(
    'update bankfeed_claim set decided_at = now() where shown_at is null and decided_at is null',
  )
const statementOf = async (member: RegisteredMember) => {
  const token = await world.login(member.username, member.password)
  return (await world.call('POST /api/statement', { token, body: { page: 1, limit: 10 } })).text
}
const silence = () => world.sandbox.addFault({ operation: 'bank.statement', kind: 'maintenance' })

test(
  'CARE-85 CARE-86 ten messages signed with the feed secret, at once, are credited up to the bound; the rest waits, and a quarter of an hour later all are items and the feed is no longer trusted',
  { tags: 'long-2' },
  async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => world.addMember()))
    const statuses = await Promise.all(
      members.map((member) => forgeFeed(world, member, { amount: '9000.00' })),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    const wallets = await Promise.all(members.map((member) => world.walletOf(member)))
    expect(wallets.filter((wallet) => wallet > 0)).toHaveLength(5)
    expect(wallets.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(boundSatang)
    const rows = (await Promise.all(members.map(wordsOf))).flat()
    expect(rows.filter(({ why }) => why === 'unconfirmed')).toHaveLength(5)

    await pass(10)
    expect(await itemsOf('bankfeed.unshown')).toEqual([])
    await pass(7)
    const items = await itemsOf('bankfeed.unshown')
    for (const { id } of rows) expect(items).toContain(id)
    expect(world.logText()).toContain('a signed message reported money that the bank does not show')

    // The bound has room for it, but the secret of the feed is no longer trusted.
    const late = await world.addMember()
    await forgeFeed(world, late, { amount: '10.00' })
    expect(await world.walletOf(late)).toBe(0)
    // The phone has another secret; and a transfer that the bank shows is credited all the same.
    await forgeSms(world, `MyMo: รับโอน 7.25 บาท บัญชี xxx2345`)
    const honest = await world.addMember()
    await world.pay(honest, { amount: '300.00' })
    await world.allDelivered()
    expect(await world.walletOf(honest)).toBe(0)
    await pass(2)
    await expect.poll(() => world.walletOf(honest)).toBe(30_000)
  },
)

test("CARE-87 an honest member's money is never held: a stream of many times the bound is credited at once while the statement shows it", async () => {
  const member = await world.addMember()
  let sum = 0
  for (let turn = 0; turn < 12; turn += 1) {
    await world.pay(member, { amount: `${15_000 + turn}.00` })
    await world.allDelivered()
    sum += (15_000 + turn) * 100
    expect(await world.walletOf(member)).toBe(sum)
    await pass(1)
  }
  expect(sum).toBeGreaterThan(3 * boundSatang)
  const rows = await wordsOf(member)
  expect(rows.every(({ shownBy }) => shownBy?.startsWith('statement:'))).toBe(true)
  expect(await wordsOf(member)).toHaveLength(12)
})

test('CARE-85 CARE-87 a deposit beyond the bound reads as being checked, and is credited once the statement shows it; a repeated message moves nothing', async () => {
  const member = await world.addMember()
  const [line] = await world.pay(member, { amount: '50000.01' })
  await world.allDelivered()
  expect(await world.depositOf(line!)).toMatchObject({ state: 'suspended', why: 'unconfirmed' })
  expect(await statementOf(member)).toContain('กำลังตรวจสอบกับธนาคาร')
  await world.sandbox.control('POST', '/bank/tell', { reference: line!.reference, as: 'feed' })
  await world.allDelivered()
  expect(await world.walletOf(member)).toBe(0)
  await pass(2)
  await expect.poll(() => world.walletOf(member)).toBe(5_000_001)
  expect(await statementOf(member)).not.toContain('กำลังตรวจสอบกับธนาคาร')
  await world.sandbox.control('POST', '/bank/tell', { reference: line!.reference, as: 'feed' })
  await world.allDelivered()
  expect(await world.walletOf(member)).toBe(5_000_001)
})

test('CARE-86 while the statement is silent the bound holds, operators are notified once, and nothing is denied; when it answers all is credited', async () => {
  await silence()
  const members = await Promise.all(Array.from({ length: 8 }, () => world.addMember()))
  for (const member of members) await world.pay(member, { amount: '9000.00' })
  await world.allDelivered()
  const counts = await Promise.all(members.map(creditedOf))
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(5)
  await pass(30)
  expect(await itemsOf('bankfeed.silent')).toHaveLength(1)
  const rows = (await Promise.all(members.map(wordsOf))).flat()
  expect(rows.filter(({ deniedAt }) => deniedAt !== null)).toEqual([])
  await world.sandbox.control('DELETE', '/faults', {})
  await pass(3)
  for (const member of members) await expect.poll(() => world.walletOf(member)).toBe(900_000)
})

test('CARE-88 CARE-114 a withdrawal of a member credited on a message alone waits until the bank shows the deposit; a denied deposit is never paid out, regardless of who asks', async () => {
  const [honest, thief] = [await world.addMember(), await world.addMember()]
  await silence()
  await world.pay(honest, { amount: '1500.00' })
  await world.allDelivered()
  await forgeFeed(world, thief, { amount: '1500.00' })
  const withdraw = async (member: RegisteredMember) =>
    world.call('POST /api/wallet/withdraw', {
      token: await world.login(member.username, member.password),
      body: { amount: 1500 },
      headers: { 'idempotency-key': systemIds.key() },
    })
  for (const member of [honest, thief]) expect((await withdraw(member)).status).toBe(200)
  const stateOf = async ({ id }: RegisteredMember) => {
    const [row] = await world.database.db.query<{ id: string; state: string; why: string | null }>(
      'select id, state, why from withdrawals_withdrawal where member_id = $1',
      [id],
    )
    return row!
  }
  for (const member of [honest, thief]) {
    await expect.poll(async () => (await stateOf(member)).why).toContain('not shown by its bank')
    expect((await stateOf(member)).state).toBe('approved')
    // Its member is not told that it is on its way.
    const token = await world.login(member.username, member.password)
    const { body } = await world.call('GET /api/withdrawals/current', { token })
    expect(body.withdrawal).toMatchObject({ stage: 'REVIEW', reason: 'UNDER_REVIEW' })
  }
  await expect(
    world.database.db.query(`update withdrawals_withdrawal set state = 'sent' where id = $1`, [
      (await stateOf(thief)).id,
    ]),
  ).rejects.toMatchObject({ code: 'KW017' })
  await world.sandbox.control('DELETE', '/faults', {})
  await pass(2)
  await expect.poll(async () => (await stateOf(honest)).state).toBe('paid')
  await pass(20)
  expect((await stateOf(thief)).state).toBe('approved')
  expect((await wordsOf(thief))[0]!.deniedAt).not.toBeNull()
})

test('CARE-113 once a bank contradicts what was credited, a withdrawal of any sum waits for a person', async () => {
  const { db } = world.database
  const member = await world.addMember()
  await world.pay(member, { amount: '900.00' })
  await world.allDelivered()
  await expect.poll(() => world.walletOf(member)).toBe(90_000)
  const [report] = await db.query<{ channel: 'bank'; eventId: string }>(
    `select channel::text, event_id as "eventId" from deposits_report
     where deposit = (select id from deposits_deposit where member_id = $1) limit 1`,
    [member.id],
  )
  expect(await setOtherPayer(db, report!)).toBe(true)
  const asked = await world.call('POST /api/wallet/withdraw', {
    token: await world.login(member.username, member.password),
    body: { amount: 100 },
    headers: { 'idempotency-key': systemIds.key() },
  })
  expect(asked.status).toBe(200)
  const rows = await db.query(
    'select state, approvals_needed as people from withdrawals_withdrawal where member_id = $1',
    [member.id],
  )
  expect(rows).toEqual([{ state: 'held', people: 1 }])
})

test('CARE-86 a small real transfer lends its reference to no large forged one, and the line of another member proves nothing', async () => {
  const [thief, victim] = [await world.addMember(), await world.addMember()]
  const [small] = await world.pay(victim, { amount: '20.00', tell: 'nothing' })
  await forgeFeed(world, thief, { amount: '8000.00', reference: small!.reference })
  const [large] = await world.pay(victim, { amount: '7000.00', tell: 'nothing' })
  await forgeFeed(world, thief, { amount: '7000.00', reference: large!.reference })
  await pass(20)
  const rows = await wordsOf(thief)
  expect(rows.map(({ shownBy }) => shownBy)).toEqual([null, null])
  expect(rows.some(({ deniedAt }) => deniedAt !== null)).toBe(true)
})

test("CARE-85 all accounts outside the operator's list share one bound, whatever number is named", async () => {
  const thief = await world.addMember()
  for (let no = 0; no < 8; no += 1)
    await forgeFeed(world, thief, { amount: `900${no}.00`, accountNo: `99988877${10 + no}` })
  expect(await creditedOf(thief)).toBe(5)
})

test('CARE-85 a deposit whose claimed time is in the future, or long ago, is looked for all the same', async () => {
  const thief = await world.addMember()
  const now = world.clock.now().getTime()
  await forgeFeed(world, thief, {
    amount: '801.00',
    occurredAt: new Date(now + 20 * 60 * minuteMs),
  })
  await forgeFeed(world, thief, {
    amount: '802.00',
    occurredAt: new Date(now - 20 * 60 * minuteMs),
  })
  await pass(18)
  const rows = await wordsOf(thief)
  expect(rows.map(({ deniedAt }) => deniedAt !== null)).toEqual([true, true])
})

test('CARE-89 without a statement the bound is that of a day: the rest waits for an operator, and withdrawals go on', async () => {
  const { db } = world.database
  const accounts = (await readSettings(db))['deposit.accounts']
  await world.set(
    'deposit.accounts',
    accounts.map((one) =>
      one.bankCode === 'KBANK' ? { ...one, hasStatement: false as const } : one,
    ),
  )
  await world.set('bankfeed.blindDayMax.BAHT', '20000.00')
  const member = await world.addMember()
  for (const amount of ['9000.00', '9001.00', '9002.00']) await forgeFeed(world, member, { amount })
  expect(await creditedOf(member)).toBe(2)
  const [{ has } = { has: true }] = await db.query<{ has: boolean }>(
    'select bankfeed_unproven($1) as has',
    [member.id],
  )
  expect(has).toBe(false)
  await pass(23 * 60, 23 * 60)
  await forgeFeed(world, member, { amount: '9004.00' })
  expect(await creditedOf(member)).toBe(2)
  await pass(61, 61)
  await forgeFeed(world, member, { amount: '9003.00' })
  expect(await creditedOf(member)).toBe(3)
  expect((await wordsOf(member)).filter(({ why }) => why === 'unconfirmed')).toHaveLength(2)
  await world.set('deposit.accounts', accounts)
})

test(
  'CARE-85 very many messages at once, at two servers, exceed the bound no more than one by one',
  { tags: 'long-4' },
  async () => {
    const other = await startDoomedServer(world, null)
    const members = await Promise.all(Array.from({ length: 10 }, () => world.addMember()))
    for (let round = 0; round < 3; round += 1) {
      const report = (at: number): Promise<number> =>
        forgeFeed(world, members[at % members.length]!, {
          amount: `${1900 + round * 60 + at}.00`,
          address: at % 2 === 0 ? world.address : other.address,
        })
      // Holds every message until all of them have read how much is credited already.
      const { answers } = await world.database.ownerDb.begin(async (tx) => {
        await tx.query(
          `select from ledger_account where owner is null and kind = 'bank' for no key update`,
        )
        const answers = Promise.all(Array.from({ length: 60 }, (_, at) => report(at)))
        await sleep(700)
        return { answers }
      })
      expect(new Set(await answers)).toEqual(new Set([200]))
      const wallets = await Promise.all(members.map((member) => world.walletOf(member)))
      const sum = wallets.reduce((all, one) => all + one, 0)
      expect(sum).toBeLessThanOrEqual(boundSatang * (round + 1))
      expect(sum).toBeGreaterThan((boundSatang - 220_000) * (round + 1))
      await forget()
    }
    await other.stop()
  },
)

test('CARE-90 message and statement at once, repeatedly: each transfer is credited once, and shown', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => world.addMember()))
  await Promise.all(
    members.map(async (member, at) => {
      await world.pay(member, { amount: `${100 + at}.50` })
      await world.runJobs()
    }),
  )
  await world.allDelivered()
  await pass(2)
  for (const [at, member] of members.entries()) {
    expect(await world.walletOf(member)).toBe((100 + at) * 100 + 50)
    const rows = await wordsOf(member)
    expect(rows.filter(({ shownBy }) => shownBy === null)).toEqual([])
  }
})

test('CARE-87 CARE-88 a line without a name shows one deposit of its amount, time and payer: a forged twin is denied', async () => {
  const honest = await world.addMember()
  await world.pay(honest, { amount: '411.00', namesTransfer: false })
  await world.allDelivered()
  expect(await world.walletOf(honest)).toBe(41_100)
  const thief = await world.addMember()
  await forgeFeed(world, honest, { amount: '411.00' })
  await forgeFeed(world, thief, { amount: '411.00' })
  await pass(20)
  const rows = await wordsOf(honest)
  expect(rows.filter(({ shownBy }) => shownBy?.startsWith('unnamed:'))).toHaveLength(1)
  const forged = [...rows.filter(({ shownBy }) => shownBy === null), ...(await wordsOf(thief))]
  expect(forged.length).toBeGreaterThan(0)
  for (const { shownBy } of forged) expect(shownBy).toBeNull()
  const items = await itemsOf('bankfeed.unshown')
  for (const { id } of forged) expect(items).toContain(id)
})

test.each<CrashPoint>(['deposit.prepared', 'deposit.booked'])(
  'CARE-90 F01 killed at %s, and reported again: counted once, credited once, shown once',
  { tags: 'long-4' },
  async (step) => {
    const member = await world.addMember()
    const doomed = await startDoomedServer(world, step)
    await world.sandbox.control('POST', '/app', { url: doomed.address })
    const [line] = await world.pay(member, { amount: '250.00', tell: 'feed' })
    expect(await doomed.died).toBe('SIGKILL')
    await world.sandbox.control('POST', '/app', { url: world.address })
    await world.syncTime()
    for (let turn = 0; turn < 3; turn += 1)
      await world.sandbox.control('POST', '/bank/tell', { reference: line!.reference, as: 'feed' })
    await expect.poll(() => world.walletOf(member)).toBe(25_000)
    expect(await wordsOf(member)).toHaveLength(1)
    await pass(2)
    expect((await wordsOf(member))[0]!.shownBy).toMatch(/^statement:/)
  },
)

test('CARE-85 a claim counts until an operator has decided it, and a batch that gives up leaves none', async () => {
  const { db } = world.database
  const id = '0190a000-0000-7000-8000-000000000001'
  const record = async (amount: number) => {
    const [row] = await db.query<{ isTrusted: boolean }>(
      `select bankfeed_record(
        p_deposit => $1, p_channel => 'sms', p_pot => 'TEST:1', p_amount => $2,
        p_currency => 'BAHT', p_bound => 100, p_blind => false, p_credit => true, p_at => now()) as "isTrusted"`,
      [id, amount],
    )
    return row!.isTrusted
  }
  const isFree = async () => {
    const [row] = await db.query<{ isFree: boolean }>(
      `select bankfeed_within('sms', 'TEST:1', 60, 100, false, now()) as "isFree"`,
    )
    return row!.isFree
  }
  expect([await record(60), await isFree()]).toEqual([true, false])
  await db.query('select bankfeed_decide($1, now())', [id])
  expect(await isFree()).toBe(true)
  await db.query('select bankfeed_forget(array[$1::uuid])', [id])
  expect([await record(101), await isFree()]).toEqual([false, true])
  await db.query('select bankfeed_forget(array[$1::uuid])', [id])
})
