import { describe, expect, test } from 'vitest'
import { accountBook } from '#ledger/accounts.ts'
import { collect } from './db/collect.ts'
import { openDb } from './db/db.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'

const database = testDatabase()

const insidePool = 'the pool was used inside a transaction'

describe('refused', () => {
  test.each([
    ['query', () => database.db.query('select 1')],
    ['query of a line', () => database.db.inLine('one').query('select 1')],
    ['begin', () => database.db.begin(async () => 1)],
    ['beginFor', () => database.db.beginFor('one', async () => 1)],
    ['holdOutside', () => database.db.holdOutside(async () => 1)],
  ])('RUN-02 inside a transaction %s is an error, however deep', async (_, ask) => {
    const deep = async (): Promise<unknown> => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return ask()
    }
    await expect(database.db.begin(() => deep())).rejects.toThrow(insidePool)
    await expect(deep()).resolves.toBeDefined()
  })

  test('RUN-02 accounts are not looked up inside a transaction, even when they are cached', async () => {
    const book = accountBook(database.db)
    await book.house('coin', '', 'COIN')
    await expect(database.db.begin(async () => book.house('coin', '', 'COIN'))).rejects.toThrow(
      'accounts were looked up inside a transaction',
    )
  })

  test('RUN-02 a caller inside a transaction does not wait for shared work', async () => {
    const shared = sharing()
    await expect(database.db.begin(() => shared.add(1))).rejects.toThrow('shared work')
    await expect(shared.add(2)).resolves.toBe(2)
  })

  test('RUN-03 rows of an owner are not locked by a transaction that did not queue for them', async () => {
    const { db } = database
    await expect(db.begin(async (tx) => tx.expectLine('one'))).rejects.toThrow('did not queue')
    await expect(db.beginFor('other', async (tx) => tx.expectLine('one'))).rejects.toThrow(
      'did not queue',
    )
    await db.beginFor('one', async (tx) => tx.expectLine('one'))
  })
})

function sharing({ db } = database) {
  return collect<number, number>({
    run: async (items) => {
      await db.query('select 1')
      return items
    },
    name: 'test',
    isBusy: () => false,
    identityOf: String,
    ownerOf: String,
  })
}

describe('allowed', () => {
  test('RUN-02 another database, and work that continues after the transaction has ended', async () => {
    const { db, ownerDb } = database
    let later: Promise<unknown> | undefined
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    await db.begin(async () => {
      await ownerDb.query('select 1')
      later = ended.then(() => db.query('select 1'))
    })
    end()
    await expect(later).resolves.toHaveLength(1)
  })

  test('RUN-02 a transaction of holdOutside may use the pool, though the pool has one connection', async () => {
    const db = openDb({
      url: database.url,
      role: null,
      connectionsMax: 1,
      applicationName: 'kapao test one',
    })
    const answers = await Promise.all(
      [1, 2, 3].map((one) =>
        db.holdOutside(async (tx) => {
          await tx.query('select 1')
          const [row] = await db.begin((inner) =>
            inner.query<{ one: number }>('select $1::int as one', [one]),
          )
          return row!.one
        }),
      ),
    )
    expect(answers).toEqual([1, 2, 3])
    await expect(
      db.holdOutside(async (tx) => {
        await tx.query(
          `insert into core_tombstone (member_id, key, created_at) values ('m', 'held', now())`,
        )
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await db.query(`select from core_tombstone where key = 'held'`)).toEqual([])
    await db.close()
  })
})

test('RUN-02 production reports each place once and continues, even where it already holds the queue slot', async () => {
  const reported: Error[] = []
  const db = openDb({
    url: database.url,
    role: null,
    connectionsMax: 3,
    applicationName: 'kapao test production',
    onMisuse: (error) => reported.push(error),
  })
  // The first caller starts the shared work inside its transaction, but the work is not part of it.
  const shared = sharing({ ...database, db })
  for (const item of [1, 2]) expect(await db.begin(() => shared.add(item))).toBe(item)
  expect(reported.splice(0).map(({ message }) => message)).toEqual([
    'shared work was requested inside a transaction',
  ])
  const ask = () => db.beginFor('one', () => db.beginFor('one', (tx) => tx.query('select 1')))
  for (let turn = 0; turn < 3; turn += 1) expect(await ask()).toHaveLength(1)
  expect(reported.map(({ message }) => message)).toEqual([insidePool])
  expect(reported[0]!.stack).toContain('transaction-guard.test.ts')
  await db.begin(() => db.query('select 1'))
  expect(reported).toHaveLength(2)
  await db.close()
})
