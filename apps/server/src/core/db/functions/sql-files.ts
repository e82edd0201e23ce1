import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../ids.ts'

/** An object that a file of functions defines: a function, a trigger that calls one, or an index over one. */
export type SqlObject = {
  kind: 'function' | 'trigger' | 'index'
  /** A trigger's name includes its table: `withdrawals_guard on withdrawals_withdrawal`. */
  name: string
  /**
   * A function's checksum covers its whole file, since rights are granted there; triggers and indexes have their own.
   */
  checksum: string
}

export type SqlStatement = { text: string; line: number; object: SqlObject | null }
export type SqlFile = { path: string; checksum: string; statements: SqlStatement[] }

/** Every file of functions below a folder, ordered by path. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.sql'))
  return Promise.all(
    paths
      .toSorted()
      .map(async (path) => parseSqlFile(path, await readFile(join(folder, path), 'utf8'))),
  )
}

function parseSqlFile(path: string, text: string): SqlFile {
  const checksum = checksumOf(text)
  const statements = splitStatements(text).map(({ text: statement, line }) => {
    const object = objectOf(statement, checksum)
    if (!object && !/^(?:grant execute|revoke all) on function /.test(statement))
      throw new Error(
        `${path}:${line} a file of functions holds functions, their triggers and rights, and indexes over them`,
      )
    return { text: statement, line, object }
  })
  return { path, checksum, statements }
}

const creations = [
  ['function', /^create or replace function (\w+)\s*\(/],
  ['trigger', /^create or replace trigger (\w+)[^;]*?\son (\w+)/],
  ['index', /^create (?:unique )?index if not exists (\w+)/],
] as const

function objectOf(statement: string, fileChecksum: string): SqlObject | null {
  for (const [kind, pattern] of creations) {
    const [, name, table] = pattern.exec(statement) ?? []
    if (!name) continue
    return {
      kind,
      name: table ? `${name} on ${table}` : name,
      checksum: kind === 'function' ? fileChecksum : checksumOf(statement),
    }
  }
  return null
}

/** Where a comment, a string or a quoted name begins and ends, so that a semicolon inside it ends nothing. */
const piece = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g

export function splitStatements(text: string): { text: string; line: number }[] {
  const statements: { text: string; line: number }[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(piece)) {
    if (found !== ';') continue
    const lead = /^(?:\s|--[^\n]*)*/.exec(text.slice(from, index))![0].length
    const line = text.slice(0, from + lead).split('\n').length
    statements.push({ text: text.slice(from + lead, index), line })
    from = index + 1
  }
  if (/[^\s]/.test(text.slice(from).replace(/--[^\n]*/g, '')))
    throw new Error('the last statement of an SQL file has no end')
  return statements
}

/** One checksum of all files: two versions of the server with the same functions have the same. */
export function checksumOfFiles(files: readonly SqlFile[]): string {
  return checksumOf(files.map(({ path, checksum }) => `${path} ${checksum}`).join('\n'))
}

function checksumOf(text: string): string {
  return sha256(text).toString('hex')
}
