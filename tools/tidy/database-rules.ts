import { dirname } from 'node:path'
import { roomOf } from './walls/floor-rule.ts'
import { readCode } from './code-text.ts'
import {
  findMatches,
  isCode,
  isTest,
  isTooling,
  type SourceFile,
  type TidyRule,
  type Violation,
} from './source-files.ts'

const sqlStart =
  /^\s*(?:select\s[\s\S]*\sfrom\s|select\s+\w+\s*\(|insert\s+into\s|update\s+\w+\s+(?:as\s+\w+\s+|\w+\s+)?set\s|delete\s+from\s|merge\s+into\s|with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s|(?:create|alter|drop)\s+(?:table|index|role|function|database|schema|view|type)\s|truncate\s|lock\s+table\s|grant\s|do\s+\$\$)/

/** SQL is written in lower case or in capitals; a sentence that begins with Select is a sentence. */
function isSql(text: string): boolean {
  return sqlStart.test(/^\s*[A-Z]{2}/.test(text) ? text.toLowerCase() : text)
}

/** The two files of core that access the database directly. */
const databaseDoors = ['apps/server/src/core/db/db.ts', 'apps/server/src/core/db/migrate.ts']

function mayHoldSql(path: string): boolean {
  return (
    /\/(?:read|(?:[a-z0-9-]+-)?store)\.ts$/.test(path) ||
    path.startsWith('apps/server/src/ledger/') ||
    databaseDoors.includes(path) ||
    isTooling(path) ||
    isTest(path)
  )
}

export const sqlInStores: TidyRule = {
  name: 'sql-in-stores',
  check: (files) =>
    files
      .filter((file) => isCode(file.path) && !mayHoldSql(file.path))
      .flatMap((file) =>
        readCode(file)
          .literals.filter((literal) => isSql(literal.text))
          .map(({ line }) => ({
            path: file.path,
            line,
            message: 'SQL stands only in store.ts, *-store.ts, read.ts, ledger/ and files of SQL',
          })),
      ),
}

const change = /\b(?:insert\s+into|delete\s+from|update\s+\w+(?:\s+(?:as\s+)?\w+)?\s+set)\b/i

/** Neighbours may ask a room's `read.ts` because it changes nothing. */
export const readsOnly: TidyRule = {
  name: 'reads-only',
  check: (files) =>
    files
      .filter(({ path }) => roomOf(path)?.includes('/') && path.endsWith('/read.ts'))
      .flatMap((file) =>
        readCode(file)
          .literals.filter(({ text }) => change.test(text))
          .map(({ line }) => ({
            path: file.path,
            line,
            message: 'read.ts only asks: what changes rows stands in store.ts or *-store.ts',
          })),
      ),
}

const migrationPath = /(?:^|\/)migrations\/(?:[a-z-]+\/)?\d{3}-([a-z][a-z0-9-]*)\.sql$/

/** Who owns a migration's tables, by the first word of their names: `sign` for `sign_in_link`. */
export function ownersOfMigration(path: string): string[] {
  const [, name] = migrationPath.exec(path) ?? []
  return name?.split('-and-').map((owner) => owner.split('-')[0]!) ?? []
}

const createdTable = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_][\w.]*)/gi

function isMigration(path: string): boolean {
  return path.startsWith('apps/server/migrations/') && path.endsWith('.sql')
}

function withoutSqlComments(sql: string): string {
  return sql.replace(/--[^\n]*/g, '')
}

function tablesOf(migration: SourceFile): { table: string; line: number }[] {
  return findMatches(withoutSqlComments(migration.text), createdTable).map(({ line, found }) => ({
    line,
    table: found.split(/\s+/).at(-1)!.toLowerCase(),
  }))
}

export const tablePrefixes: TidyRule = {
  name: 'table-prefixes',
  check: (files) => files.filter((file) => isMigration(file.path)).flatMap(checkMigration),
}

function checkMigration(migration: SourceFile): Violation[] {
  const owners = ownersOfMigration(migration.path)
  if (owners.length === 0)
    return [
      {
        path: migration.path,
        line: 0,
        message: 'a migration is called 000-<owner>[-and-<owner>].sql or 000-<owner>-<what>.sql',
      },
    ]
  const prefixes = owners.map((owner) => `${owner}_`)
  return tablesOf(migration)
    .filter(({ table }) => !prefixes.some((prefix) => table.startsWith(prefix)))
    .map(({ table, line }) => ({
      path: migration.path,
      line,
      message: `table ${table} does not begin with its owner's prefix ${prefixes.join(' or ')}`,
    }))
}

const createdFunction = /\bcreate\s+(?:or\s+replace\s+)?function\s+(\w+)/gi
const createdTrigger = /\bcreate\s+(?:or\s+replace\s+)?trigger\s+\w+/gi

/** Each SQL function is defined once: next to the code that calls it, under its room's name. */
const lockNumber = /\b4_?011_?\d{3}\b/

/** Two rooms that lock by one number wait for each other, or seem to. */
export const lockNumbersOnce: TidyRule = {
  name: 'lock-numbers-once',
  check: (files) => {
    const places = new Map<string, string>()
    return files
      .filter(({ path }) => path.startsWith('apps/server/src/') && !isTest(path))
      .flatMap((file) =>
        findMatches(file.text, lockNumber).flatMap(({ line, found }) => {
          const number = found.replaceAll('_', '')
          const folder = dirname(file.path)
          const first = places.get(number) ?? folder
          places.set(number, first)
          if (first === folder) return []
          return [{ path: file.path, line, message: `${found} is a lock of ${first} already` }]
        }),
      )
  },
}

export const sqlFunctionsOnce: TidyRule = {
  name: 'sql-functions-once',
  check: (files) => {
    const places = new Map<string, string>()
    return files
      .filter(({ path }) => path.endsWith('.sql'))
      .flatMap((file) => {
        const sql = withoutSqlComments(file.text)
        const at = (line: number, message: string) => ({ path: file.path, line, message })
        const owner = ownerOf(file.path)
        const functions = findMatches(sql, createdFunction).map(({ line, found }) => ({
          line,
          name: found.split(/\s+/).at(-1)!.toLowerCase(),
        }))
        return [
          ...functions.flatMap(({ line, name }) => {
            const first = places.get(name)
            places.set(name, file.path)
            if (first) return [at(line, `${name} is defined twice, the first time in ${first}`)]
            if (!owner || name.startsWith(`${owner}_`)) return []
            return [at(line, `${name} does not begin with its owner's prefix ${owner}_`)]
          }),
          ...(isForward(file.path) ? [...functions, ...findMatches(sql, createdTrigger)] : []).map(
            ({ line }) =>
              at(line, 'functions and triggers are code: apps/server/src/<owner>/<verb>.sql'),
          ),
        ]
      })
  },
}

const written = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?([a-z_]+)/gi
/** Rows of an operation itself: the function that carries it out writes them. */
const sharedTables = new Set(['core_audit', 'statement_row'])

/** A function may read any table; it changes its owner's tables, and others through their owners' functions. */
export const sqlWritesItsOwn: TidyRule = {
  name: 'sql-writes-its-own',
  check: (files) => {
    const tables = new Set(
      files
        .filter(({ path }) => isMigration(path))
        .flatMap((file) => tablesOf(file).map(({ table }) => table)),
    )
    return files
      .filter(({ path }) => path.startsWith('apps/server/src/') && path.endsWith('.sql'))
      .filter(({ path }) => !isTest(path))
      .flatMap((file) => {
        const owner = ownerOf(file.path)
        return findMatches(withoutSqlComments(file.text), written)
          .map(({ line, found }) => ({ line, table: found.split(/\s+/).at(-1)!.toLowerCase() }))
          .filter(({ table }) => tables.has(table) && !sharedTables.has(table))
          .filter(({ table }) => !table.startsWith(`${owner}_`))
          .map(({ line, table }) => ({
            path: file.path,
            line,
            message: `${table} belongs to another owner: call a function of its room that changes it`,
          }))
      })
  },
}

/** Applied once and never changed; tests' tables come with their own functions. */
function isForward(path: string): boolean {
  return isMigration(path) && dirname(path) === 'apps/server/migrations'
}

const sqlLinesMax = 300

/** A file of functions may be as long as a file of TypeScript. */
export const smallSqlFiles: TidyRule = {
  name: 'small-sql-files',
  check: (files) =>
    files
      .filter(({ path }) => path.endsWith('.sql') && path.startsWith('apps/server/src/'))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > sqlLinesMax)
      .map(({ path, lines }) => ({
        path,
        line: 0,
        message: `${lines} lines, at most ${sqlLinesMax}: move a function to a file of its own`,
      })),
}

/** Where tables have another name than their room. */
const ownNames: Record<string, string> = { 'desk/queues': 'desk' }

/** The owner of a file's SQL: the last word of its room. */
function ownerOf(path: string): string | null {
  const room = roomOf(path)
  if (room === null) return null
  return ownNames[room] ?? room.split('/').at(-1)!.replaceAll('-', '_')
}

/** Rooms whose queries are views over several others. */
const views = new Set(['house', 'overview', 'recovery', 'watch'])

export const ownTablesOnly: TidyRule = {
  name: 'own-tables-only',
  check: (files) => {
    // Tables are known from the migrations, so that SQL keywords and aliases are never mistaken for one.
    const tables = files
      .filter((file) => isMigration(file.path))
      .flatMap((file) => tablesOf(file).map(({ table }) => table))
    if (tables.length === 0) return []
    const anyTable = new RegExp(`\\b(?:${tables.join('|')})\\b`, 'g')
    return files
      .filter((file) => isCode(file.path) && !isTest(file.path))
      .flatMap((file) => {
        const owner = ownerOf(file.path)
        return owner && !views.has(owner) ? foreignTables(file, owner, anyTable) : []
      })
  },
}

function foreignTables(file: SourceFile, owner: string, anyTable: RegExp): Violation[] {
  return readCode(file).literals.flatMap((literal) =>
    findMatches(literal.text, anyTable)
      .filter(({ found }) => !found.startsWith(`${owner}_`))
      .map(({ line, found }) => ({
        path: file.path,
        line: literal.line + line - 1,
        message: `${found} belongs to another owner; ask the room that owns it`,
      })),
  )
}
