import { expect, test } from 'vitest'
import type { Row } from '../queries.ts'
import { dayOf, daysOfRows } from './days-of-rows.ts'

const row = (seq: number, createdAt: string) => ({ seq, createdAt }) as Row

test('rows are grouped by days in Bangkok, in the order in which they came', () => {
  const rows = [
    row(4, '2026-11-21T17:00:00.000Z'),
    row(3, '2026-11-21T16:59:59.000Z'),
    row(2, '2026-11-20T17:00:00.000Z'),
    row(1, '2025-12-31T20:00:00.000Z'),
  ]
  expect(daysOfRows(rows).map(({ day, rows: own }) => [day, ...own.map(({ seq }) => seq)])).toEqual(
    [
      ['22/11/2026', 4],
      ['21/11/2026', 3, 2],
      ['01/01/2026', 1],
    ],
  )
  expect(daysOfRows([])).toEqual([])
  expect(dayOf(Date.parse('2026-11-21T05:00:00Z'))).toBe('21/11/2026')
})
