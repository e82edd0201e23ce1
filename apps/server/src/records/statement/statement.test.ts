import { afterAll, describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import {
  insertRow,
  listRows,
  lockMember,
  beginStatement,
  statementCheckSql,
  updateStatus,
  type NewRow,
} from './store.ts'

const database = testDatabase()
const at = new Date('2026-11-21T03:00:00Z')
const check = { name: 'statements have no gaps', sql: statementCheckSql }

afterAll(async () => {
  const { violations } = await verifyLedger(database.db, { full: true, checks: [check] })
  expect(violations).toEqual([])
})

let members = 0
async function newMember(): Promise<string> {
  members += 1
  await beginStatement(database.db, `s${members}`)
  return `s${members}`
}

const row = (memberId: string, more: Partial<NewRow> = {}): NewRow => ({
  memberId,
  operation: systemIds.key(),
  statementType: 'transfer',
  from: 'wallet',
  to: 'pg',
  status: 'PENDING',
  money: { amount: 100n, currency: 'BAHT' },
  about: null,
  ...more,
})
const add = (memberId: string, more?: Partial<NewRow>) =>
  database.db.begin((tx) => insertRow(tx, at, row(memberId, more)))
const page = (memberId: string, page: number, limit = 3) =>
  listRows(database.db, memberId, { page, limit })

describe('rows', () => {
  test('a row is read back as it was written, with its number and the total', async () => {
    const memberId = await newMember()
    const written = row(memberId, {
      statementType: 'bonus',
      status: 'SUCCESS',
      money: { amount: 0n, currency: 'LAK' },
      about: { bonus: { description: 'ยินดีต้อนรับ "5%"' } },
    })
    await database.db.begin((tx) => insertRow(tx, at, written))
    const { memberId: _, ...shown } = written
    expect(await page(memberId, 1)).toEqual({
      total: 1n,
      rows: [{ ...shown, seq: 1n, createdAt: at }],
    })
  })

  test('I31 pages hold each row once, newest first, and an empty page has the total, too', async () => {
    const memberId = await newMember()
    for (let n = 0; n < 7; n += 1) await add(memberId)
    const pages = await Promise.all([1, 2, 3, 4, 1_000].map((number) => page(memberId, number)))
    expect(pages.map(({ rows }) => rows.map(({ seq }) => seq))).toEqual([
      [7n, 6n, 5n],
      [4n, 3n, 2n],
      [1n],
      [],
      [],
    ])
    expect(pages.map(({ total }) => total)).toEqual([7n, 7n, 7n, 7n, 7n])
  })

  test('each member has their own numbers; a member without a statement has none', async () => {
    const [one, other] = [await newMember(), await newMember()]
    expect([await add(one), await add(other), await add(one)]).toEqual([1n, 1n, 2n])
    expect(await page('nobody', 1)).toEqual({ total: 0n, rows: [] })
    await expect(add('nobody')).rejects.toThrow('no statement')
  })

  test('an outcome changes its row and no other', async () => {
    const memberId = await newMember()
    await add(memberId)
    await add(memberId)
    await database.db.begin((tx) => updateStatus(tx, { memberId, seq: 1n }, 'FAILED'))
    await expect(
      database.db.begin((tx) => updateStatus(tx, { memberId, seq: 9n }, 'FAILED')),
    ).rejects.toThrow('no such row')
    expect((await page(memberId, 1)).rows.map(({ status }) => status)).toEqual([
      'PENDING',
      'FAILED',
    ])
  })

  test('opening a statement again keeps its numbers', async () => {
    const memberId = await newMember()
    await add(memberId)
    await beginStatement(database.db, memberId)
    expect(await add(memberId)).toBe(2n)
  })

  test('the app role can neither remove a row nor change its contents', async () => {
    const denied = { code: '42501' }
    for (const statement of [
      'delete from statement_row',
      'update statement_row set amount = 1',
      'update statement_row set seq = seq + 1',
      'delete from statement_counter',
    ])
      await expect(database.db.query(statement)).rejects.toMatchObject(denied)
  })
})

describe('numbers have no gaps', () => {
  test('I31 thirty concurrent ones are numbered from one to thirty', async () => {
    const memberId = await newMember()
    const numbers = await Promise.all(Array.from({ length: 30 }, () => add(memberId)))
    expect(numbers.toSorted((a, b) => Number(a - b))).toEqual(
      Array.from({ length: 30 }, (_, n) => BigInt(n + 1)),
    )
  })

  test('an operation that is rolled back leaves its number to the next', async () => {
    const memberId = await newMember()
    const failed = database.db.begin(async (tx) => {
      await insertRow(tx, at, row(memberId))
      throw new Error('refused after all')
    })
    await expect(failed).rejects.toThrow('after all')
    expect(await add(memberId)).toBe(1n)
  })

  test('operations of a member wait for each other; those of another do not', async () => {
    const [one, other] = [await newMember(), await newMember()]
    const order: string[] = []
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = database.db.beginFor(one, async (tx) => {
      await lockMember(tx, one)
      locked.resolve()
      await released.promise
      order.push('first')
    })
    await locked.promise
    const second = add(one).then(() => order.push('second'))
    await add(other).then(() => order.push('other'))
    released.resolve()
    await Promise.all([first, second])
    expect(order).toEqual(['other', 'first', 'second'])
  })

  test('counters are returned in the order asked, with null for one that is locked or unknown', async () => {
    const [one, other] = [await newMember(), await newMember()]
    await add(one)
    const asked = [one, other, 'zzz']
    const lock = (skip: boolean) =>
      database.db.query<{ seq: (bigint | null)[] }>('select statement_lock($1, $2) as seq', [
        asked,
        skip,
      ])
    expect((await lock(false))[0]!.seq).toEqual([1n, 0n, null])
    await database.db.holdOutside(async (tx) => {
      await lockMember(tx, one)
      expect((await lock(true))[0]!.seq).toEqual([null, 0n, null])
    })
  })
})
