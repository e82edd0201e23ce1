import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { createSessions } from '#core/session/session.ts'
import { systemIds } from '#core/ids.ts'
import { openDeciding } from '#desk/decisions/open.ts'
import { memberStateOf } from '#records/account/find.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import { openDeskCalls, type DeskCall, type DeskCalls } from '#testing/desk/desk-calls.ts'
import { insertAnyMember } from '#testing/worlds/deposit-world.ts'
import type { RegisteredMember } from '#testing/worlds/member-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { readSettings } from '#settings/read.ts'
import { memberDeskRoutes } from './desk-routes.ts'
import { searchMembers } from './search/search.ts'
import { readTimeline } from './timeline/timeline.ts'
import { maskName, maskPhone } from '#core/console/work/masks.ts'

/** A bank's message takes longer than a second on a busy machine. */
const patience = { timeout: 30_000 }

const world = testWorld(openBankWorld)
let desk: DeskCalls
let member: RegisteredMember
let deposit: { id: string; reference: string }

const cashier = { name: 'nok', roles: ['cashier'] } as const
const support = { name: 'lek', roles: ['support'] } as const
const risk = { name: 'som', roles: ['risk'] } as const
const ask = (name: string, as: DeskCall['as'], input?: DeskCall['input'], key?: string) =>
  desk.call(name, { ...(as && { as }), ...(input && { input }), ...(key && { key }) })

beforeAll(async () => {
  const { clock } = world
  const { db } = world.database
  const sessions = createSessions({
    db,
    clock,
    ids: systemIds,
    memberStateOf: (id) => memberStateOf(db, id),
  })
  desk = await openDeskCalls(
    (api) =>
      memberDeskRoutes(api, {
        db,
        clock,
        readSettings: () => readSettings(db),
        endAllOf: sessions.endAllOf,
        takeBackDeps: openDeciding(deskContext({ db, clock })).deposits,
      }),
    world,
  )
  member = await world.addMember({ name: 'สมชาย', bankAccountName: 'สมชาย ใจดีมาก' })
  const [line] = await world.pay(member, { amount: '500.25' })
  await vi.waitFor(async () => expect(await world.walletOf(member)).toBe(50_025), patience)
  const [row] = await db.query<{ id: string }>('select id from deposits_deposit')
  deposit = { id: row!.id, reference: line!.reference }
})
afterAll(() => desk.close())

describe('search', () => {
  const search = async (words: string, as: DeskCall['as'] = support) =>
    (await ask('POST /api/console/members/search', as, { words })).body.members

  test('DESK-80 finds a member by phone, account, id and the beginning of any part of the name, masked', async () => {
    for (const [words, found] of [
      [member.username, 'phone'],
      [`+66 ${member.username.slice(1)}`, 'phone'],
      [member.bankAccountNo, 'account'],
      [member.id.toLowerCase(), 'id'],
      ['สมช', 'name'],
      ['ใจ สมชาย', 'name'],
    ]) {
      const rows = await search(words!)
      expect(rows, words).toMatchObject([{ memberId: member.id, found }])
      expect(JSON.stringify(rows), words).not.toContain(member.username)
      expect(JSON.stringify(rows), words).not.toContain('ดีมาก')
    }
  })

  test('DESK-81 finds whose a payment is by any reference, and by its sum with or without a time', async () => {
    const at = new Date(world.clock.now().getTime() + 7 * hourMs).toISOString().slice(11, 16)
    for (const [words, found] of [
      [deposit.id, 'reference'],
      ['500.25', 'amount'],
      [`500.25 ${at}`, 'amount'],
    ])
      expect(await search(words!), words).toMatchObject([
        { memberId: member.id, found, about: 'deposit' },
      ])
    expect(await search('500.25 01/01 03:00')).toEqual([])
  })

  test('HOUSE-73 finds a member by the number as it is written, an address, a name at a game, and a sum with a day', async () => {
    const { ownerDb } = world.database
    await ownerDb.query(
      `insert into core_session (token_hash, member_id, created_at, last_used_at, ends_at, address, device)
       values (decode(repeat('ab', 32), 'hex'), $1, now(), now(), now() + interval '1 day', '203.0.113.77', 'Chrome')`,
      [member.id],
    )
    await ownerDb.query(
      `insert into games_account (member_id, game, username, password_box, active_at) values ($1, 'pg', 'KPFMS7', 'x', now())`,
      [member.id],
    )
    const there = new Date(world.clock.now().getTime() + 7 * hourMs).toISOString()
    const [year, month, day] = there.slice(0, 10).split('-')
    for (const [words, found] of [
      [member.id.match(/.{4}/g)!.join('-'), 'id'],
      ['203.0.113.77', 'address'],
      ['kpfms7', 'game'],
      [`500.25 ${day}/${month}`, 'amount'],
      [`500.25 ${day}/${month}/${year}`, 'amount'],
    ])
      expect(await search(words!), words).toMatchObject([{ memberId: member.id, found }])
    expect(await search(`500.25 ${day}/${month}/${Number(year) - 1}`)).toEqual([])
    expect(await search('203.0.113.7')).toEqual([])
  })

  test('HOUSE-73 members are listed, the newest first, each once, however many pages', async () => {
    const { db } = world.database
    for (let n = 0; n < 55; n += 1) await insertAnyMember(db, { bankAccountName: `LISTED N${n}` })
    const seen: { memberId: string; joinedAt: string }[] = []
    for (let after: string | null = ''; after !== null;) {
      const { body } = await ask('GET /api/console/members/list', support, after ? { after } : {})
      seen.push(...body.members)
      after = body.next
    }
    const joined = seen.map(({ joinedAt }) => joinedAt)
    expect(joined).toEqual(joined.toSorted().toReversed())
    const [all] = await db.query<{ count: number }>(
      'select count(*)::int as count from account_member',
    )
    expect(new Set(seen.map(({ memberId }) => memberId)).size).toBe(all!.count)
    expect(seen).toHaveLength(all!.count)
  })

  test('COST-08 a name is searched by at most four different words of at least two letters', async () => {
    for (const [words, found] of [
      ['ส ใ', 0],
      ['ส.ใ', 0],
      ['สม ใ', 1],
      ['สม สมช สมชา ใจ nobody', 1],
      ['สม,สมช,สมชา,ใจ,nobody', 1],
      ['สม สม สม สม nobody', 0],
    ] as const)
      expect(await search(words), words).toHaveLength(found)
  })

  test.each([
    ['an hour later, on that day', 1, true],
    ['a minute before that time of the next day', 24 - 1 / 60, true],
    ['half an hour after that time of the next day', 24.5, false],
  ])(
    'DESK-81 a time without a day is the last time that the clock showed it: asked %s',
    async (_, hours, isFound) => {
      const { db } = world.database
      const paidAt = world.clock.now()
      const clock = { now: () => new Date(paidAt.getTime() + hours * hourMs) }
      const at = new Date(paidAt.getTime() + 7 * hourMs).toISOString().slice(11, 16)
      const { members } = await searchMembers({ on: db, clock }, `500.25 ${at}`)
      expect(members.map(({ memberId }) => memberId)).toEqual(isFound ? [member.id] : [])
    },
  )

  test('DESK-80 twenty are shown, and that there are more is said only where there are', async () => {
    const { db } = world.database
    const many = async () => searchMembers({ on: db, clock: world.clock }, 'Searchable')
    for (let n = 0; n < 20; n += 1)
      await insertAnyMember(db, { bankAccountName: `SEARCHABLE N${n}` })
    const twenty = await many()
    expect([twenty.members.length, twenty.isCut]).toEqual([20, false])
    await insertAnyMember(db, { bankAccountName: 'SEARCHABLE LAST' })
    const more = await many()
    expect([more.members.length, more.isCut]).toEqual([20, true])
  })

  test('DESK-82 words of an attacker are words: no operator of the search, no pattern, no statement', async () => {
    for (const words of [
      "'; drop table account_member; --",
      'a & !b | c',
      "ส':*|'",
      '%%%%',
      '\\\\',
    ])
      expect(
        (await ask('POST /api/console/members/search', support, { words })).status,
        words,
      ).toBe(200)
    expect((await ask('POST /api/console/members/search', support, { words: 'x' })).status).toBe(
      400,
    )
  })
})

describe('a member', () => {
  test('DESK-83 the page of a member has balances, what is open, sessions and notes, and no full number', async () => {
    await world.login(member.username, member.password)
    const { body } = await ask(`GET /api/console/members/one/{memberId}`, cashier, {
      memberId: member.id,
    })
    expect(body).toMatchObject({
      memberId: member.id,
      isActive: true,
      isLocked: false,
      balances: [{ place: 'wallet', sum: { amount: '500.25', currency: 'BAHT' } }],
      totals: { deposited: { amount: '500.25' }, deposits: 1, withdrawals: 0 },
    })
    expect(body.devices.some(({ isOpen }: { isOpen: boolean }) => isOpen)).toBe(true)
    const text = JSON.stringify(body)
    for (const secret of [member.username, member.bankAccountNo, member.bankAccountName])
      expect(text).not.toContain(secret)
  })

  test('DESK-84 a full number is shown to who may see it, after a touch, and leaves a row in the audit trail', async () => {
    const name = 'POST /api/console/members/show'
    const input = { memberId: member.id }
    expect((await ask(name, support, input)).body.code).toBe('NO_RIGHT')
    expect((await ask(name, { ...cashier, isTouched: false }, input)).body.code).toBe(
      'TOUCH_NEEDED',
    )
    const rows = () =>
      world.database.db.query(
        `select actor from core_audit where action = 'account.viewInFull' and subject = $1`,
        [member.id],
      )
    expect(await rows()).toEqual([])
    expect((await ask(name, cashier, input)).body).toMatchObject({ phone: member.username })
    expect(await rows()).toEqual([{ actor: 'operator:nok' }])
  })

  test('DESK-85 an id that was guessed is answered like one that never was, by every call', async () => {
    const guessed = { memberId: '7KQ2M4XW9PZA', why: 'x', text: 'x', isActive: false }
    const bank = { bankCode: 'SCB', accountNo: '1234567890', accountName: 'A B' }
    for (const [name, input] of [
      ['GET /api/console/members/one/{memberId}', { memberId: guessed.memberId }],
      ['GET /api/console/members/timeline/{memberId}', { memberId: guessed.memberId }],
      ['POST /api/console/members/show', { memberId: guessed.memberId }],
      ['POST /api/console/members/note', { memberId: guessed.memberId, text: 'x' }],
      ['POST /api/console/members/unlock', { memberId: guessed.memberId, why: 'x' }],
      ['POST /api/console/members/sessions/end', { memberId: guessed.memberId, why: 'x' }],
      [
        'POST /api/console/members/active',
        { memberId: guessed.memberId, isActive: true, why: 'x' },
      ],
      ['POST /api/console/members/bank', { memberId: guessed.memberId, why: 'x', ...bank }],
      ['GET /api/console/movements/{id}', { id: systemIds.key() }],
      ['POST /api/console/members/takeback', { deposit: systemIds.key(), isGone: false, why: 'x' }],
    ] as const) {
      const answer = await ask(
        name,
        { name: 'som', roles: ['owner'] },
        input,
        'key-of-sixteen-letters',
      )
      expect([answer.status, answer.body.code], name).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('DESK-86 a note sent twice with a key is kept once; the key for other words is refused', async () => {
    const name = 'POST /api/console/members/note'
    const key = systemIds.key()
    const input = { memberId: member.id, text: 'called, <b>will</b> send the slip' }
    const both = await Promise.all([1, 2].map(() => ask(name, support, input, key)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await ask(name, support, { ...input, text: 'other' }, key)).body.code).toBe(
      'KEY_REUSED',
    )
    expect((await ask(name, support, input)).body.code).toBe('KEY_MISSING')
    const { body } = await ask('GET /api/console/members/one/{memberId}', support, {
      memberId: member.id,
    })
    expect(body.notes).toMatchObject([{ by: 'operator:lek', text: input.text }])
  })

  test('DESK-87 unlocking lets a member in whom wrong passwords keep out, and ending sessions ends them all', async () => {
    const newcomer = await world.addMember()
    const token = await world.login(newcomer.username, newcomer.password)
    const from = '203.0.113.7'
    const wrong = { username: newcomer.username, password: 'not the right one' }
    for (let attempt = 0; attempt < 8; attempt += 1)
      await world.call('POST /api/login', { body: wrong, from })
    const right = { username: newcomer.username, password: newcomer.password }
    const refused = await world.call('POST /api/login', { body: right, from })
    expect(refused.status).toBe(429)
    await world.database.db.query(`update core_session set address = $2 where member_id = $1`, [
      newcomer.id,
      from,
    ])
    const page = { memberId: newcomer.id }
    const isLocked = async () =>
      (await ask('GET /api/console/members/one/{memberId}', support, page)).body.isLocked
    expect(await isLocked()).toBe(true)
    const act = { ...page, why: 'asked by phone' }
    expect((await ask('POST /api/console/members/unlock', cashier, act)).body.code).toBe('NO_RIGHT')
    expect((await ask('POST /api/console/members/unlock', support, act)).status).toBe(200)
    expect(await isLocked()).toBe(false)
    expect((await world.call('POST /api/login', { body: right, from })).status).toBe(200)
    expect((await ask('POST /api/console/members/sessions/end', support, act)).status).toBe(200)
    await expect.poll(async () => (await world.call('GET /api/wallet', { token })).status).toBe(401)
  })

  test('DESK-87 unlocking also ends the pause of a known device, and gives that device no more guesses than ten', async () => {
    const newcomer = await world.addMember()
    const { username, password } = newcomer
    const enter = (body: object, headers: Record<string, string> = {}) =>
      world.call('POST /api/login', { body: { username, ...body }, headers, from: '203.0.113.8' })
    const first = await enter({ password })
    const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!
    const onDevice = (body: object) => enter(body, { cookie })
    const guess = () => onDevice({ password: 'not the right one' })
    const page = { memberId: newcomer.id }
    const isLocked = async () =>
      (await ask('GET /api/console/members/one/{memberId}', support, page)).body.isLocked
    const unlock = async () => {
      expect(await isLocked()).toBe(true)
      const act = { ...page, why: 'asked by phone' }
      expect((await ask('POST /api/console/members/unlock', support, act)).status).toBe(200)
      expect(await isLocked()).toBe(false)
    }
    const guessFiveTimes = async () => {
      for (let failure = 0; failure < 5; failure += 1) expect((await guess()).status).toBe(401)
    }
    const failuresOfDevices = () =>
      world.database.db.query(
        'select failures from core_device where member_id = $1 and failures > 0',
        [newcomer.id],
      )
    await guessFiveTimes()
    expect((await onDevice({ password })).status).toBe(429)
    await unlock()
    expect((await onDevice({ password })).status).toBe(200)

    await guessFiveTimes()
    await unlock()
    await guessFiveTimes()
    expect(await failuresOfDevices()).toEqual([{ failures: 10 }])
    // The device is unknown by now, and its guesses count as a stranger's.
    await guess()
    expect(await failuresOfDevices()).toEqual([{ failures: 10 }])
  })

  test('DESK-88 deactivating needs the right and a touch, is refused twice, and leaves the rows that the terminal leaves', async () => {
    const other = await world.addMember()
    const name = 'POST /api/console/members/active'
    const input = { memberId: other.id, isActive: false, why: 'a stolen phone' }
    expect((await ask(name, support, input)).body.code).toBe('NO_RIGHT')
    expect((await ask(name, { ...risk, isTouched: false }, input)).body.code).toBe('TOUCH_NEEDED')
    expect((await ask(name, risk, input)).body).toMatchObject({ state: 'done' })
    expect((await ask(name, risk, input)).body.code).toBe('DECISION_REFUSED')
    const right = { username: other.username, password: other.password }
    expect((await world.call('POST /api/login', { body: right })).status).toBe(403)
    const trail = await world.database.db.query(
      `select actor, action, after from core_audit where subject = $1 and action like 'account.%' and actor like 'operator:%'`,
      [other.id],
    )
    expect(trail).toMatchObject([
      { actor: 'operator:som', action: 'account.deactivate', after: { deactivatedWhy: input.why } },
    ])
    expect((await ask(name, risk, { ...input, isActive: true })).status).toBe(200)
    expect((await world.call('POST /api/login', { body: right })).status).toBe(200)
  })
})

describe('the time-line', () => {
  type Row = { id: string; what: string; sort: string; at: string; sum: unknown; left: unknown }
  const page = async (input: object, as: DeskCall['as'] = cashier) =>
    (
      await ask('GET /api/console/members/timeline/{memberId}', as, {
        memberId: member.id,
        ...input,
      })
    ).body as { rows: Row[]; next: string | null }

  test('DESK-89 money, logins, notes and acts stand in one line, newest first, with what was left in the wallet', async () => {
    const { rows } = await page({})
    expect(rows.map(({ at }) => at)).toEqual(
      rows
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(rows.find(({ what }) => what === 'statement.deposit')).toMatchObject({
      sort: 'money',
      sum: { amount: '500.25', currency: 'BAHT' },
      left: { amount: '500.25', currency: 'BAHT' },
    })
    expect(rows.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['login.in', 'desk.note', 'desk.account.viewInFull']),
    )
  })

  test('DESK-90 each row is on exactly one page, whatever the filter, down to the oldest', async () => {
    const { db } = world.database
    for (let minute = 0; minute < 70; minute += 1) {
      world.clock.moveMs(60_000)
      await world.syncTime()
      await db.query(
        `insert into account_note (member_id, at, by, key, text) values ($1, $2, 'operator:lek', $3, 'note ' || $3)`,
        [member.id, world.clock.now(), `key ${minute}`],
      )
      if (minute % 2 === 0) await world.pay(member, { amount: `${10 + minute}` })
    }
    await world.allDelivered()
    for (const [filter, least] of [
      [{}, 106],
      [{ sort: 'money' }, 36],
      [{ sort: 'desk' }, 70],
      [{ sort: 'login' }, 1],
    ] as const) {
      const seen: string[] = []
      let after: string | null = null
      for (let pages = 0; pages < 20; pages += 1) {
        const answer = await page({ ...filter, ...(after === null ? {} : { after }) })
        seen.push(...answer.rows.map(({ id }) => id))
        after = answer.next
        if (after === null) break
      }
      expect(after, JSON.stringify(filter)).toBeNull()
      expect(new Set(seen).size, JSON.stringify(filter)).toBe(seen.length)
      expect(seen.length, JSON.stringify(filter)).toBeGreaterThanOrEqual(least)
    }
    expect((await page({ after: 'statement|1x,nothing|2,toString|1' })).rows).toEqual([])
  })

  test('HOUSE-110 from a time on backwards the line has every older row of every source, and no other', async () => {
    const whole = async (input: object) => {
      const seen: Row[] = []
      for (let after: string | null = null; ;) {
        const answer = await page({ ...input, ...(after === null ? {} : { after }) })
        seen.push(...answer.rows)
        after = answer.next
        if (after === null) return seen
      }
    }
    const all = await whole({})
    const until = all[Math.floor(all.length / 2)]!.at
    const older = all.filter(({ at }) => at < until)
    expect(older.length).toBeGreaterThan(50)
    expect((await whole({ until })).map(({ id }) => id)).toEqual(older.map(({ id }) => id))
    const notes = older.filter(({ sort }) => sort === 'desk')
    expect((await whole({ until, sort: 'desk' })).map(({ id }) => id)).toEqual(
      notes.map(({ id }) => id),
    )
    expect((await whole({ until: all.at(-1)!.at })).length).toBe(0)
  })

  test('DESK-89 without the right to money the line has no deposits and no sum, whoever asks', async () => {
    const { db } = world.database
    await world.database.ownerDb.query(
      `with noted as (
         insert into core_audit (at, actor, request_id, action, subject)
           values (now(), 'system:test', 'test', 'deposits.release', 'elsewhere') returning id)
       insert into review_act (at, audit, actor, action, subject, member_id, amount, currency, request_id)
         select $2, id, 'operator:lek', 'deposits.release', 'elsewhere', $1, 12345, 'BAHT', 'test' from noted`,
      [member.id, new Date(world.clock.now().getTime() + 1_000)],
    )
    const wanted = { memberId: member.id, sort: null, after: null, until: null }
    const seen = await readTimeline(db, { ...wanted, seesMoney: true })
    const isSum = ({ sum }: { sum: unknown }) => sum !== null
    expect(seen.rows.some(({ sort }) => sort === 'money')).toBe(true)
    expect(seen.rows.some((row) => row.sort === 'desk' && isSum(row))).toBe(true)
    const unseen = await readTimeline(db, { ...wanted, seesMoney: false })
    expect(unseen.rows.length).toBeGreaterThan(0)
    for (const row of unseen.rows)
      expect(row).toMatchObject({ sum: null, left: null, movement: null })
    expect(unseen.rows.some(({ sort }) => sort === 'money')).toBe(false)
    const money = await readTimeline(db, { ...wanted, sort: 'money', seesMoney: false })
    expect(money.rows).toEqual([])
  })

  test('DESK-91 a movement shows both sides of every posting, and no balance of a house account', async () => {
    const [row] = (await page({ sort: 'money' })).rows as (Row & { movement: string })[]
    const { body } = await ask('GET /api/console/movements/{id}', cashier, { id: row!.movement })
    expect(body.postings).toHaveLength(2)
    const sums = body.postings.map(({ sum }: { sum: { amount: string } }) => Number(sum.amount))
    expect(sums[0] + sums[1]).toBe(0)
    const house = body.postings.find(
      ({ memberId }: { memberId: string | null }) => memberId === null,
    )
    expect(house.left).toBeNull()
  })
})

test('DESK-92 names and numbers are masked by what a reader sees as letters', () => {
  expect(maskName('สมชาย ใจดี')).toBe('สม••• ใจ•••')
  expect(maskName('Al Bo')).toBe('A••• B•••')
  expect(maskPhone('0812345678')).toBe('081••••678')
  expect(maskPhone('0812')).toBe('••••')
})
