import { describe, expect, test } from 'vitest'
import { appRole, readerRole } from '#core/db/migrate.ts'
import { createTestDatabase } from './database.ts'
import { testDatabase } from '../worlds/test-world.ts'

const entry = `insert into core_audit (at, actor, request_id, action, subject)
  values (now(), 'system:test', 'r1', 'test.try', 'x')`

describe('a test database', () => {
  const database = testDatabase()

  test('the app role may add to the audit trail and read it, and nothing else', async () => {
    const { db } = database
    await db.query(entry)
    expect(await db.query('select actor from core_audit')).toEqual([{ actor: 'system:test' }])

    const denied = { code: '42501' }
    await expect(db.query(`update core_audit set actor = 'nobody'`)).rejects.toMatchObject(denied)
    await expect(db.query('delete from core_audit')).rejects.toMatchObject(denied)
    await expect(db.query('truncate core_audit')).rejects.toMatchObject(denied)
  })

  test('the owner may do what the app role may not', async () => {
    const { ownerDb } = database
    await ownerDb.query(`update core_audit set actor = 'system:owner'`)
    expect(await ownerDb.query('select distinct actor from core_audit')).toEqual([
      { actor: 'system:owner' },
    ])
  })

  test('S47 the app role writes no ledger table, changes no schema and cannot change its role', async () => {
    const { db, ownerDb } = database
    const denied = { code: '42501' }
    for (const table of ['ledger_account', 'ledger_movement', 'ledger_seal', 'ledger_seal_chunk']) {
      const [may] = await db.query(
        `select has_table_privilege('${table}', 'select') as reads,
           has_table_privilege('${table}', 'insert, update, delete, truncate, references, trigger') as writes,
           has_any_column_privilege('${table}', 'insert, update, references') as writes_a_column`,
      )
      expect(may, table).toEqual({ reads: true, writes: false, writes_a_column: false })
      for (const attempt of [
        `delete from ${table}`,
        `truncate ${table}`,
        `alter table ${table} add column mine int`,
        `drop table ${table}`,
      ])
        await expect(db.query(attempt), attempt).rejects.toMatchObject(denied)
    }
    for (const attempt of ['create table mine (id int)', 'create role mine', 'create schema mine'])
      await expect(db.query(attempt), attempt).rejects.toMatchObject(denied)
    const [app] = await db.query(
      'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolcanlogin from pg_roles where rolname = current_user',
    )
    expect(new Set(Object.values(app!))).toEqual(new Set([false]))
    const owned = await ownerDb.query(
      `select relname from pg_class where relowner = (select oid from pg_roles where rolname = $1)`,
      [appRole],
    )
    expect(owned).toEqual([])
  })

  test('S47 a reader sees the ledger, but no passwords, sessions or keys', async () => {
    const rights = await database.ownerDb.query<{ table: string; right: string }>(
      `select table_name as table, privilege_type as right from information_schema.table_privileges
       where grantee = $1 and table_schema = current_schema() order by 1, 2`,
      [readerRole],
    )
    expect(rights).toEqual(
      [
        'core_audit',
        'ledger_account',
        'ledger_movement',
        'ledger_seal',
        'ledger_seal_chunk',
        'statement_row',
      ].map((table) => ({ table, right: 'SELECT' })),
    )
    const columns = await database.ownerDb.query(
      'select 1 from information_schema.column_privileges where grantee = $1 and privilege_type <> $2',
      [readerRole, 'SELECT'],
    )
    expect(columns).toEqual([])
  })

  test('another database does not contain it', async () => {
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
