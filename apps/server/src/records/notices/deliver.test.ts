import type { NoticeKind } from '@kapao/contract/notices'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { openDoorFigures } from '#outside/door-figures.ts'
import { numberNotTaken, openSms } from '#outside/sms/client.ts'
import { insertMember } from '#records/account/store.ts'
import { startSandbox, type Sandbox } from '#testing/doubles/sandbox.ts'
import { anyMember } from '#testing/worlds/any-member.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import { countDue } from './delivery-store.ts'
import { countEnded, serveGauges } from './gauges.ts'
import { setTalkRead } from './store.ts'
import { watchUntold } from './watch.ts'

const database = testDatabase()
const clock = movableClock()
let sandbox: Sandbox
let deps: DeliverDeps
let ended: string[] = []
beforeAll(async () => {
  sandbox = await startSandbox()
  const account = { key: 'sandbox-key', secret: 'sandbox-secret', sender: 'KAPAO' }
  const urls = { codeUrl: sandbox.url, textUrl: sandbox.url }
  deps = {
    db: database.db,
    clock,
    log: { warn: () => undefined },
    sms: openSms({ ...account, ...urls }, { clock, figures: openDoorFigures() }),
    readBrand: async () => 'KAPAO',
    failpoint: async () => undefined,
    countEnded: (one) => void ended.push(`${one.class} ${one.channel} ${one.state}`),
  }
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await sandbox.reset()
  await database.ownerDb.query('truncate notices_notice, notices_delivery, items_item')
  clock.moveMs(25 * hourMs)
  ended = []
})

let made = 0
async function addMember(): Promise<{ id: string; phone: string }> {
  made += 1
  const digits = String(made).padStart(7, '0')
  const id = `7KQ2M${digits}`
  const username = `082${digits}`
  const own = { id, username, phone: `+6682${digits}`, bankAccountNo: `123${digits}` }
  await database.db.begin((tx) => insertMember(tx, { ...anyMember, ...own }))
  return { id, phone: username }
}

const note = (memberId: string, kind: NoticeKind, key: string = crypto.randomUUID()) =>
  database.db.query(`select notices_note($1, $2::notices_kind, $3, $4)`, [
    memberId,
    kind,
    key,
    kind.startsWith('deposit') ? { amount: 50_000, currency: 'BAHT' } : {},
  ])
const work = () => deliver(deps)
const watch = () =>
  watchUntold({ ...deps, readSettings: async () => ({ 'notices.untoldMinutes': 60 }) })
const deliveries = () =>
  database.db.query<{ state: string; tries: number; why: string | null }>(
    'select state, tries, why from notices_delivery order by notice',
  )
const inboxOf = async (phone: string) => (await sandbox.inbox(phone)).length
/** For the clock of the database, which no test can move. */
const makeOlder = (minutes: number) =>
  database.ownerDb.query(`update notices_notice set at = at - $1 * interval '1 minute'`, [minutes])
const items = () =>
  database.db.query<{ key: string; member_id: string | null; holds: string[]; evidence: object }>(
    `select key, member_id, holds, evidence from items_item where kind = 'notices.untold' order by id`,
  )
const fault = (kind: string, more: object = {}) =>
  sandbox.addFault({ operation: 'sms.send', kind, ...more })

test('NOTE-06 ten equal events at once are one notice and one SMS, also with three workers', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, addMember))
  await Promise.all(
    people.flatMap(({ id }) => Array.from({ length: 10 }, () => note(id, 'bank.byHand', 'same'))),
  )
  await Promise.all([work(), work(), work()])
  for (const { phone } of people) expect(await inboxOf(phone)).toBe(1)
  expect(await sandbox.countCalls('sms.send')).toBe(10)
  expect((await deliveries()).map(({ state }) => state)).toEqual(people.map(() => 'sent'))
  // What is noted again is the same event.
  for (const { id } of people) await note(id, 'bank.byHand', 'same')
  await work()
  expect(await sandbox.countCalls('sms.send')).toBe(10)
})

test('NOTE-04 only a warning goes to the phone', async () => {
  const { id } = await addMember()
  for (const kind of [
    'deposit.credited',
    'withdrawal.paid',
    'transfer.ended',
    'talk.answered',
  ] as const)
    await note(id, kind)
  await work()
  expect(await deliveries()).toEqual([])
  await note(id, 'deposit.taken')
  await work()
  expect(await deliveries()).toMatchObject([{ state: 'sent' }])
})

test('NOTE-07 of each kind of own changes three SMS a day are sent, of acts of operators all; every one is kept', async () => {
  const { id, phone } = await addMember()
  for (let turn = 0; turn < 5; turn += 1) await note(id, 'bank.changed')
  await work()
  expect(await inboxOf(phone)).toBe(3)
  await note(id, 'bank.changed')
  await note(id, 'password.changed')
  await work()
  expect(await inboxOf(phone)).toBe(4)
  for (let turn = 0; turn < 5; turn += 1) await note(id, 'bank.byHand')
  await work()
  expect(await inboxOf(phone)).toBe(9)
  // The next day.
  await makeOlder(24 * 60 + 1)
  await note(id, 'bank.changed')
  await work()
  expect(await inboxOf(phone)).toBe(10)
  const [kept] = await database.db.query<{ count: number }>(
    'select count(*)::int as count from notices_notice',
  )
  expect(kept!.count).toBe(13)
})

test.each(['drop-after', 'drop-before', 'status-after', 'garbage'])(
  'NOTE-05 an SMS of unknown outcome (%s) is never repeated, and is an item if nobody has read it',
  async (kind) => {
    const { id, phone } = await addMember()
    await fault(kind, { count: 1 })
    await note(id, 'password.changed')
    await work()
    expect(await deliveries()).toMatchObject([{ state: 'unknown', tries: 1 }])
    const arrived = await inboxOf(phone)
    for (let hour = 0; hour < 25; hour += 1) {
      clock.moveMs(hourMs)
      await work()
    }
    expect(await inboxOf(phone)).toBe(arrived)
    expect(await sandbox.countCalls('sms.send')).toBe(1)
    await makeOlder(61)
    await watch()
    expect(await items()).toMatchObject([{ evidence: { member: [id], count: 1 }, holds: [] }])
  },
)

test('NOTE-05 what they refuse for a day is given up', async () => {
  const { id, phone } = await addMember()
  await fault('out-of-credit')
  await note(id, 'bank.byHand')
  for (let part = 0; part < 24 * 12; part += 1) {
    await work()
    clock.moveMs(5 * minuteMs)
  }
  expect(await deliveries()).toMatchObject([{ state: 'given-up' }])
  const calls = await sandbox.countCalls('sms.send')
  expect(calls).toBeGreaterThan(25)
  await sandbox.reset()
  clock.moveMs(hourMs)
  await work()
  expect(await inboxOf(phone)).toBe(0)
})

test('NOTE-14 what is still to be sent, and since when, are figures, without numbers that are not taken', async () => {
  const registry = new Registry()
  const at = { now: () => new Date(Date.parse('2026-11-21T06:00:00Z')) }
  const read = () => countDue(database.db, numberNotTaken)
  serveGauges({ registry, log: deps.log, clock: at }, read)
  expect(await registry.metrics()).not.toContain('channel="sms"')
  await fault('out-of-credit')
  for (const { id } of [await addMember(), await addMember()]) await note(id, 'deposit.taken')
  await work()
  await database.ownerDb.query(`update notices_notice set at = '2026-11-21T05:50:00Z'`)
  const figures = await registry.metrics()
  expect(figures).toContain('kapao_notices_due{channel="sms"} 2')
  expect(figures).toContain('kapao_notices_oldest_due_seconds{channel="sms"} 600')
  await database.ownerDb.query('update notices_delivery set why = $1', [numberNotTaken])
  expect(await registry.metrics()).not.toContain('channel="sms"')
})

test('NOTE-17 each delivery that ends is counted once, by its class, its channel and its end', async () => {
  const [sent, unknown, refused] = await Promise.all([addMember(), addMember(), addMember()])
  await note(sent.id, 'bank.byHand')
  await note(sent.id, 'deposit.credited')
  await Promise.all([work(), work()])
  expect(ended).toEqual(['warning sms sent'])
  await fault('drop-after', { count: 1 })
  await note(unknown.id, 'bank.byHand')
  await work()
  expect(ended.slice(1)).toEqual(['warning sms unknown'])
  // A process that was killed while it sent.
  await note(unknown.id, 'password.changed')
  await database.ownerDb.query('update notices_notice set at = now()')
  const dead = { ...deps, sms: { sendText: () => new Promise<never>(() => undefined) } }
  void deliver(dead)
  await vi.waitFor(async () =>
    expect((await deliveries()).map(({ state }) => state)).toContain('sending'),
  )
  clock.moveMs(2 * minuteMs)
  await Promise.all([work(), work()])
  expect(ended.slice(2)).toEqual(['warning sms unknown'])
  await fault('out-of-credit')
  await note(refused.id, 'bank.byHand')
  for (let hour = 0; hour < 40; hour += 1) {
    await work()
    clock.moveMs(hourMs)
  }
  expect(ended.slice(3)).toEqual(['warning sms given-up'])
  const registry = new Registry()
  const count = countEnded(registry)
  count({ class: 'warning', channel: 'sms', state: 'unknown' })
  const figures = await registry.metrics()
  for (const series of ['state="sent"} 0', 'state="unknown"} 1', 'state="given-up"} 0'])
    expect(figures).toContain(`kapao_notices_ended_total{class="warning",channel="sms",${series}`)
})

test('NOTE-08 423 for an hour: items in minute 61, one for each change of a bank account, which hold; all sent two minutes after', async () => {
  await fault('out-of-credit')
  const victims = [await addMember(), await addMember()]
  for (const { id } of victims) await note(id, 'bank.byHand')
  const others = await Promise.all(Array.from({ length: 5 }, addMember))
  const late = await addMember()
  const counts: number[] = []
  for (let minute = 1; minute <= 61; minute += 1) {
    if (minute === 10) for (const { id } of others) await note(id, 'deposit.taken')
    if (minute === 59) await note(late.id, 'deposit.taken')
    clock.moveMs(minuteMs)
    await makeOlder(1)
    for (const half of [0, 30_000]) {
      clock.moveMs(half)
      await work()
    }
    clock.moveMs(-30_000)
    await watch()
    counts.push((await items()).length)
  }
  // The database's clock runs on while this test does, so that minute 60 may be either.
  expect(new Set(counts.slice(0, 59))).toEqual(new Set([0]))
  expect(counts[60]).toBe(2)
  expect(await items()).toMatchObject(
    victims.map(({ id }) => ({ member_id: id, holds: ['withdrawals'] })),
  )
  // Credit again.
  await sandbox.reset()
  for (let seconds = 0; seconds < 120; seconds += 10) {
    clock.moveMs(10_000)
    await work()
  }
  for (const { phone } of [...victims, ...others, late]) expect(await inboxOf(phone)).toBe(1)
  await makeOlder(60)
  await watch()
  expect(await items()).toHaveLength(2)
})

test('NOTE-08 what its member has read is no item; of one hour the others are one, and after its decision another', async () => {
  await fault('out-of-credit')
  const people = await Promise.all(Array.from({ length: 4 }, addMember))
  const noteAll = () => Promise.all(people.map(({ id }) => note(id, 'password.changed')))
  await noteAll()
  await work()
  await database.db.query('update notices_notice set read_at = now() where member_id = $1', [
    people[0]!.id,
  ])
  await setTalkRead(database.db, people[1]!.id, clock.now())
  await makeOlder(61)
  await Promise.all([watch(), watch()])
  const unread = people.slice(1).map(({ id }) => id)
  const members = async () =>
    (await items()).map(({ evidence }) => {
      const { member, count } = evidence as { member: string[]; count: number }
      return { member: member.toSorted(), count }
    })
  expect(await members()).toEqual([{ member: unread.toSorted(), count: 3 }])
  // Found later within the hour.
  await note(people[0]!.id, 'password.changed')
  await work()
  await makeOlder(61)
  await watch()
  expect(await members()).toEqual([{ member: people.map(({ id }) => id).toSorted(), count: 4 }])
  await database.db.query(
    `update items_item set decision = 'allow', decided_by = 'operator:lek', decided_at = $1, why = 'called all of them'`,
    [clock.now()],
  )
  await noteAll()
  await work()
  await makeOlder(61)
  await watch()
  expect((await members()).map(({ count }) => count)).toEqual([4, 4])
})

test(
  'NOTE-09 of 1,000 warnings through an hour without any channel none is lost: each ends read, sent or as an item',
  { tags: 'long-2', timeout: 240_000 },
  async () => {
    await fault('out-of-credit')
    const people = await Promise.all(Array.from({ length: 100 }, addMember))
    const kinds = ['bank.byHand', 'deposit.taken', 'deposit.moved', 'password.changed'] as const
    for (let minute = 0; minute < 60; minute += 1) {
      const from = Math.floor((minute * 1_000) / 60)
      const to = Math.floor(((minute + 1) * 1_000) / 60)
      const numbers = Array.from({ length: to - from }, (_, at) => from + at)
      await Promise.all(
        numbers.map((no) => note(people[no % people.length]!.id, kinds[no % kinds.length]!)),
      )
      // Some are read on the page.
      await database.db.query('update notices_notice set read_at = now() where id % 10 = 0')
      clock.moveMs(minuteMs)
      await makeOlder(1)
      await work()
      await watch()
    }
    await sandbox.reset()
    for (let part = 0; part < 13; part += 1) {
      clock.moveMs(10 * minuteMs)
      await makeOlder(10)
      await work()
      await watch()
    }
    const left = await database.db.query(
      `select n.id from notices_notice n
     where n.read_at is null and not exists (select from notices_delivery d where d.notice = n.id and d.state = 'sent')
       and not exists (select from items_item i where i.kind = 'notices.untold' and (i.key = 'notice ' || n.id
         or i.evidence -> 'member' ? n.member_id))`,
    )
    expect(left).toEqual([])
    const [all] = await database.db.query<{ count: number; open: number }>(
      `select count(*)::int as count, count(*) filter (where stage <> 'settled')::int as open from notices_notice`,
    )
    expect(all).toEqual({ count: 1_000, open: 0 })
    const sent = (await deliveries()).filter(({ state }) => state === 'sent').length
    // Since there was credit again every call was a message.
    expect(await sandbox.countCalls('sms.send')).toBe(sent)
  },
)

/** Processes that die at every so many passings of a step; what one of them does afterwards ends there, too. */
function mortal(): { work: () => Promise<void>; deaths: Map<CrashPoint, number> } {
  const every: [CrashPoint, number][] = [
    ['notice.planned', 9],
    ['notice.claimed', 11],
    ['notice.sent', 37],
    ['notice.recorded', 53],
  ]
  const passed = new Map<CrashPoint, number>()
  const deaths = new Map<CrashPoint, number>()
  const work = async () => {
    let isDead = false
    const failpoint = async (step: CrashPoint) => {
      const count = (passed.get(step) ?? 0) + 1
      passed.set(step, count)
      if (!isDead && count % every.find(([name]) => name === step)![1] === 0) {
        isDead = true
        deaths.set(step, (deaths.get(step) ?? 0) + 1)
      }
      if (isDead) throw new Error(`killed at ${step}`)
    }
    await deliver({ ...deps, failpoint }).catch(() => undefined)
  }
  return { work, deaths }
}

test(
  'NOTE-09 NOTE-06 of 1,000 warnings to two workers that die at each of four steps, through an hour without any channel, none is lost and no SMS is sent twice',
  { tags: 'long-2', timeout: 240_000 },
  async () => {
    const people = await Promise.all(Array.from({ length: 250 }, addMember))
    const kinds = ['bank.byHand', 'deposit.taken', 'deposit.moved', 'password.changed'] as const
    const workers = mortal()
    const pass = async (minutes: number) => {
      clock.moveMs(minutes * minuteMs)
      await makeOlder(minutes)
      await Promise.all([workers.work(), workers.work()])
      await watch()
    }
    for (let part = 0; part < 50; part += 1) {
      // With credit for ten minutes before and after the hour.
      if (part === 8) await fault('out-of-credit')
      if (part === 38) await sandbox.control('DELETE', '/faults', {})
      const numbers = Array.from({ length: 20 }, (_, at) => part * 20 + at)
      await Promise.all(
        numbers.map((no) => note(people[no % people.length]!.id, kinds[Math.floor(no / 250)]!)),
      )
      await database.db.query('update notices_notice set read_at = now() where id % 10 = 0')
      await pass(2)
    }
    for (let part = 0; part < 13; part += 1) await pass(10)
    expect([...workers.deaths.keys()].toSorted()).toEqual([
      'notice.claimed',
      'notice.planned',
      'notice.recorded',
      'notice.sent',
    ])
    const left = await database.db.query<{ kind: NoticeKind; stage: string; isItem: boolean }>(
      `select n.kind, n.stage, exists (select from items_item i where i.key = 'notice ' || n.id) as "isItem"
       from notices_notice n where n.read_at is null
         and not exists (select from notices_delivery d where d.notice = n.id and d.state = 'sent')`,
    )
    expect(left.length).toBeGreaterThan(0)
    expect(left.filter(({ stage }) => stage !== 'settled')).toEqual([])
    const alone = left.filter(({ kind }) => kind === 'bank.byHand')
    expect(alone.filter(({ isItem }) => !isItem)).toEqual([])
    // An item of an hour names fifty members, and counts all.
    const counts = (await items()).map(({ evidence }) => ('count' in evidence ? evidence.count : 0))
    expect(counts.reduce((sum: number, count) => sum + Number(count), 0)).toBeGreaterThanOrEqual(
      left.length - alone.length,
    )
    const states = (await deliveries()).map(({ state }) => state)
    expect(states).toHaveLength(1_000)
    expect(new Set(states)).toEqual(new Set(['sent', 'unknown']))
    // A member has each kind once, so that each text of a phone is of one notice.
    const arrived: string[] = []
    for (const { phone } of people)
      arrived.push(...(await sandbox.inbox(phone)).map(({ text }) => `${phone} ${text}`))
    expect(new Set(arrived).size).toBe(arrived.length)
    expect(arrived.length).toBeGreaterThanOrEqual(states.filter((one) => one === 'sent').length)
  },
)
