import { expect, test } from 'vitest'
import { checkFolders, checkSizes, type Diagnostic, type Oversized } from './ratchet.ts'

const nothing: Oversized = { folders: {}, files: {}, functions: {} }

function crowd(folder: string, count: number): { path: string; text: string }[] {
  return Array.from({ length: count }, (_, number) => ({
    path: `${folder}/part-${number}.ts`,
    text: '',
  }))
}

function tooLong(rule: string, message: string): Diagnostic {
  return {
    code: `eslint(${rule})`,
    message,
    filename: 'apps/a.ts',
    labels: [{ span: { line: 1, column: 1 } }],
  }
}

test('a folder of nine is crowded, one of eight with tests and styles is not', () => {
  expect(checkFolders(crowd('apps/a', 9), nothing)).toHaveLength(1)
  const beside = ['a.test.ts', 'b.e2e.ts', 'a.module.css', 'vite.config.ts', 'testing/cluster.ts']
  const files = [
    ...crowd('apps/a', 8),
    ...beside.map((name) => ({ path: `apps/a/${name}`, text: '' })),
  ]
  expect(checkFolders(files, nothing)).toEqual([])
})

test('a known crowd may stay, may not grow, and must be updated when it shrinks', () => {
  const known: Oversized = { ...nothing, folders: { 'apps/a': 10 } }
  expect(checkFolders(crowd('apps/a', 10), known)).toEqual([])
  expect(checkFolders(crowd('apps/a', 11), known)[0]?.message).toContain(
    '11 source files, at most 10',
  )
  expect(checkFolders(crowd('apps/a', 9), known)[0]?.message).toContain(
    '9 source files, 10 were allowed',
  )
  expect(checkFolders(crowd('apps/a', 8), known)[0]?.message).toContain('at most 8 source files')
  expect(checkFolders([], known)[0]?.message).toContain('at most 8 source files')
})

test("files and functions follow the same ratchet, by oxlint's measurements", () => {
  const file = tooLong('max-lines', 'File has too many lines (320).')
  const named = tooLong('max-lines-per-function', 'The function `post` has too many lines (83).')
  const unnamed = tooLong('max-lines-per-function', 'The function has too many lines (90).')
  const known: Oversized = {
    ...nothing,
    files: { 'apps/a.ts': 320 },
    functions: { 'apps/a.ts#post': 83, 'apps/a.ts#unnamed': 90 },
  }
  expect(checkSizes([file, named, unnamed], nothing).map(({ path }) => path)).toEqual([
    'apps/a.ts',
    'apps/a.ts#post',
    'apps/a.ts#unnamed',
  ])
  expect(checkSizes([file, named, unnamed], known)).toEqual([])
  expect(checkSizes([file, unnamed], known)[0]?.message).toContain('83 were allowed')
  const grown = { ...file, message: 'File has too many lines (321).' }
  expect(checkSizes([grown, named, unnamed], known)[0]?.message).toContain('321 lines, at most 320')
})

test('a size violation names its figure, the limit and the way out', () => {
  const file = tooLong('max-lines', 'File has too many lines (304).')
  expect(checkSizes([file], nothing)[0]?.message).toBe(
    '304 lines, at most 300: move a part that has a name of its own to a file beside it',
  )
  const long = tooLong('max-lines-per-function', 'The function `post` has too many lines (83).')
  expect(checkSizes([long], nothing)[0]?.message).toMatch(/^83 lines of a function, at most 70: /)
  expect(checkFolders(crowd('apps/a', 9), nothing)[0]?.message).toMatch(
    /^9 source files, at most 8: move /,
  )
})
