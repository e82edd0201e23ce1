import { findMatches, type TidyRule } from '../source-files.ts'

const taken =
  /\b(?:drop\s+(?:table|column|view|type|schema|sequence|constraint)|rename\s+(?:to|column|constraint|value)|alter\s+(?:column\s+)?\w+\s+(?:set\s+(?:not\s+null|data\s+type)|type))\b/gi
/** Names the last release that read it. */
const contracted = /^\s*-- Contract: nothing since release \S+ reads it\.$/

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
        return findMatches(text.replace(/--[^\n]*/g, ''), taken)
          .filter(({ line }) => !contracted.test(lines[line - 2] ?? ''))
          .map(({ line, found }) => ({
            path,
            line,
            message: `${found.toLowerCase()}: the release before may still use it (docs/production.md, "Upgrade")`,
          }))
      }),
}
