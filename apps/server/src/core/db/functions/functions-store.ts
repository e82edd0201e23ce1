import type { SqlObject } from './sql-files.ts'

/** Runs a query on one connection, or on any free one. */
export type Ask = <T extends object>(text: string, values?: readonly unknown[]) => Promise<T[]>

/** The last applied state of a function, trigger or index. */
export type StoredFunction = SqlObject & { digest: string }
/** The current state in the database; a name with two signatures is two functions to its callers. */
export type Live = Pick<StoredFunction, 'kind' | 'name' | 'digest'> & { signatures: number }

export async function createFunctionTables(ask: Ask, appRole: string): Promise<void> {
  await ask(`
    create table if not exists core_function (
      name     text primary key,
      kind     text not null,
      checksum text not null,
      -- The definition as the database stores it, with its rights.
      digest   text not null
    )`)
  // Every set of functions that was ever applied; the newest is in force.
  await ask(`
    create table if not exists core_function_set (
      checksum text primary key, applied_at timestamptz not null
    )`)
  await ask(`grant select on core_function, core_function_set to ${appRole}`)
}

export async function listApplied(ask: Ask): Promise<StoredFunction[]> {
  return ask<StoredFunction>('select name, kind, checksum, digest from core_function order by name')
}

/** The sets of functions that were applied, the one in force first. */
export async function listSets(ask: Ask): Promise<string[]> {
  const rows = await ask<{ checksum: string }>(
    'select checksum from core_function_set order by applied_at desc',
  )
  return rows.map(({ checksum }) => checksum)
}

/**
 * The functions, triggers and indexes of these names with everything that matters: text, settings, rights, and whether
 * a trigger is enabled. The owner counts too: a function with another owner than the tables runs with other rights.
 */
export async function listLive(ask: Ask, names: readonly string[]): Promise<Live[]> {
  return ask<Live>(
    `select name, kind, string_agg(digest, ' ' order by digest) as digest, count(*)::int as signatures from (
       select p.proname::text as name, 'function' as kind, md5(concat_ws(chr(10),
           pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, p.provolatile, p.proisstrict,
           p.prosecdef, p.proparallel, p.proconfig, p.prosrc, p.proowner = o.relowner,
           (select string_agg(line, ',' order by line) from (
              select case a.grantee when 0 then 'public' else a.grantee::regrole::text end || ' ' || a.privilege_type as line
              from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner) as granted))) as digest
         from pg_proc p join pg_language l on l.oid = p.prolang,
              (select relowner from pg_class where oid = 'core_function'::regclass) o
         where p.pronamespace = 'public'::regnamespace and p.proname = any($1)
       union all
       select t.tgname || ' on ' || c.relname, 'trigger', md5(pg_get_triggerdef(t.oid) || t.tgenabled::text)
         from pg_trigger t join pg_class c on c.oid = t.tgrelid
         where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgname || ' on ' || c.relname = any($1)
       union all
       select c.relname::text, 'index', md5(pg_get_indexdef(c.oid))
         from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and c.relname = any($1)
     ) as object group by name, kind order by name`,
    [names],
  )
}

/**
 * Resets to a new function's rights: owned by the owner of the tables, callable by everyone until its file restricts
 * it.
 */
export async function resetRights(ask: Ask, functions: readonly string[]): Promise<void> {
  const rows = await ask<{ statement: string }>(
    `select format('alter function %s owner to %s', p.oid::regprocedure, o.relowner::regrole) as statement
       from pg_proc p, (select relowner from pg_class where oid = 'core_function'::regclass) o
       where p.pronamespace = 'public'::regnamespace and p.proname = any($1) and p.proowner <> o.relowner
     union all
     select format('revoke all on function %s from %s', p.oid::regprocedure,
              case a.grantee when 0 then 'public' else a.grantee::regrole::text end)
       from pg_proc p, aclexplode(p.proacl) a
       where p.pronamespace = 'public'::regnamespace and p.proname = any($1) and a.grantee <> p.proowner
     union all
     select format('grant execute on function %s to public', p.oid::regprocedure)
       from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname = any($1)`,
    [functions],
  )
  for (const { statement } of rows) await ask(statement)
}

export async function dropObject(ask: Ask, { kind, name }: SqlObject): Promise<void> {
  await ask(`drop ${kind} if exists ${name}`)
}

/** Parses a body as the database would at the first call. */
export async function validateFunction(ask: Ask, name: string): Promise<void> {
  for (const [language, validator] of validators)
    await ask(
      `select ${validator}(p.oid) from pg_proc p join pg_language l on l.oid = p.prolang
       where p.pronamespace = 'public'::regnamespace and p.proname = $1 and l.lanname = $2`,
      [name, language],
    )
}

const validators = [
  ['sql', 'fmgr_sql_validator'],
  ['plpgsql', 'plpgsql_validator'],
] as const

export async function noteApplied(
  ask: Ask,
  applied: readonly StoredFunction[],
  set: string,
): Promise<void> {
  await ask('delete from core_function')
  for (const { name, kind, checksum, digest } of applied)
    await ask('insert into core_function (name, kind, checksum, digest) values ($1, $2, $3, $4)', [
      name,
      kind,
      checksum,
      digest,
    ])
  await ask(
    `insert into core_function_set (checksum, applied_at) values ($1, clock_timestamp())
     on conflict (checksum) do update set applied_at = excluded.applied_at`,
    [set],
  )
}
