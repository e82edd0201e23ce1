import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { whileHeld } from '#testing/database/database.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { registerDatabaseFigures } from './database-figures.ts'
import { readDatabaseState } from './figures-store.ts'

const database = testDatabase()

const held = { rows: 'select * from core_house', values: [] }
const waitMax = { timeout: 10_000, interval: 100 }

/** Other test files have databases beside this one. */
async function amountOf(what: string, name = ''): Promise<number | undefined> {
  const rows = await readDatabaseState(database.db)
  return rows.find((row) => row.what === what && row.name.startsWith(name))?.amount
}

test('GONE-01 the connections that are used and allowed, and an open transaction, are figures', async () => {
  const used = await amountOf('connections', 'used')
  expect(used).toBeGreaterThan(0)
  expect(await amountOf('connections', 'allowed')).toBeGreaterThan(used!)
  expect(await amountOf('standbys', 'following')).toBe(0)
  await whileHeld(database, held, async () => {
    await expect.poll(() => amountOf('transaction'), waitMax).toBeGreaterThan(0.3)
  })
})

test(
  'GONE-01 whom others wait for is named with the age of its transaction, as the first of their queue and without a statement',
  { tags: 'long-1' },
  async () => {
    const name = new URL(database.url).pathname.slice(1)
    let waiting: Promise<unknown>[] = []
    await whileHeld(database, held, async () => {
      expect(await amountOf('blocking', name)).toBeUndefined()
      const wait = () => database.ownerDb.query('update core_house set count = count')
      waiting = [wait(), wait()].map((one) => one.catch(() => null))
      await expect.poll(() => amountOf('blocking', name), waitMax).toBeGreaterThan(0)
      const rows = await readDatabaseState(database.db)
      // The second waits for the first one, who waits too.
      const blocking = rows.filter((row) => row.what === 'blocking' && row.name.startsWith(name))
      expect(blocking.map((row) => row.name)).toEqual([expect.stringMatching(`^${name} \\d+$`)])
      const registry = new Registry()
      registerDatabaseFigures(registry, database.db)
      const text = await registry.metrics()
      expect(text).toMatch(new RegExp(`kapao_blocking_seconds\\{session="${name} \\d+"\\} \\d`))
      expect(text).not.toMatch(/update|select/i)
    })
    await Promise.all(waiting)
    expect(await amountOf('blocking', name)).toBeUndefined()
  },
)

test('GONE-01 the servers may ask for these figures, and nobody else', async () => {
  const [may] = await database.ownerDb.query<{ app: boolean; reader: boolean }>(
    `select has_function_privilege('kapao_app', 'core_database_state()', 'execute') as app,
       has_function_privilege('kapao_reader', 'core_database_state()', 'execute') as reader`,
  )
  expect(may).toEqual({ app: true, reader: false })
})
