import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AmountText } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import { migrate } from '#core/db/migrate.ts'
import { openSweeper } from '#core/jobs/sweep/sweeper.ts'
import { accountBook, type AccountBook } from '#ledger/accounts.ts'
import { post } from '#ledger/post.ts'
import { listBalances } from '#ledger/read.ts'
import { holdsCheck, verifyLedger } from '#ledger/verify.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { listRows, openStatement, statementCheckSql } from '#modules/statement/store.ts'
import { rehearsal, type Rehearsal } from './service.ts'
import { listOpenBefore, openHoldsSql } from './store.ts'

let database: TestDatabase
let book: AccountBook
let service: Rehearsal
let second: Rehearsal
let now = new Date('2026-11-21T03:00:00Z')
const clock: Clock = { now: () => now }

beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.ownerUrl, {
    tables: join(import.meta.dirname, '../../../migrations/rehearsal'),
    functions: null,
  })
  book = accountBook(database.db)
  const deps = { db: database.db, clock, ids: systemIds, accounts: book }
  service = rehearsal(deps)
  second = rehearsal(deps)
})
afterAll(async () => {
  const checks = [
    holdsCheck('transfer', openHoldsSql),
    { name: 'statements have no gaps', sql: statementCheckSql },
  ]
  const verdict = await verifyLedger(database.db, { full: true, checks })
  expect(verdict.violations).toEqual([])
  await database.drop()
})

let members = 0

async function newMember(amount: bigint): Promise<string> {
  members += 1
  const owner = `r${members}`
  const accounts = await book.open(database.db, [
    { owner, kind: 'transfer', party: '', currency: 'BAHT' },
    { owner, kind: 'game', party: 'pg', currency: 'BAHT' },
    { owner, kind: 'game', party: 'betflix', currency: 'BAHT' },
  ])
  await openStatement(database.db, owner)
  const opening = await book.house('opening', '', 'BAHT')
  if (amount > 0n)
    await database.db.begin((tx) =>
      post(tx, now, [
        {
          idem: systemIds.key(),
          debit: opening,
          credit: accounts[1]!,
          money: { amount, currency: 'BAHT' },
          kind: 'opening',
        },
      ]),
    )
  return owner
}

const caller = (memberId: string, key: string | null = systemIds.key()) => ({
  memberId,
  key,
  requestId: 'test',
})
const amountText = (text: string) => text as AmountText
const wanted = (amount: string, from = 'pg', to = 'betflix') => ({
  from,
  to,
  amount: amountText(amount),
})

/** Balances of a member: the first game, what is held, the second game. */
async function balancesOf(memberId: string): Promise<bigint[]> {
  const all = await listBalances(database.db, memberId)
  const find = (kind: string, party: string) =>
    all.find((one) => one.kind === kind && one.party === party)!.money.amount
  return [find('game', 'pg'), find('transfer', ''), find('game', 'betflix')]
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error)
const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((one) => (one.status === 'fulfilled' ? 'done' : codeOf(one.reason)))

describe('happy', () => {
  test('holds the money, then passes it on, with one statement row that follows', async () => {
    const memberId = await newMember(10_000n)
    const begun = await service.begin(caller(memberId), wanted('25.50'))
    expect(begun).toMatchObject({ state: 'held', balanceAfter: { amount: 7_450n } })
    expect(await balancesOf(memberId)).toEqual([7_450n, 2_550n, 0n])
    expect((await listRows(database.db, memberId, { page: 1, limit: 10 })).rows).toMatchObject([
      { seq: 1n, status: 'PENDING', from: 'pg', to: 'betflix', money: { amount: 2_550n } },
    ])
    await service.end({ id: begun.id, memberId, done: true })
    expect(await balancesOf(memberId)).toEqual([7_450n, 0n, 2_550n])
    const page = await listRows(database.db, memberId, { page: 1, limit: 10 })
    expect(page).toMatchObject({ total: 1n, rows: [{ status: 'SUCCESS' }] })
  })

  test('gives the money back when it cannot be passed on', async () => {
    const memberId = await newMember(10_000n)
    const begun = await service.begin(caller(memberId), wanted('100'))
    await service.end({ id: begun.id, memberId, done: false })
    expect(await balancesOf(memberId)).toEqual([10_000n, 0n, 0n])
    expect((await listRows(database.db, memberId, { page: 1, limit: 10 })).rows[0]!.status).toBe(
      'FAILED',
    )
  })

  test('every begin leaves an audit row that names the member, the request and the operation', async () => {
    const memberId = await newMember(10_000n)
    const begun = await service.begin(caller(memberId), wanted('1'))
    const rows = await database.db.query(
      'select actor, request_id, action from core_audit where subject = $1',
      [begun.id],
    )
    expect(rows).toEqual([
      { actor: `member:${memberId}`, request_id: 'test', action: 'rehearsal.begin' },
    ])
  })
})

describe('refused', () => {
  test.each([
    ['MONEY_NOT_ENOUGH', wanted('100.01')],
    ['KEY_INVALID', wanted('1', 'pg', 'pg')],
    ['SLOT_NO_ACCOUNT', wanted('1', 'pg', 'imi')],
    ['TRANSFER_MINIMUM', wanted('0')],
    ['KEY_INVALID', wanted('1e3')],
    ['KEY_INVALID', wanted('-1')],
    ['KEY_INVALID', wanted('1.001')],
    ['KEY_INVALID', wanted('9999999999')],
  ])('%s, and nothing changed', async (code, input) => {
    const memberId = await newMember(10_000n)
    await expect(service.begin(caller(memberId), input)).rejects.toMatchObject({ code })
    expect(await balancesOf(memberId)).toEqual([10_000n, 0n, 0n])
    expect((await listRows(database.db, memberId, { page: 1, limit: 10 })).total).toBe(0n)
  })

  test('a refused beginning does not use its key up', async () => {
    const memberId = await newMember(1_000n)
    const key = systemIds.key()
    await expect(service.begin(caller(memberId, key), wanted('11'))).rejects.toMatchObject({
      code: 'MONEY_NOT_ENOUGH',
    })
    await expect(service.begin(caller(memberId, key), wanted('10'))).resolves.toMatchObject({
      state: 'held',
    })
  })

  test('an end that contradicts the first is refused and moves nothing', async () => {
    const memberId = await newMember(1_000n)
    const { id } = await service.begin(caller(memberId), wanted('10'))
    await service.end({ id, memberId, done: true })
    await service.end({ id, memberId, done: true })
    await expect(service.end({ id, memberId, done: false })).rejects.toThrow('could not be ended')
    expect(await balancesOf(memberId)).toEqual([0n, 0n, 1_000n])
  })
})

describe('the same key', () => {
  test('the same body answers the same transfer, also after it ended', async () => {
    const memberId = await newMember(10_000n)
    const key = systemIds.key()
    const first = await service.begin(caller(memberId, key), wanted('25'))
    expect(await service.begin(caller(memberId, key), wanted('25'))).toEqual(first)
    await service.end({ id: first.id, memberId, done: true })
    expect(await service.begin(caller(memberId, key), wanted('25'))).toEqual({
      ...first,
      state: 'done',
    })
    expect(await balancesOf(memberId)).toEqual([7_500n, 0n, 2_500n])
  })

  test('another body is refused, and nothing changed', async () => {
    const memberId = await newMember(10_000n)
    const key = systemIds.key()
    await service.begin(caller(memberId, key), wanted('25'))
    await expect(service.begin(caller(memberId, key), wanted('26'))).rejects.toMatchObject({
      code: 'KEY_REUSED',
    })
    expect(await balancesOf(memberId)).toEqual([7_500n, 2_500n, 0n])
  })

  test('a key of another member is no key of mine', async () => {
    const [mine, theirs] = [await newMember(10_000n), await newMember(10_000n)]
    const key = systemIds.key()
    const first = await service.begin(caller(mine, key), wanted('25'))
    const other = await service.begin(caller(theirs, key), wanted('25'))
    expect(other.id).not.toBe(first.id)
  })

  test('without a key, the same request within five seconds is one; later it is another', async () => {
    const memberId = await newMember(10_000n)
    const first = await service.begin(caller(memberId, null), wanted('25'))
    expect(await service.begin(caller(memberId, null), wanted('25'))).toEqual(first)
    now = new Date(now.getTime() + 5_000)
    expect((await service.begin(caller(memberId, null), wanted('25'))).id).not.toBe(first.id)
  })

  test('ten times at once, through two processes, counts once', async () => {
    const memberId = await newMember(10_000n)
    const key = systemIds.key()
    const begun = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? service : second).begin(caller(memberId, key), wanted('25')),
      ),
    )
    expect(new Set(begun.map((one) => one.id)).size).toBe(1)
    expect(await balancesOf(memberId)).toEqual([7_500n, 2_500n, 0n])
  })
})

describe('at once', () => {
  test.each([20, 50])('%i begun at once spend the balance once', async (count) => {
    const memberId = await newMember(10_000n)
    const codes = codesOf(
      await Promise.allSettled(
        Array.from({ length: count }, (_, n) =>
          (n % 2 ? service : second).begin(caller(memberId), wanted('30')),
        ),
      ),
    )
    expect(codes.filter((code) => code === 'done')).toHaveLength(3)
    expect(codes.filter((code) => code === 'MONEY_NOT_ENOUGH')).toHaveLength(count - 3)
    expect(await balancesOf(memberId)).toEqual([1_000n, 9_000n, 0n])
  })

  test('the same transfer ended twenty times at once moves its money once', async () => {
    const memberId = await newMember(10_000n)
    const { id } = await service.begin(caller(memberId), wanted('30'))
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? service : second).end({ id, memberId, done: true }),
      ),
    )
    expect(await balancesOf(memberId)).toEqual([7_000n, 0n, 3_000n])
  })

  test('a member whose row is held by someone else waits alone', async () => {
    const stuck = await newMember(10_000n)
    const others = await Promise.all(Array.from({ length: 20 }, () => newMember(10_000n)))
    let release = () => undefined as void
    const { promise: taken, resolve: take } = Promise.withResolvers<void>()
    const held = database.ownerDb.begin(async (tx) => {
      await tx.query('select from ledger_account where owner = $1 for update', [stuck])
      take()
      await new Promise<void>((resolve) => (release = resolve))
    })
    await taken
    const waiting = service.begin(caller(stuck), wanted('1')).then(
      () => 'done',
      (error) => codeOf(error),
    )
    const began = performance.now()
    await Promise.all(others.map((memberId) => service.begin(caller(memberId), wanted('1'))))
    expect(performance.now() - began).toBeLessThan(1_500)
    expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits')
    expect(await waiting).toBe('SERVICE_BUSY')
    release()
    await held
    await expect(service.begin(caller(stuck), wanted('1'))).resolves.toMatchObject({
      state: 'held',
    })
  })
})

test('the sweeper finishes what was left open, and only that', async () => {
  const memberId = await newMember(10_000n)
  const old = await service.begin(caller(memberId), wanted('10'))
  now = new Date(now.getTime() + 31_000)
  const fresh = await service.begin(caller(memberId), wanted('20'))
  const listOpen = async (at: Date) => {
    const open = await listOpenBefore(database.db, new Date(at.getTime() - 30_000), 200)
    return open.filter((one) => one.memberId === memberId)
  }
  const source = {
    name: 'rehearsal',
    job: 'rehearsal.sweep',
    everyMs: 1_000,
    atOnceEach: 4,
    findDue: async ({ at }: { at: Date }) =>
      (await listOpen(at)).map(({ id }) => ({ id, party: '' })),
    countDue: async (at: Date) => ({ count: (await listOpen(at)).length, oldest: null }),
    finish: ({ id }: { id: string }) => service.end({ id, memberId, done: false }),
  }
  await openSweeper({ clock, log: { error: () => undefined } }, source).sweep()
  expect(await balancesOf(memberId)).toEqual([8_000n, 2_000n, 0n])
  await service.end({ id: fresh.id, memberId, done: true })
  await expect(service.end({ id: old.id, memberId, done: true })).rejects.toThrow(
    'could not be ended',
  )
})
