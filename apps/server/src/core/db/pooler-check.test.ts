import { describe, expect, onTestFinished, test } from 'vitest'
import { hasPgbouncer, startPgbouncer, type PoolerOptions } from '#testing/doubles/pgbouncer.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { openDb } from './db.ts'
import { appRole } from './migrate.ts'
import { explainPooler, refusePooler } from './pooler-check.ts'

const database = testDatabase()

/** Runs the check of a start; returns its error, if any. */
async function check(url: string, role: string | null): Promise<unknown> {
  const db = openDb({ url, role, connectionsMax: 4, applicationName: 'kapao test pooler' })
  onTestFinished(() => db.close())
  try {
    return await refusePooler(db, { url, role })
  } catch (error) {
    return explainPooler(error)
  }
}

test('RUN-47 a database without a pooler delivers notifications and keeps session settings', async () => {
  expect(await check(database.url, appRole)).toBeUndefined()
})

// The project's machines have PgBouncer; elsewhere the report counts these tests as skipped.
describe.skipIf(!hasPgbouncer)('behind a PgBouncer', () => {
  const through = async (pooling: PoolerOptions, role: string | null): Promise<unknown> => {
    const pooler = await startPgbouncer(database.url, pooling)
    onTestFinished(pooler.stop)
    return check(pooler.url, role)
  }
  const options = 'options'

  test('RUN-47 a pooler that accepts no startup parameters is refused, and the error says what to do', async () => {
    const refusal = await through({ mode: 'transaction' }, appRole)
    expect(String(refusal)).toMatch(/takes no startup parameters.*connect to PostgreSQL itself/)
  })

  test.each(['session', 'transaction'] as const)(
    'RUN-47 a pooler in %s mode that drops startup parameters is refused: the role would be lost',
    async (mode) => {
      const refusal = await through({ mode, ignores: options }, appRole)
      expect(String(refusal)).toMatch(/drops startup parameters|mixes up the statements/)
      expect(String(refusal)).toContain('pool_mode = session')
    },
  )

  test(
    'RUN-47 a pooler in transaction mode is refused even if only notifications are lost',
    { tags: 'long-3' },
    async () => {
      await database.ownerDb.query(
        `do $$ begin execute format('alter database %I set statement_timeout = 15000', current_database()); end $$`,
      )
      const refusal = await through({ mode: 'transaction', ignores: options }, null)
      expect(String(refusal)).toMatch(/loses notifications|mixes up the statements/)
      expect(await through({ mode: 'session', ignores: options }, null)).toBeUndefined()
    },
  )
})
