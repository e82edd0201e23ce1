import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { sha256 } from '../ids.ts'

/** The role that the running server acts as; migrations grant to it, table by table. */
export const appRole = 'kapao_app'
/** For people and programs that only look at the books: accountants, reports, copies. */
export const readerRole = 'kapao_reader'

const migrationsLock = 4_011_965

/** Applies what is not applied yet, one transaction a file, and answers the names of the new ones. */
export async function migrate(ownerUrl: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'kapao migrate' })
  // What is being asked fails by itself when the connection is cut; unheard, this would end the process instead.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Two processes that start at once take turns here.
    await client.query('select pg_advisory_lock($1)', [migrationsLock])
    await prepare(client)
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
    const applied: string[] = []
    for (const name of files) {
      const text = await readFile(join(folder, name), 'utf8')
      if (await applyOnce(client, name, text)) applied.push(name)
    }
    return applied
  } finally {
    await client.end()
  }
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

async function applyOnce(client: pg.Client, name: string, text: string): Promise<boolean> {
  const checksum = sha256(text).toString('hex')
  const known = await client.query<{ checksum: string }>(
    'select checksum from core_migration where name = $1',
    [name],
  )
  const before = known.rows[0]
  if (before) {
    if (before.checksum !== checksum)
      throw new Error(
        `migration ${name} was changed after it had been applied; add a new one instead`,
      )
    return false
  }
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into core_migration (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ])
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
