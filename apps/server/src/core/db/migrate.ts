import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { applyFunctions, inTransaction } from './functions/apply-functions.ts'
import { createFunctionTables, type Ask } from './functions/functions-store.ts'
import { readSqlFiles } from './functions/sql-files.ts'
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

export type Migrated = {
  /** The names of the newly applied migrations. */
  tables: string[]
  /** The names of the functions, triggers and indexes that were changed, created or dropped. */
  functions: string[]
}

/**
 * Brings a database to a version: applies the missing migrations, one transaction per file, and then the functions
 * whose text has changed, all in one transaction.
 */
export async function migrate(
  ownerUrl: string,
  folders: SqlFolders = sqlOfThisVersion,
): Promise<Migrated> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'kapao migrate' })
  // The current query reports a cut connection; an unhandled error event would end the process instead.
  client.on('error', () => undefined)
  await client.connect()
  const ask: Ask = async <T extends object>(text: string, values?: readonly unknown[]) =>
    (await client.query<T>(text, values && [...values])).rows
  try {
    // Two processes that start at once take turns here.
    await client.query('select pg_advisory_lock($1)', [migrationsLock])
    await prepare(client)
    await createFunctionTables(ask, appRole)
    const tables = await applyTables(ask, folders.tables)
    if (folders.functions === null) return { tables, functions: [] }
    return { tables, functions: await applyFunctions(ask, await readSqlFiles(folders.functions)) }
  } finally {
    await client.end()
  }
}

async function applyTables(ask: Ask, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const applied: string[] = []
  for (const name of files) {
    const text = await readFile(join(folder, name), 'utf8')
    if (await applyOnce(ask, name, text)) applied.push(name)
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
  await inTransaction(ask, `migration ${name} failed`, async () => {
    await ask(text)
    await ask('insert into core_migration (name, checksum) values ($1, $2)', [name, checksum])
  })
  return true
}
