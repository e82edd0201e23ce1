import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('it did not become true within five seconds')
}

const listenersSql = `select pid from pg_stat_activity
  where datname = current_database() and application_name like '% listen' and state is not null`

describe('listening', () => {
  test('hears, is told when it may have missed something, and listens again after its connection is cut', async () => {
    const { db, ownerDb } = database
    const heard: (string | null)[] = []
    const listening = await db.listen('bell', (payload) => heard.push(payload))
    await db.query(`select pg_notify('bell', 'one')`)
    await until(() => heard.includes('one'))
    expect(heard).toEqual([null, 'one'])

    await ownerDb.query(`select pg_terminate_backend(pid) from (${listenersSql}) as listeners`)
    await until(() => heard.length === 3)
    expect(heard[2]).toBe(null)
    await db.query(`select pg_notify('bell', 'two')`)
    await until(() => heard.includes('two'))
    expect(await ownerDb.query(listenersSql)).toHaveLength(1)

    expect(listening.isHearing()).toBe(true)
    await listening.stop()
    expect(listening.isHearing()).toBe(false)
    await until(async () => (await ownerDb.query(listenersSql)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await ownerDb.query(listenersSql)).toHaveLength(0)
  })
})

describe('transactions', () => {
  test('what throws is rolled back, and its error comes through', async () => {
    const { db } = database
    const work = db.begin(async (tx) => {
      await tx.query(
        `insert into core_tombstone (member_id, key, created_at) values ('m', 'rolled-back', now())`,
      )
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await db.query(`select from core_tombstone where key = 'rolled-back'`)).toEqual([])
  })

  test('S29 a serialisation failure is tried again, three times in all', async () => {
    let attempts = 0
    const fail = (times: number) =>
      database.db.begin(async (tx) => {
        attempts += 1
        if (attempts <= times)
          await tx.query(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
        return attempts
      })
    expect(await fail(2)).toBe(3)
    attempts = 0
    await expect(fail(3)).rejects.toMatchObject({ code: '40001' })
    expect(attempts).toBe(3)
  })

  test('int8 and its arrays arrive as bigint, nulls as null', async () => {
    const [row] = await database.db.query(
      `select 9007199254740993::int8 as one, array[1, null, -9007199254740993]::int8[] as many, '{}'::int8[] as none,
              array[1, null]::int4[] as small`,
    )
    expect(row).toEqual({
      one: 9007199254740993n,
      many: [1n, null, -9007199254740993n],
      none: [],
      small: [1, null],
    })
  })
})
