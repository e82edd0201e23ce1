import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { hasPgbouncer, startPgbouncer, type Pooling } from '../../testing/pgbouncer.ts'
import { openDb } from './db.ts'
import { appRole } from './migrate.ts'
import { explainPooler, refusePooler } from './pooler-check.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** What a start says of a database at an address. */
async function judge(url: string, role: string | null): Promise<unknown> {
  const db = openDb({ url, role, connectionsMax: 4, applicationName: 'kapao test pooler' })
  onTestFinished(() => db.close())
  try {
    return await refusePooler(db, { url, role })
  } catch (error) {
    return explainPooler(error)
  }
}

test('RUN-47 a database without a pooler delivers notifications and keeps session settings', async () => {
  expect(await judge(database.url, appRole)).toBeUndefined()
})

// Not a machine of ours without a PgBouncer, but one of somebody who only looks: the report counts these as left out.
describe.skipIf(!hasPgbouncer)('behind a PgBouncer', () => {
  const through = async (pooling: Pooling, role: string | null): Promise<unknown> => {
    const pooler = await startPgbouncer(database.url, pooling)
    onTestFinished(pooler.stop)
    return judge(pooler.url, role)
  }
  const options = 'options'

  test('RUN-47 one that takes no startup parameters is refused with what to do', async () => {
    const said = await through({ mode: 'transaction' }, appRole)
    expect(String(said)).toMatch(/takes no startup parameters.*connect to PostgreSQL itself/)
  })

  test.each(['session', 'transaction'] as const)(
    'RUN-47 one in %s mode that drops them is refused: nobody would be who they are',
    async (mode) => {
      const said = await through({ mode, ignores: options }, appRole)
      expect(String(said)).toMatch(/drops what is asked for|mixes up the statements/)
      expect(String(said)).toContain('pool_mode = session')
    },
  )

  test('RUN-47 one in transaction mode is refused for lost notifications alone', async () => {
    await database.ownerDb.query(
      `do $$ begin execute format('alter database %I set statement_timeout = 15000', current_database()); end $$`,
    )
    const said = await through({ mode: 'transaction', ignores: options }, null)
    expect(String(said)).toMatch(/loses notifications|mixes up the statements/)
    expect(await through({ mode: 'session', ignores: options }, null)).toBeUndefined()
  })
})
