import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'

const entry = `insert into core_audit (at, actor, request_id, action, subject)
  values (now(), 'system:test', 'r1', 'test.try', 'x')`

describe('a test database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  test('the app role may add to the audit trail and read it, and nothing else', async () => {
    const { db } = database
    await db.query(entry)
    expect(await db.query('select actor from core_audit')).toEqual([{ actor: 'system:test' }])

    const denied = { code: '42501' }
    await expect(db.query(`update core_audit set actor = 'nobody'`)).rejects.toMatchObject(denied)
    await expect(db.query('delete from core_audit')).rejects.toMatchObject(denied)
    await expect(db.query('truncate core_audit')).rejects.toMatchObject(denied)
  })

  test('the owner may do what the app may not', async () => {
    const { ownerDb } = database
    await ownerDb.query(`update core_audit set actor = 'system:owner'`)
    expect(await ownerDb.query('select distinct actor from core_audit')).toEqual([
      { actor: 'system:owner' },
    ])
  })

  test('another database knows nothing of it', async () => {
    const other = await createTestDatabase()
    try {
      expect(await other.db.query('select * from core_audit')).toEqual([])
    } finally {
      await other.drop()
    }
  })

  test('money and ids come back as bigint, and commits are real', async () => {
    const { db } = database
    await db.begin((tx) => tx.query(entry))
    const [row] = await db.query<{ id: bigint }>('select max(id) as id from core_audit')
    expect(typeof row?.id).toBe('bigint')
  })
})
