import { expect, test } from 'vitest'
import { formatFigures, judgeFigure } from './report.ts'

test.each([
  ['>= 5', 5, true],
  ['>= 5', 4.99, false],
  ['<= 80', 80, true],
  ['<= 80', 81, false],
  ['< 1', 1, false],
  ['> 0.5', 0.6, true],
  ['= 0', 0, true],
  ['= 0', 1, false],
])('a target %s of %d', (target, value, ok) => {
  expect(judgeFigure({ name: 'a', value, unit: 'ms', target }).ok).toBe(ok)
})

test('a verdict of the bench itself is kept, and a figure without a target has none', () => {
  expect(judgeFigure({ name: 'a', value: 1, unit: 'ms', target: '>= 5', ok: true }).ok).toBe(true)
  expect(judgeFigure({ name: 'a', value: 1, unit: 'ms' })).toEqual({
    name: 'a',
    value: 1,
    unit: 'ms',
    target: null,
    ok: null,
  })
})

test('an unreadable target is an error, not a silent pass', () => {
  expect(() => judgeFigure({ name: 'a', value: 1, unit: 'ms', target: 'fast' })).toThrow('">= 5"')
})

test('the table is aligned and marks only missed targets', () => {
  const table = formatFigures([
    judgeFigure({ name: 'ledger.uniform', value: 5.1234, unit: 'ratio', target: '>= 5' }),
    judgeFigure({ name: 'start', value: 12345, unit: 'ms', target: '<= 3000' }),
    judgeFigure({ name: 'rows', value: 3, unit: '' }),
  ])
  expect(table.split('\n')).toEqual([
    'figure           value  unit   target',
    'ledger.uniform    5.12  ratio  >= 5     met',
    'start           12,345  ms     <= 3000  MISSED',
    'rows                 3',
  ])
})
