import { findMatches, type TidyRule } from '../source-files.ts'

const taken =
  /\b(?:drop\s+(?:table|column|view|type|schema|sequence|constraint)|rename\s+(?:to|column|constraint|value)|alter\s+(?:column\s+)?\w+\s+(?:set\s+(?:not\s+null|data\s+type)|type))\b/gi
/** Names the last release that read it. */
const contracted = /^\s*-- Contract: nothing since release \S+ reads it\.$/

const created = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi
const indexed =
  /\bcreate\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?(?:\w+\s+)?on\s+(?:only\s+)?(\w+)/gi

/** An index on a table with rows keeps all writers waiting until it is built, unless it is made concurrently. */
function locksWriters(sql: string): { line: number; found: string }[] {
  const own = new Set([...sql.matchAll(created)].map(([, table]) => table!.toLowerCase()))
  return findMatches(sql, indexed).filter(
    ({ found }) => !own.has(found.split(/\s+/).at(-1)!.toLowerCase()),
  )
}

/**
 * The previous release runs in parallel on the new release's tables, and a rollback must remain possible: what it reads
 * and writes stays for one release. The contracting step says so in the line above.
 */
export const expandOnly: TidyRule = {
  name: 'expand-only',
  check: (files) =>
    files
      .filter(({ path }) => path.startsWith('apps/server/migrations/') && path.endsWith('.sql'))
      .flatMap(({ path, text }) => {
        const lines = text.split('\n')
        const sql = text.replace(/--[^\n]*/g, '')
        const takes = findMatches(sql, taken)
          .filter(({ line }) => !contracted.test(lines[line - 2] ?? ''))
          .map(({ line, found }) => ({
            path,
            line,
            message: `${found.toLowerCase()}: the release before may still use it (docs/production.md, "Upgrade")`,
          }))
        const locks = locksWriters(sql).map(({ line, found }) => ({
          path,
          line,
          message: `${found.toLowerCase()}: writers would wait for it; make it concurrently (docs/production.md, "Upgrade")`,
        }))
        return [...takes, ...locks]
      }),
}
