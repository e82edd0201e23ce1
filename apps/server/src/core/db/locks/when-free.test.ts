import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { urlOfDatabase } from '#testing/database/cluster.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { openDb, type Db } from '../db.ts'
import { migrate, type MigrationResult } from '../migrate.ts'

const database = `kapao_patient_${process.pid}`
const folder = tempFolder()
const [tables, functions] = [join(folder, 'tables'), join(folder, 'src')]

let admin: Db
let owner: Db
let url: string
let sentences: string[]
beforeAll(async () => {
  const open = (to: string, applicationName: string) =>
    openDb({ url: to, role: null, connectionsMax: 4, applicationName })
  admin = open(inject('postgresUrl'), 'kapao test patient')
  await admin.query(`create database ${database}`)
  url = urlOfDatabase(inject('postgresUrl'), database)
  owner = open(url, 'a report')
  mkdirSync(tables)
  mkdirSync(functions)
  writeFileSync(join(tables, '001-core.sql'), 'create table core_busy (n int not null);')
  writeFileSync(join(functions, 'busy.sql'), guard('new'))
  await apply()
})
beforeEach(() => {
  sentences = []
})
afterAll(async () => {
  await owner.close()
  await admin.query(`drop database ${database} with (force)`)
  await admin.close()
})

const guard = (
  row: string,
) => `create or replace function core_guard() returns trigger language plpgsql as
$$ begin return ${row}; end $$;
create or replace trigger core_guard before insert on core_busy for each row execute function core_guard();
`

function apply(waitMaxMs?: number): Promise<MigrationResult> {
  const onWait = (sentence: string): void => void sentences.push(sentence)
  const limit = waitMaxMs === undefined ? {} : { waitMaxMs }
  return migrate(url, { tables, functions }, { onWait, ...limit })
}

/** Reads the table and leaves its transaction open for so long, as a report, a dump or a forgotten psql does. */
function readFor(ms: number): Promise<void> {
  return owner.holdOutside(async (tx) => {
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    await tx.query('select from core_busy')
    await new Promise((resolve) => setTimeout(resolve, ms))
  })
}

/** Writes again and again until the work has ended; the longest that one write waited. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let isDone = false
  void work.finally(() => (isDone = true)).catch(() => undefined)
  let longest = 0
  while (!isDone) {
    const from = performance.now()
    await owner.begin(async (tx) => {
      await tx.query('set local lock_timeout = 0')
      await tx.query('insert into core_busy values (1)')
    })
    longest = Math.max(longest, performance.now() - from)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return longest
}

/** What a lock is waited for at a time, and something for a busy machine. */
const waitMaxMs = 3_500

test(
  'CALM-03 a migration behind a long reader gives way, says who is in the way, and is applied in the end',
  { tags: 'long-1' },
  async () => {
    writeFileSync(join(tables, '002-core-more.sql'), 'alter table core_busy add column m int;')
    const reading = readFor(7_000)
    const migrating = apply()
    expect(await longestWait(migrating)).toBeLessThan(waitMaxMs)
    expect((await migrating).tables).toEqual(['002-core-more.sql'])
    expect(sentences.join('\n')).toMatch(
      /^waits for \d+ \(\w+, a report, idle in transaction for \d+ s\)/,
    )
    await reading
  },
)

test(
  'CALM-03 a trigger is replaced behind a long reader as a table is changed',
  { tags: 'long-2' },
  async () => {
    writeFileSync(
      join(functions, 'busy.sql'),
      guard('new').replace('before insert', 'before insert or update'),
    )
    const held = owner.holdOutside(async (tx) => {
      await tx.query('set local idle_in_transaction_session_timeout = 0')
      await tx.query('insert into core_busy values (2)')
      await new Promise((resolve) => setTimeout(resolve, 7_000))
    })
    const migrating = apply()
    expect(await longestWait(migrating)).toBeLessThan(waitMaxMs)
    expect((await migrating).functions).toContain('core_guard on core_busy')
    await held
  },
)

test(
  'CALM-03 a migration that is never let in ends with what it waited for, and changes nothing',
  { tags: 'long-3' },
  async () => {
    const name = '003-core-never.sql'
    writeFileSync(join(tables, name), 'alter table core_busy add column never int;')
    const reading = readFor(6_000)
    await expect(apply(1_000)).rejects.toThrow(/003-core-never.sql failed: .*lock timeout/)
    rmSync(join(tables, name))
    await reading
    expect(await owner.query(`select from core_migration where name = '${name}'`)).toEqual([])
  },
)

const indexFile = '004-core-index.sql'
const concurrent = `-- Outside a transaction.
create index concurrently if not exists core_busy_n on core_busy (n);
`
const listIndexes = () =>
  owner.query(
    `select indexrelid::regclass::text as name, indisvalid as is_valid from pg_index
     where indrelid = 'core_busy'::regclass`,
  )

test(
  'CALM-04 an index is made while others write, and what a killed one left unfinished is made again',
  { tags: 'long-4' },
  async () => {
    writeFileSync(join(tables, indexFile), concurrent)
    const held = owner.holdOutside(async (tx) => {
      await tx.query('set local idle_in_transaction_session_timeout = 0')
      await tx.query('insert into core_busy values (3)')
      await new Promise((resolve) => setTimeout(resolve, 4_000))
    })
    const killed = apply().catch((error: unknown) => error)
    await expect.poll(listIndexes).toEqual([{ name: 'core_busy_n', is_valid: false }])
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kapao migrate'`,
    )
    await killed
    expect(await listIndexes()).toEqual([{ name: 'core_busy_n', is_valid: false }])
    const migrating = apply()
    expect(await longestWait(migrating)).toBeLessThan(waitMaxMs)
    expect((await migrating).tables).toEqual([indexFile])
    expect(await listIndexes()).toEqual([{ name: 'core_busy_n', is_valid: true }])
    expect(sentences.join('\n')).toContain('a report')
    await held
  },
)

test('CALM-04 nothing but such an index is applied outside a transaction', async () => {
  const name = '005-core-other.sql'
  for (const statement of ['alter table core_busy add column other int', 'drop table core_busy']) {
    writeFileSync(join(tables, name), `-- Outside a transaction.\n${statement};\n`)
    await expect(apply()).rejects.toThrow(/stands only/)
  }
  rmSync(join(tables, name))
})
