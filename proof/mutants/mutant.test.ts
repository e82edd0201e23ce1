import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../apps/server/src/testing/database/database.ts'
import { repository } from '../../tools/run-tool.ts'
import { findFunction, plantInFile, plantInFunction, type Mutant } from './mutant.ts'
import { everyMutant } from './every-mutant.ts'
import { sameBehaviour } from './same.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type InDatabase = Exclude<Mutant, { file: string }>
const undone = new Error('the fault is taken back')

async function statementsOf(mutant: InDatabase): Promise<string[]> {
  if ('schema' in mutant) return [mutant.schema]
  const { text } = await findFunction(repository, mutant.sqlFunction)
  return [plantInFunction(text, mutant).to, ...(mutant.also ? [mutant.also] : [])]
}

/** Plants a fault in the database as it is after all migrations, and reverts it. */
async function tryPlanting(mutant: InDatabase): Promise<void> {
  const statements = await statementsOf(mutant)
  const planting = database.ownerDb.begin(async (tx) => {
    for (const statement of statements) await tx.query(statement)
    throw undone
  })
  await planting.catch((error: unknown) => {
    if (error !== undone) throw error
  })
}

// The hunt takes an hour and is started on purpose; every test run checks that its faults still fit the sources.
test(
  'each fault has a unique name and fits the sources, or the database after all migrations',
  { tags: 'long-1' },
  async () => {
    expect(everyMutant.length).toBeGreaterThanOrEqual(160)
    expect(new Set(everyMutant.map(({ name }) => name)).size).toBe(everyMutant.length)
    for (const mutant of everyMutant.filter((one) => 'file' in one)) {
      // A later migration may change the effect of an earlier one.
      expect(mutant.file, mutant.name).not.toMatch(/^apps\/server\/migrations/)
      const text = await readFile(join(repository, mutant.file), 'utf8')
      expect(plantInFile(text, mutant), mutant.name).not.toBe(text)
    }
    const inDatabase = everyMutant.filter((one): one is InDatabase => !('file' in one))
    for (const mutant of inDatabase) await tryPlanting(mutant)
  },
)

test('what is listed as no fault fits the sources too, and is not hunted', async () => {
  const hunted = new Set(everyMutant.map(({ name }) => name))
  for (const { fault, why } of sameBehaviour) {
    expect(hunted.has(fault.name), fault.name).toBe(false)
    expect(why, fault.name).toMatch(/^[A-Z].+\.$/)
    if (!('file' in fault)) await tryPlanting(fault)
    else plantInFile(await readFile(join(repository, fault.file), 'utf8'), fault)
  }
})

test('each fault names existing tests', () => {
  for (const { name, gate = [] } of everyMutant)
    for (const path of gate)
      expect(existsSync(join(repository, path)), `${name}: ${path}`).toBe(true)
})

test('a fault in a file whose text is gone, or occurs twice, is an error', () => {
  const mutant: Mutant = { name: 'lock removed', file: 'a.ts', edits: [['for update', '$&']] }
  if (!('file' in mutant)) throw new Error('it names a file')
  expect(plantInFile('select for update', mutant)).toBe('select $&')
  expect(() => plantInFile('select', mutant)).toThrow('0 places')
  expect(() => plantInFile('for update for update', mutant)).toThrow('2 places')
})

const guard = { name: 'guard removed', sqlFunction: 'withdrawals_guard' }

test('a fault in a function whose text is gone from the definition in force is an error', async () => {
  const replaced = 'where a.withdrawal = new.id) < new.approvals_needed'
  await expect(tryPlanting({ ...guard, edits: [[replaced, 'false']] })).rejects.toThrow(
    '0 places in withdrawals_guard',
  )
  await expect(tryPlanting({ ...guard, edits: [['KW00', '']] })).rejects.toThrow(
    /[2-9] places in withdrawals_guard/,
  )
  await expect(
    tryPlanting({ ...guard, sqlFunction: 'withdrawals_gone', edits: [['a', 'b']] }),
  ).rejects.toThrow('withdrawals_gone')
  await expect(
    tryPlanting({ name: 'no such table', schema: 'drop index no_such_index' }),
  ).rejects.toThrow('no_such_index')
})

test('a fault in a function changes the definition in force, quotes and line ends included', async () => {
  const edit = ["'KW001';\n  end if;", "'KW''\\1';\n  end if;"] as const
  const definition = "select pg_get_functiondef('withdrawals_guard'::regproc) as text"
  const [statement] = await statementsOf({ ...guard, edits: [edit] })
  const planted = database.ownerDb.begin(async (tx) => {
    await tx.query(statement!)
    throw new Error((await tx.query<{ text: string }>(definition))[0]!.text)
  })
  await expect(planted).rejects.toThrow(edit[1])
})
