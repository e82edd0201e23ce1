import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  claimedIds,
  coverageByGroup,
  parseRequirements,
  provenByCommand,
  testTitles,
} from './requirement-ids.ts'

test('reads every form of row and its group', () => {
  const rows = parseRequirements(
    [
      '## DEP: deposit',
      '- DEP-01 [ui] opens (§2)',
      '- DEP-B09 [ui] copies (§2)',
      '- OP-A01 `/` sits in the public group.',
      '- OP-BONMIN check/minimum',
      '- I05 amounts are whole',
      '- just a sentence about NAV-01',
      '| 1 | GET | /api/lookup/banks |',
    ].join('\n'),
  )
  expect(rows.map(({ id, group }) => `${group} ${id}`)).toEqual([
    'DEP DEP-01',
    'DEP-B DEP-B09',
    'OP OP-A01',
    'OP OP-BONMIN',
    'I I05',
  ])
  expect(rows[0]?.text).toBe('[ui] opens (§2)')
})

test('finds the ids of a title, and ranges of them', () => {
  expect(claimedIds('NAV-14 and DEP-B01, F29: a slip (OP-TRFALL)')).toEqual([
    'NAV-14',
    'DEP-B01',
    'F29',
    'OP-TRFALL',
  ])
  expect(claimedIds('ERRC-08..ERRC-11 are refused')).toEqual([
    'ERRC-08',
    'ERRC-09',
    'ERRC-10',
    'ERRC-11',
  ])
  expect(claimedIds('DEP-Q15..17 presets')).toEqual(['DEP-Q15', 'DEP-Q16', 'DEP-Q17'])
  expect(claimedIds('CARE-104 a hundred rows later')).toEqual(['CARE-104'])
  expect(claimedIds('S01..S03')).toEqual(['S01', 'S02', 'S03'])
})

test('an invalid range claims only its two ends', () => {
  expect(claimedIds('NAV-03..SHELL-01')).toEqual(['NAV-03', 'SHELL-01'])
  expect(claimedIds('NAV-05..NAV-02')).toEqual(['NAV-05', 'NAV-02'])
})

test('words that only look like ids are not ids', () => {
  expect(claimedIds('SHA-256, UTF-8, ISO-8601 and HMAC-SHA on an iPhone S1')).toEqual([])
})

test('reads titles in every kind of quotes, nested, with options and from tables', () => {
  const source = [
    "describe('SPIN-01 wheel', () => {",
    '  test("it\'s one", () => {})',
    '  it.skip(`two ${x}`, () => {})',
    '  test.each([[1], [2]])(',
    "    'three %i',",
    '    () => {},',
    '  )',
    "  expect(call('GET /api/NAV-01')).toBe(1)",
    "  firstTest('of a kind of its own', () => {})",
    '})',
  ].join('\n')
  expect(testTitles(source)).toEqual([
    { line: 1, title: 'SPIN-01 wheel' },
    { line: 2, title: "it's one" },
    { line: 3, title: 'two ${x}' },
    { line: 4, title: 'three %i' },
    { line: 9, title: 'of a kind of its own' },
  ])
})

test('counts what is claimed, group by group, in the order of the document', () => {
  const rows = parseRequirements('- NAV-01 a\n- OP-A01 b\n- NAV-02 c\n- DEP-B01 d\n')
  const claims = {
    byTest: new Set(['NAV-02', 'OP-A01', 'SPIN-01']),
    byCommand: new Set(['OP-A01', 'DEP-B01']),
  }
  expect(coverageByGroup(rows, claims)).toEqual([
    { group: 'NAV', ids: 2, covered: 1, byCommand: [], missing: ['NAV-01'] },
    { group: 'OP', ids: 1, covered: 1, byCommand: [], missing: [] },
    { group: 'DEP-B', ids: 1, covered: 0, byCommand: ['DEP-B01'], missing: [] },
  ])
})

test('a command claims the ids in its list of proofs, wherever that is', () => {
  const source = [
    'export const bench: Bench = {',
    "  name: 'kill',",
    "  proves: ['F02', 'F03'],",
    '}',
  ]
  expect(provenByCommand(source.join('\n'))).toEqual([{ line: 3, ids: ['F02', 'F03'] }])
  expect(provenByCommand('// It proves F02.')).toEqual([])
})

test('the document itself has every row once', () => {
  const rows = parseRequirements(
    readFileSync(resolve(import.meta.dirname, '../../docs/requirements.md'), 'utf8'),
  )
  const ids = rows.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  expect(rows.filter(({ group }) => group === 'OP').length).toBeGreaterThan(100)
  expect(ids).toEqual(
    expect.arrayContaining(['NAV-24', 'ERRC-83', 'OP-BONMIN', 'I38', 'F56', 'S57']),
  )
})

test('a table of tests names its ids in the first column', () => {
  const table = `test.each([\n  ['CONST-01 timeout', 60_000],\n  [\n    'I05 zero',\n    0,\n  ],\n  ['no id', 1],\n])`
  const titles = testTitles(`${table}('%s', () => {})`).map(({ title }) => title)
  expect(titles).toEqual(['%s', 'CONST-01 timeout', 'I05 zero'])
  // A list that is no table of tests claims nothing.
  expect(testTitles(`const rows = [['CONST-01', 1]]`)).toEqual([])
})
