import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { undoSeconds } from '@kapao/contract/console/limits'
import { dayMs, hourMs, minuteMs, secondMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { listBalances, walletOf } from '#ledger/read.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { transferReference } from '#outside/arrival.ts'
import { openTestDepositDesk, openTestDeposits } from '#testing/processes/open-deposits.ts'
import { anyArrival } from '#testing/worlds/deposit-world.ts'
import { whileHeld } from '#testing/database/database.ts'
import { openMemberWorld, type RegisteredMember } from '#testing/worlds/member-world.ts'
import { ledgerChecks } from '#desk/watch/ledger.ts'
import { listRows } from '#records/statement/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { ourAccount } from '#testing/worlds/slip-world.ts'
import { confirmRequest } from './confirm.ts'
import { endOldRequests, refuseRequest } from './end.ts'
import { giveBack, refuse } from './give-back.ts'
import { matchDeposit, type ResolveDeps } from './match.ts'
import { listRequestPage } from './desk-store.ts'
import { listSuspended } from './store.ts'

const world = testWorld(openMemberWorld)
let desk: ResolveDeps
let member: RegisteredMember
let token: string

const operator = {
  actor: 'operator:nok',
  requestId: 'test',
  note: 'seen on the statement',
} as const
const party = 'KBANK:1112223334'

beforeAll(async () => {
  const { db } = world.database
  desk = openTestDepositDesk(db, world.clock)
  await world.set('deposit.manual', true)
  await world.set('deposit.accounts', [{ ...ourAccount, mode: 'manual' }])
})
afterEach(async () => {
  const { violations } = await verifyLedger(world.database.db, { full: true, checks: ledgerChecks })
  expect(violations).toEqual([])
})

async function newMember(): Promise<void> {
  member = await world.addMember()
  token = await world.login(member.username, member.password)
}
const add = (amount: unknown, key = systemIds.key()) =>
  world.call('POST /api/wallet/add', {
    token,
    body: { amount },
    headers: { 'idempotency-key': key },
  })
const rows = async () => (await listRows(world.database.db, member.id, { page: 1, limit: 20 })).rows
const wallet = async () => {
  const found = walletOf(await listBalances(world.database.db, member.id))
  return Number(found!.money.amount)
}
const requestOf = async () => {
  const found = await listRequestPage(world.database.db, { after: null, limit: 200 })
  return found.filter(({ memberId }) => memberId === member.id)
}

describe('POST /api/wallet/add', () => {
  beforeAll(newMember)

  test('S26 SEC-08 OP-WADD it records a pending row and moves no balance', async () => {
    expect(await add(250)).toMatchObject({ status: 200, body: { message: 'SUCCESS' } })
    expect(await wallet()).toBe(0)
    expect(await rows()).toMatchObject([
      { statementType: 'deposit', status: 'PENDING', money: { amount: 25_000n } },
    ])
  })

  test('I19 the same key is the same request, another amount under it is refused', async () => {
    const key = systemIds.key()
    const before = (await rows()).length
    await Promise.all(Array.from({ length: 5 }, () => add(10, key)))
    expect(await rows()).toHaveLength(before + 1)
    expect((await add(11, key)).body.code).toBe('KEY_REUSED')
    const outcome = await world.call(`GET /api/outcome/${key}`, { token })
    expect(outcome.body).toMatchObject({ state: 'done', code: 'SUCCESS' })
  })

  test('a key that was reported as never used is refused', async () => {
    const key = systemIds.key()
    expect((await world.call(`GET /api/outcome/${key}`, { token })).body.state).toBe('never')
    expect((await add(10, key)).body.code).toBe('ABANDONED')
  })

  test.each([
    ['OP-WADD', 0],
    ['OP-WADD', -5],
    ['OP-WADD', '5'],
    ['OP-WADD', 1.234],
  ])('%s KEY_INVALID for %o', async (_, amount) => {
    expect(await add(amount)).toMatchObject({ status: 400, body: { code: 'KEY_INVALID' } })
  })

  test('a sixth open request is refused', async () => {
    while ((await requestOf()).length < 5) expect((await add(33)).status).toBe(200)
    expect(await add(33)).toMatchObject({ status: 429, body: { code: 'REQUEST_LIMIT' } })
  })

  test('OP-WADD without manual deposits there is no account to pay to: NO_BANK', async () => {
    await world.set('deposit.manual', false)
    expect(await add(250)).toMatchObject({ status: 404, body: { code: 'NO_BANK' } })
    await world.set('deposit.manual', true)
  })

  test(
    'requests not paid for a day expire, also behind one whose row is locked',
    { tags: 'long-2' },
    async () => {
      const [held] = (await requestOf()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      world.clock.moveMs(dayMs + 1)
      const row = { rows: 'select from deposits_request where id = $1', values: [held!.id] }
      await whileHeld(world.database, row, () => world.runJobs())
      expect((await requestOf()).map(({ id }) => id)).toEqual([held!.id])
      world.clock.moveMs(10 * minuteMs)
      await world.runJobs()
      expect(await requestOf()).toEqual([])
      expect(new Set((await rows()).map(({ status }) => status))).toEqual(new Set(['FAILED']))
      expect(await wallet()).toBe(0)
    },
  )

  test('CARE-81 money that arrives at the moment its request expires is credited, and its row says so', async () => {
    await newMember()
    expect((await add(260)).status).toBe(200)
    const [request] = await requestOf()
    const paidAt = world.clock.now()
    world.clock.moveMs(dayMs + 1)
    const { db } = world.database
    const evidence = { reference: 'KBANK:CAME-LATE-1', party, paidAt }
    const late: typeof db = {
      ...db,
      beginFor: async (memberId, work) => {
        if (memberId === member.id)
          await confirmRequest(desk, { id: request!.id, ...operator, ...evidence })
        return db.beginFor(memberId, work)
      },
    }
    const { clock } = world
    await endOldRequests({ db: late, clock, log: console, push: () => undefined })
    expect((await rows()).map(({ status }) => status)).toEqual(['SUCCESS'])
    expect(await wallet()).toBe(26_000)
  })

  test('RUN-10 250 old requests that cannot be ended do not keep a younger one open', async () => {
    const { ownerDb } = world.database
    await ownerDb.query(
      `insert into deposits_request (id, member_id, key, fingerprint, amount, currency, reserved, state, statement_seq, created_at)
       select gen_random_uuid(), 'stuck' || n, 'stuck' || n, gen_random_uuid(), 100, 'BAHT', false, 'open', 1, $1::timestamptz - interval '1 hour'
       from generate_series(1, 250) as n`,
      [world.clock.now()],
    )
    await newMember()
    expect((await add(250)).status).toBe(200)
    const states = () =>
      world.database.db.query('select state from deposits_request where member_id = $1', [
        member.id,
      ])
    expect(await states()).toEqual([{ state: 'open' }])
    world.clock.moveMs(dayMs + 1)
    // These members have no statement: each attempt fails.
    await world.runJobs()
    expect(await states()).toEqual([{ state: 'expired' }])
    const stuck = `select count(*)::int as count from deposits_request where state = 'open' and member_id like 'stuck%'`
    expect(await world.database.db.query(stuck)).toEqual([{ count: 250 }])
    await ownerDb.query(`delete from deposits_request where member_id like 'stuck%'`)
  })
})

describe('money that comes in', () => {
  test('F27 a deposit of another amount leaves the request open and has a row of its own', async () => {
    await newMember()
    await add(300)
    const { settle } = openTestDeposits(world.database.db, world.clock)
    const pay = (amount: bigint) =>
      settle(anyArrival({ memberId: member.id, money: { amount, currency: 'BAHT' } }))
    await pay(50_000n)
    expect(await requestOf()).toMatchObject([{ amount: 30_000n, state: 'open' }])
    expect(await rows()).toMatchObject([
      { seq: 2n, status: 'SUCCESS', money: { amount: 50_000n } },
      { seq: 1n, status: 'PENDING', money: { amount: 30_000n } },
    ])
    await pay(30_000n)
    expect((await rows()).map(({ seq, status }) => [seq, status])).toEqual([
      [2n, 'SUCCESS'],
      [1n, 'SUCCESS'],
    ])
    expect(await wallet()).toBe(80_000)
  })
})

describe('several requests of one amount', () => {
  test('F27 each payment is of the oldest that is open, and the others stay open', async () => {
    await newMember()
    for (let n = 0; n < 3; n += 1) {
      await add(310)
      world.clock.moveMs(60_000)
    }
    const oldest = (await requestOf()).toSorted((a, b) => Number(a.statementSeq - b.statementSeq))
    const { settle } = openTestDeposits(world.database.db, world.clock)
    for (const [n, paid] of oldest.entries()) {
      const money = { amount: 31_000n, currency: 'BAHT' } as const
      const settled = await settle(anyArrival({ memberId: member.id, money }))
      expect(settled.statement).toEqual({ seq: paid.statementSeq, id: paid.id })
      expect((await requestOf()).map(({ id }) => id).toSorted()).toEqual(
        oldest
          .slice(n + 1)
          .map(({ id }) => id)
          .toSorted(),
      )
    }
    expect((await rows()).map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS'])
  })
})

describe('an operator', () => {
  beforeAll(newMember)
  const evidence = (reference = systemIds.key()) => ({
    reference: transferReference('SCB', reference),
    party,
    paidAt: world.clock.now(),
  })
  const arrival = (given: object = {}) => ({
    channel: 'bank' as const,
    eventId: systemIds.key(),
    references: [transferReference('SCB', systemIds.key())],
    house: { kind: 'bank' as const, party },
    memberId: null,
    hold: 'unknown-payer' as const,
    money: { amount: 70_000n, currency: 'BAHT' as const },
    paidAt: new Date(world.clock.now().getTime() - hourMs),
    from: 'SCB',
    actor: 'system:bank' as const,
    requestId: 'test',
    ...given,
  })

  test('confirms a request by the bank reference, once: the pending row becomes the deposit', async () => {
    await add(400)
    const [request] = await requestOf()
    const shown = evidence()
    const both = await Promise.allSettled(
      [1, 2].map(() => confirmRequest(desk, { ...operator, ...shown, id: request!.id })),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await wallet()).toBe(40_000)
    expect((await rows())[0]).toMatchObject({ status: 'SUCCESS', money: { amount: 40_000n } })
    await add(400)
    const [second] = await requestOf()
    await expect(confirmRequest(desk, { ...operator, ...shown, id: second!.id })).rejects.toThrow(
      'was seen before',
    )
    expect(await wallet()).toBe(40_000)
    await refuseRequest(desk, { ...operator, id: second!.id })
    expect((await rows())[0]).toMatchObject({ status: 'FAILED' })
    await expect(refuseRequest(desk, { ...operator, id: second!.id })).rejects.toThrow('refused')
  })

  test('a transfer of another amount, or of another account, is not confirmed: it is said to differ, and nothing moves', async () => {
    await add(410)
    const [request] = await requestOf()
    const before = await wallet()
    const references = [transferReference('SCB', systemIds.key())]
    const { id } = await desk.deposits.settle(arrival({ references }))
    const shown = { ...evidence(), reference: references[0]! }
    await expect(
      confirmRequest(desk, { ...operator, ...shown, id: request!.id }),
    ).rejects.toMatchObject({
      why: 'other-amount',
      message: expect.stringContaining(`another amount or to another account (deposit ${id})`),
    })
    expect(await wallet()).toBe(before)
    expect(await requestOf()).toMatchObject([{ id: request!.id, state: 'open' }])
    await refuseRequest(desk, { ...operator, id: request!.id })
  })

  test('a transfer from before the minute of its announcement, or of the future, is no evidence for it', async () => {
    world.clock.moveMs(61_000)
    await add(420)
    const [request] = await requestOf()
    const minute = Math.floor(world.clock.now().getTime() / minuteMs) * minuteMs
    const confirmAt = (ms: number) =>
      confirmRequest(desk, { ...operator, ...evidence(), paidAt: new Date(ms), id: request!.id })
    const before = await wallet()
    for (const ms of [minute - 1, world.clock.now().getTime() + 1])
      await expect(confirmAt(ms)).rejects.toMatchObject({ why: 'not-in-time' })
    expect(await wallet()).toBe(before)
    // Banks show whole minutes.
    await confirmAt(minute)
    expect(await wallet()).toBe(before + 42_000)
  })

  test('gives waiting money to a member, once, however many operators ask at once', async () => {
    const before = await wallet()
    const { id } = await desk.deposits.settle(arrival())
    const asked = await Promise.allSettled(
      Array.from({ length: 5 }, () => matchDeposit(desk, { ...operator, id, memberId: member.id })),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await wallet()).toBe(before + 70_000)
    expect((await rows())[0]).toMatchObject({ status: 'SUCCESS', money: { amount: 70_000n } })
    const audit = await world.database.db.query(
      `select actor from core_audit where action = 'deposits.release' and subject = $1`,
      [id],
    )
    expect(audit).toEqual([{ actor: 'operator:nok' }])
  })

  test('gives money back or to a member, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const before = await wallet()
      const { id } = await desk.deposits.settle(
        arrival({ memberId: member.id, hold: 'wrong-payer' }),
      )
      const [matched, returned] = await Promise.allSettled([
        matchDeposit(desk, { ...operator, id, memberId: member.id }),
        refuse(desk, { ...operator, id }),
      ])
      world.clock.moveMs(undoSeconds * secondMs)
      await giveBack(desk, id)
      expect([matched.status, returned.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      const isHere = matched.status === 'fulfilled'
      expect(await wallet()).toBe(before + (isHere ? 70_000 : 0))
      expect((await rows())[0]!.status).toBe(isHere ? 'SUCCESS' : 'FAILED')
    }
    expect(await listSuspended(world.database.db, { why: 'wrong-payer', limit: 10 })).toEqual([])
  })

  test('money that was first matched to another member leaves a failed row there and a good one here', async () => {
    const other = await world.addMember()
    const { id } = await desk.deposits.settle(arrival({ memberId: other.id, hold: 'wrong-payer' }))
    await matchDeposit(desk, { ...operator, id, memberId: member.id })
    expect((await listRows(world.database.db, other.id, { page: 1, limit: 5 })).rows).toMatchObject(
      [{ status: 'FAILED' }],
    )
    expect((await rows())[0]).toMatchObject({ status: 'SUCCESS' })
  })

  test('reserved satang identify the member of a payment that names no payer', async () => {
    await newMember()
    await world.set('deposit.ownSatang', true)
    const other = { member, token }
    await add(500)
    await newMember()
    await add(500)
    await world.set('deposit.ownSatang', false)
    const [request] = await requestOf()
    expect(request!.amount).toBeGreaterThan(50_000n)
    expect(request!.isReserved).toBe(true)
    await world.set('deposit.accounts', [{ ...ourAccount, mode: 'SMS' }])
    await world.sandbox.control('POST', '/clock', { at: world.clock.now().toISOString() })
    await world.sandbox.control('POST', '/app', { url: world.address })
    const satang = String(request!.amount).slice(-2)
    const text = `21/11/69 12:00 บช X-3334 เงินเข้า 500.${satang} คงเหลือ 9,000.00 บ.`
    await world.sandbox.control('POST', '/bank/text', { sender: 'KBANK', text })
    await expect.poll(wallet).toBe(Number(request!.amount))
    expect((await rows())[0]).toMatchObject({ status: 'SUCCESS', seq: request!.statementSeq })
    ;({ member, token } = other)
    expect(await wallet()).toBe(0)
  })
})
