import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { urlOfDatabase } from '#testing/database/cluster.ts'
import { maskText } from '../../telemetry/log.ts'
import { refuseForeignFunctions } from '../database-check.ts'
import { openDb, type Db } from '../db.ts'
import { appRole, migrate, readerRole, type MigrationResult } from '../migrate.ts'

const database = `kapao_functions_${process.pid}`
const url = () => urlOfDatabase(inject('postgresUrl'), database)
const open = (to: string, role: string | null) =>
  openDb({ url: to, role, connectionsMax: 3, applicationName: 'kapao test functions' })

let admin: Db
let owner: Db
let server: Db
let folder: string
beforeAll(async () => {
  admin = open(inject('postgresUrl'), null)
  await admin.query(`create database ${database}`)
  owner = open(url(), null)
  server = open(url(), appRole)
})
beforeEach(async () => {
  await owner.query('drop schema public cascade')
  await owner.query('create schema public')
  await owner.query('grant usage on schema public to public')
  folder = mkdtempSync(join(tmpdir(), 'kapao-functions-'))
  mkdirSync(join(folder, 'tables'))
  mkdirSync(join(folder, 'src/modules'), { recursive: true })
  writeFileSync(join(folder, 'tables/001-door.sql'), tables)
  write({ 'count.sql': count(1), 'guard.sql': guard })
  await apply()
})
afterEach(() => rmSync(folder, { recursive: true }))
afterAll(async () => {
  await Promise.all([owner.close(), server.close()])
  await admin.query(`drop database ${database} with (force)`)
  await admin.close()
})

const tables = `create table door_visit (n int not null);
grant select, insert on door_visit to ${appRole};`
const count = (step: number) => `-- Counts.
create or replace function door_next(p_n int) returns int language sql as $$ select p_n + ${step}; $$;
revoke all on function door_next from public;
grant execute on function door_next to ${appRole};
`
const guard = `create or replace function door_guard() returns trigger language plpgsql as $$
begin
  if new.n < 0 then raise exception 'nobody; not one' using errcode = 'KD001'; end if;
  return new;
end $$;
create or replace trigger door_guard before insert on door_visit
  for each row execute function door_guard();
`

function write(files: Record<string, string | null>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'src/modules', name)
    if (text === null) rmSync(path)
    else writeFileSync(path, text)
  }
}

function apply(): Promise<MigrationResult> {
  return migrate(url(), { tables: join(folder, 'tables'), functions: join(folder, 'src') })
}
const start = () => refuseForeignFunctions(server, join(folder, 'src'))
const next = async () => (await server.query<{ n: number }>('select door_next(1) as n'))[0]!.n

test('RUN-30 a function whose text has changed is replaced, and nothing else is touched', async () => {
  const xmin = async (catalog: string) =>
    owner.query(
      `select xmin::text from ${catalog} where ${catalog === 'pg_proc' ? 'proname' : 'tgname'} = 'door_guard'`,
    )
  const untouched = [await xmin('pg_proc'), await xmin('pg_trigger')]
  expect(await next()).toBe(2)
  write({ 'count.sql': count(10) })
  expect((await apply()).functions).toEqual(['door_next'])
  expect(await next()).toBe(11)
  expect([await xmin('pg_proc'), await xmin('pg_trigger')]).toEqual(untouched)
  expect((await apply()).functions).toEqual([])
  await start()
})

test('RUN-30 objects that no file defines any more are dropped, a trigger before the function it calls', async () => {
  write({ 'guard.sql': null })
  expect((await apply()).functions.toSorted()).toEqual(['door_guard', 'door_guard on door_visit'])
  await server.query('insert into door_visit values (-1)')
  await start()
})

test('RUN-30 a right that its file no longer grants is revoked', async () => {
  write({ 'count.sql': count(1).replace(/grant.*\n/, '') })
  await expect(next()).resolves.toBe(2)
  expect((await apply()).functions).toEqual(['door_next'])
  await expect(next()).rejects.toThrow('permission denied')
})

test.each([
  [
    'a text',
    `create or replace function door_next(p_n int) returns int language sql as 'select 0'`,
    'door_next',
  ],
  ['a setting', 'alter function door_next set enable_seqscan = off', 'door_next'],
  ['whose rights it has', 'alter function door_next security definer', 'door_next'],
  ['who may call it', 'grant execute on function door_next to public', 'door_next'],
  ['who owns it', `alter function door_next owner to ${readerRole}`, 'door_next'],
  [
    'a trigger that is disabled',
    'alter table door_visit disable trigger door_guard',
    'door_guard on door_visit',
  ],
  ['a trigger that is gone', 'drop trigger door_guard on door_visit', 'door_guard on door_visit'],
])('RUN-30 changed by hand: %s is found at the start', async (_, statement, name) => {
  await start()
  await owner.query(statement)
  await expect(start()).rejects.toThrow(
    `the functions of the database were changed by hand (${name}): run kapao migrate`,
  )
  await apply()
  await start()
  expect(await next()).toBe(2)
  await expect(server.query('insert into door_visit values (-1)')).rejects.toThrow('nobody')
  expect(
    await owner.query(
      `select from pg_proc where proname = 'door_next' and proowner <> current_user::regrole`,
    ),
  ).toEqual([])
})

test.each([
  [
    'no SQL at all',
    'create or replace function door_more() returns int language sql as $$ sel $$;',
    'door_more: syntax error',
  ],
  [
    'a body that names no such table',
    'create or replace function door_more() returns bigint language sql as $$ select count(*) from door_gone $$;',
    'door_gone',
  ],
  [
    'a body that is no program',
    'create or replace function door_more() returns int language plpgsql as $$ begin retrun 1; end $$;',
    'retrun',
  ],
  [
    'a table',
    'create table door_more (n int);',
    'broken.sql:1 a file of functions holds functions',
  ],
  [
    'an end that is missing',
    'create or replace function door_more() returns int language sql as $$ select 1 $$',
    'has no end',
  ],
  ['a function that another file defines', count(3), 'door_next is defined twice'],
  [
    'another signature of a function',
    'create or replace function door_next(p_n text) returns int language sql as $$ select 1 $$;',
    'door_next is defined twice',
  ],
  [
    'a trigger on no table',
    'create or replace trigger door_more before insert on door_gone for each row execute function door_guard();',
    'broken.sql:1',
  ],
])('RUN-30 a file with %s changes nothing', async (_, text, message) => {
  write({ 'count.sql': count(10), 'broken.sql': text })
  await expect(apply()).rejects.toThrow(message)
  expect(await next()).toBe(2)
  expect(await owner.query(`select from pg_proc where proname = 'door_more'`)).toEqual([])
  write({ 'count.sql': count(1), 'broken.sql': null })
  await start()
  expect((await apply()).functions).toEqual([])
})

test('RUN-30 a manually added second signature of a function is found, and is not taken for the function', async () => {
  await owner.query(`create function door_next(p_n text) returns int language sql as 'select 0'`)
  await expect(start()).rejects.toThrow('were changed by hand (door_next)')
  await expect(apply()).rejects.toThrow('door_next has another signature now')
  await owner.query('drop function door_next(text)')
  await start()
})

test('RUN-30 a changed signature is refused, and the old function stays', async () => {
  write({ 'count.sql': count(1).replaceAll('p_n int)', 'p_n bigint)') })
  await expect(apply()).rejects.toThrow(
    'door_next has another signature now: give it a new name, and keep the old one for one release',
  )
  expect(await owner.query(`select from pg_proc where proname = 'door_next'`)).toHaveLength(1)
})

test('RUN-30 functions that call each other may be in any order, and fail only when one is missing', async () => {
  write({
    'a.sql':
      'create or replace function door_a() returns int language sql as $$ select door_z() $$;',
    'z.sql': 'create or replace function door_z() returns int language sql as $$ select 26 $$;',
  })
  expect((await apply()).functions).toEqual(['door_a', 'door_z'])
  write({
    'a.sql':
      'create or replace function door_a() returns int language sql as $$ select door_y() $$;',
  })
  await expect(apply()).rejects.toThrow('door_y')
})

test('RUN-30 an index over a function is created with it and is not changed in place', async () => {
  const index = (
    where: string,
  ) => `create or replace function door_key(p_n int) returns int language sql immutable as $$ select p_n $$;
create index if not exists door_visit_key on door_visit (door_key(n)) where ${where};`
  write({ 'key.sql': index('n > 0') })
  expect((await apply()).functions).toEqual(['door_key', 'door_visit_key'])
  expect((await apply()).functions).toEqual([])
  write({ 'key.sql': index('n > 1') })
  await expect(apply()).rejects.toThrow('an index is not replaced: give a changed one a new name')
  write({ 'key.sql': null })
  expect((await apply()).functions.toSorted()).toEqual(['door_key', 'door_visit_key'])
})

test('RUN-30 of two concurrent migrations one does the work and the other finds it done', async () => {
  write({ 'count.sql': count(10), 'guard.sql': guard.replace('nobody', 'somebody') })
  const done = await Promise.all([apply(), apply(), apply()])
  expect(done.filter(({ functions }) => functions.length === 2)).toHaveLength(1)
  expect(done.filter(({ functions }) => functions.length === 0)).toHaveLength(2)
  await start()
})

test('RUN-30 a trigger that is replaced repeatedly guards at every moment', async () => {
  let isOver = false
  let refused = 0
  const writing = (async () => {
    while (!isOver) {
      await server.query('insert into door_visit values (-1)').catch(() => (refused += 1))
    }
  })()
  for (let round = 0; round < 10; round += 1) {
    const timing = round % 2 === 0 ? 'insert or update' : 'insert'
    write({
      'guard.sql': guard
        .replace('before insert', `before ${timing}`)
        .replace('nobody', `nobody ${round}`),
    })
    expect((await apply()).functions).toEqual(['door_guard', 'door_guard on door_visit'])
  }
  isOver = true
  await writing
  expect(refused).toBeGreaterThan(10)
  expect(await server.query('select from door_visit')).toEqual([])
})

test('F13 RUN-30 an older version continues and restarts alongside a newer one, but not on a database it never migrated', async () => {
  const before = mkdtempSync(join(tmpdir(), 'kapao-functions-before-'))
  const startBefore = () => refuseForeignFunctions(server, before)
  writeFileSync(join(before, 'count.sql'), count(1))
  await expect(startBefore()).rejects.toThrow('are not those of this version')
  await migrate(url(), { tables: join(folder, 'tables'), functions: before })
  await startBefore()
  await expect(start()).rejects.toThrow('lack door_guard, door_guard on door_visit')

  await apply()
  await start()
  await startBefore()
  write({ 'count.sql': null })
  await apply()
  await expect(startBefore()).rejects.toThrow('lack door_next')
  rmSync(before, { recursive: true })
})

test('RUN-30 a server refuses a database whose functions were never applied, and its log says what to run', async () => {
  await owner.query('truncate core_function, core_function_set')
  const why =
    'the functions of the database are not those of this version: run kapao migrate of this version, and then start it'
  await expect(start()).rejects.toThrow(why)
  expect(maskText(why)).toBe(why)
})
