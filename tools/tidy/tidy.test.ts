import { expect, test } from 'vitest'
import { repository } from '../run-tool.ts'
import { tidyRules } from './all-rules.ts'
import { readSourceFiles, type Violation } from './source-files.ts'

const files = readSourceFiles(repository)

test('the repository is read, not an empty folder', () => {
  expect(files.map((file) => file.path)).toEqual(
    expect.arrayContaining(['package.json', 'tools/tidy/tidy.test.ts', 'docs/requirements.md']),
  )
})

test.each(tidyRules.map((rule) => [rule.name, rule] as const))('%s', (_name, rule) => {
  expect(rule.check(files).map(describeViolation)).toEqual([])
})

/** An exception for a file that has moved is an exception for whatever gets its name. */
test('every path that a rule names is there', () => {
  const rules = files.filter(
    ({ path }) => path.startsWith('tools/tidy/') && path.endsWith('-rules.ts'),
  )
  const named = rules.flatMap(({ path, text }) =>
    (text.replaceAll(/\\([/.])/g, '$1').match(/\b(?:apps|packages|docs)\/[\w./-]+/g) ?? []).map(
      (name) => ({ path, name: name.replace(/[./]+$/, '') }),
    ),
  )
  expect(named.length).toBeGreaterThan(30)
  const missing = named.filter(
    ({ name }) => !files.some(({ path }) => path === name || path.startsWith(`${name}/`)),
  )
  expect(missing).toEqual([])
})

function describeViolation({ path, line, message }: Violation): string {
  return `${path}:${line} ${message}`
}
