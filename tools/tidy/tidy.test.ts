import { expect, test } from 'vitest'
import { readOversized } from '../lint.ts'
import { repository } from '../run-tool.ts'
import { tidyRules } from './all-rules.ts'
import { checkFolders } from './ratchet.ts'
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

test('crowded-folders', () => {
  expect(checkFolders(files, readOversized()).map(describeViolation)).toEqual([])
})

function describeViolation({ path, line, message }: Violation): string {
  return `${path}:${line} ${message}`
}
