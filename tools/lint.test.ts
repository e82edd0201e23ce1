import { expect, test } from 'vitest'
import { judgeLint } from './lint.ts'
import type { Diagnostic } from './tidy/ratchet.ts'

const diagnostic = (code: string, message: string): Diagnostic => ({
  code,
  message,
  help: 'Do it so.',
  filename: 'apps/a.ts',
  labels: [{ span: { line: 7, column: 1 } }],
})

test("passes on oxlint's findings, and judges sizes by the known ones", () => {
  const reported = [
    diagnostic('eslint(eqeqeq)', 'Use === here.'),
    diagnostic('eslint(max-lines)', 'File has too many lines (310).'),
  ]
  const known = { folders: {}, files: { 'apps/a.ts': 310 }, functions: {} }
  expect(judgeLint(reported, known)).toEqual([
    { path: 'apps/a.ts', line: 7, message: 'eslint(eqeqeq) Use === here. Do it so.' },
  ])
  expect(judgeLint(reported, { ...known, files: {} })).toHaveLength(2)
})
