import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { applyFunctions, inTransaction } from './functions/apply-functions.ts'
import { createFunctionTables, type Ask } from './functions/functions-store.ts'
import { readSqlFiles, splitStatements } from './functions/sql-files.ts'
import { dropUnfinished, isUnfinished, readOwnPid, setLockTimeout } from './locks/locks-store.ts'
import { lockWaitMs, watchBlockers, whenFree, type Patience } from './locks/when-free.ts'
import { sha256 } from '../ids.ts'

/** The role that the running server acts as; migrations grant to it, table by table. */
export const appRole = 'kapao_app'
/** For people and programs that only read the books: accountants, reports, replicas. */
export const readerRole = 'kapao_reader'

const migrationsLock = 4_011_965

export type SqlFolders = {
  /** The folder of migrations: tables, indexes, constraints and their rights, each applied once and never changed. */
  tables: string
  /** The folder of functions and the triggers that call them, in files next to the code; null when there are none. */
  functions: string | null
}

export const sqlOfThisVersion: SqlFolders & { functions: string } = {
  tables: join(import.meta.dirname, '../../../migrations'),
  functions: join(import.meta.dirname, '../..'),
}

export type MigrationResult = {
  /** The names of the newly applied migrations. */
  tables: string[]
  /** The names of the functions, triggers and indexes that were changed, created or dropped. */
  functions: string[]
}

/**
 * Brings a database to a version: applies the missing migrations, one transaction per file, and then the functions
 * whose text has changed, all in one transaction. Each of these steps gives way to the holder of a lock, and is tried
 * again, so that nobody waits behind it.
 */
export async function migrate(
  ownerUrl: string,
  folders: SqlFolders = sqlOfThisVersion,
  patience: Patience = {},
): Promise<MigrationResult> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'kapao migrate' })
  // The current query reports a cut connection; an unhandled error event would end the process instead.
  client.on('error', () => undefined)
  await client.connect()
  const ask: Ask = async <T extends object>(text: string, values?: readonly unknown[]) =>
    (await client.query<T>(text, values && [...values])).rows
  const { onWait } = patience
  const stopWatch = onWait && (await watchBlockers(ownerUrl, await readOwnPid(ask), onWait))
  try {
    // Two processes that start at once take turns here.
    await client.query('select pg_advisory_lock($1)', [migrationsLock])
    await setLockTimeout(ask, lockWaitMs)
    await whenFree(() => prepare(client), patience)
    await whenFree(() => createFunctionTables(ask, appRole), patience)
    const tables = await applyTables(ask, folders.tables, patience)
    if (folders.functions === null) return { tables, functions: [] }
    const files = await readSqlFiles(folders.functions)
    return { tables, functions: await whenFree(() => applyFunctions(ask, files), patience) }
  } finally {
    await stopWatch?.()
    await client.end()
  }
}

async function applyTables(ask: Ask, folder: string, patience: Patience): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const applied: string[] = []
  for (const name of files) {
    const text = await readFile(join(folder, name), 'utf8')
    if (await whenFree(() => applyOnce(ask, name, text), patience)) applied.push(name)
  }
  return applied
}

async function prepare(client: pg.Client): Promise<void> {
  for (const role of [appRole, readerRole])
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${role}') then
          create role ${role} nologin;
        end if;
      exception when duplicate_object or unique_violation then null;
      end $$`)
  await client.query(`
    do $$ begin
      if not pg_has_role(current_user, '${appRole}', 'member') then
        execute format('grant ${appRole} to %I', current_user);
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
  await client.query(`
    create table if not exists core_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`)
  await client.query(`grant select on core_migration to ${appRole}`)
}

async function applyOnce(ask: Ask, name: string, text: string): Promise<boolean> {
  const checksum = sha256(text).toString('hex')
  const [known] = await ask<{ checksum: string }>(
    'select checksum from core_migration where name = $1',
    [name],
  )
  if (known && known.checksum !== checksum)
    throw new Error(
      `migration ${name} was changed after it had been applied; add a new one instead`,
    )
  if (known) return false
  const note = () =>
    ask('insert into core_migration (name, checksum) values ($1, $2)', [name, checksum])
  if (outside.test(text)) {
    await applyOutside(ask, name, text)
    await note()
    return true
  }
  await inTransaction(ask, `migration ${name} failed`, async () => {
    await ask(text)
    await note()
  })
  return true
}

/** The first line of a migration whose indexes are made while others write. */
const outside = /^-- Outside a transaction\.$/m
const concurrently = /^create (?:unique )?index concurrently if not exists (\w+) on /

/** Makes indexes without locking out writers. What a killed one has left unfinished is made again. */
async function applyOutside(ask: Ask, name: string, text: string): Promise<void> {
  const statements = splitStatements(text).map(({ text: statement }) => {
    const [, index] = concurrently.exec(statement) ?? []
    if (!index)
      throw new Error(
        `migration ${name}: outside a transaction stands only "create index concurrently if not exists"`,
      )
    return { statement, index }
  })
  // Nobody waits behind it, however long it waits itself.
  await setLockTimeout(ask, 0)
  try {
    for (const { statement, index } of statements) {
      if (await isUnfinished(ask, index)) await dropUnfinished(ask, index)
      await ask(statement)
    }
  } finally {
    await setLockTimeout(ask, lockWaitMs)
  }
}
