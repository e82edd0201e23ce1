import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDb, type Db } from './db.ts'
import { migrate, sqlOfThisVersion } from './migrate.ts'
import { urlOfDatabase } from '#testing/database/cluster.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'

const files = readdirSync(sqlOfThisVersion.tables)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
const database = `kapao_migrated_${process.pid}`

let admin: Db
let owner: Db
const folder = tempFolder()
let url: string
beforeAll(async () => {
  const open = (to: string) =>
    openDb({ url: to, role: null, connectionsMax: 3, applicationName: 'kapao test migrate' })
  admin = open(inject('postgresUrl'))
  await admin.query(`create database ${database}`)
  url = urlOfDatabase(inject('postgresUrl'), database)
  owner = open(url)
})
afterAll(async () => {
  await owner.close()
  await admin.query(`drop database ${database} with (force)`)
  await admin.close()
})

/** The schema: every table, column, index, function and right. */
async function shape(): Promise<string> {
  const [row] = await owner.query<{ shape: string }>(`
    select md5(string_agg(line, chr(10) order by line)) as shape from (
      select format('%s %s %s', c.oid, c.relname, c.relacl) as line from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'
      union all
      select format('%s %s %s', attrelid, attname, atttypid) from pg_attribute
        join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'
      union all
      select format('%s %s %s', p.oid, proname, proacl) from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'
    ) as everything`)
  return row!.shape
}

async function listApplied(): Promise<string[]> {
  const rows = await owner.query<{ name: string }>('select name from core_migration order by name')
  return rows.map(({ name }) => name)
}

/** Lets `migrate` do all of its work, and ends it before it can record that in this table. */
async function killBeforeItsEnd(table: string, start: () => RunningMigration): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holding = owner.begin(async (tx) => {
    await tx.query(`lock table ${table} in share mode`)
    lock()
    await released
  })
  await locked
  const running = start()
  await expect.poll(findWaiting, { timeout: 10_000, interval: 5 }).not.toBeNull()
  await running.kill((await findWaiting())!)
  release()
  await holding
  await running.ended
}

type RunningMigration = { ended: Promise<unknown>; kill: (backend: number) => unknown }

async function findWaiting(): Promise<number | null> {
  const [row] = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'kapao migrate' and wait_event_type = 'Lock'`,
  )
  return row?.pid ?? null
}

const tablesOf = (tables: string) => ({ tables, functions: null })

test(
  'F13 every migration is cut off at its last moment: nothing of it remains, and the next run applies it',
  { timeout: 60_000 },
  async () => {
    await migrate(url, tablesOf(folder))
    for (const [at, name] of files.entries()) {
      copyFileSync(join(sqlOfThisVersion.tables, name), join(folder, name))
      const before = await shape()
      await killBeforeItsEnd('core_migration', () => ({
        ended: migrate(url, tablesOf(folder)).catch((error: unknown) => error),
        kill: (backend) => owner.query('select pg_terminate_backend($1)', [backend]),
      }))
      expect(await listApplied(), name).toEqual(files.slice(0, at))
      expect(await shape(), name).toBe(before)
      expect((await migrate(url, tablesOf(folder))).tables).toEqual([name])
    }
    expect((await migrate(url, tablesOf(sqlOfThisVersion.tables))).tables).toEqual([])
  },
)

test('F13 kill -9 of the migrating process: the next run is clean', async () => {
  writeFileSync(join(folder, '999-more.sql'), 'create table core_more (n int);')
  const before = await shape()
  await killProcess('core_migration', [url, folder])
  await expect.poll(shape).toBe(before)
  expect((await migrate(url, tablesOf(folder))).tables).toEqual(['999-more.sql'])
}, 30_000)

test('F13 kill -9 of the process that has just created the functions: none exists, and the next run creates all', async () => {
  const { functions } = sqlOfThisVersion
  const before = await shape()
  await killProcess('core_function_set', [url, folder, functions])
  await expect.poll(shape).toBe(before)
  const made = (await migrate(url, { tables: folder, functions })).functions
  expect(made).toContain('ledger_apply')
  expect(await migrate(url, { tables: folder, functions })).toEqual({ tables: [], functions: [] })
}, 30_000)

async function killProcess(table: string, args: string[]): Promise<void> {
  await killBeforeItsEnd(table, () => {
    const child = fork(join(import.meta.dirname, '../../testing/faults/migrating.ts'), args)
    return { ended: once(child, 'exit'), kill: () => child.kill('SIGKILL') }
  })
  // The database notices a vanished client only when it sends something to it.
  await expect.poll(findWaiting).toBeNull()
}
