import { expect, test } from 'vitest'
import { formatCalls, markServed, summarize, unknownCalls } from './call-table.ts'

const calls = [
  { method: 'POST', path: '/api/logout', access: 'member', row: null },
  { method: 'GET', path: '/api/wallet', access: 'member', row: 29 },
  { method: 'GET', path: '/api/lookup/banks', access: 'public', row: 1 },
]

test('marks served calls, by method and path together, in the order of the specification', () => {
  const marked = markServed(calls, new Set(['GET /api/wallet', 'GET /api/logout']))
  expect(marked.map(({ row, served }) => [row, served])).toEqual([
    [1, false],
    [29, true],
    [null, false],
  ])
  expect(summarize(marked)).toEqual({ spec: 2, specServed: 1, ours: 1, oursServed: 0 })
})

test('a served call without a contract is reported', () => {
  expect(unknownCalls(calls, new Set(['GET /api/wallet', 'GET /api/walet']))).toEqual([
    'GET /api/walet',
  ])
})

test('ends with the summary line', () => {
  const text = formatCalls(markServed(calls, new Set(['GET /api/wallet', 'POST /api/logout'])))
  expect(text.split('\n').at(-1)).toBe('1 of 2 calls served (and 1 of 1 of ours)')
  expect(text).toContain('  29  GET     /api/wallet        member  yes')
})
