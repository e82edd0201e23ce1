import { expect, test } from 'vitest'
import { standingOf } from './standing.ts'

test.each([
  ['SUCCESS', 'SUCCESS'],
  ['FAILED', 'FAILED'],
  ['PENDING', 'PENDING'],
  ['', 'PENDING'],
  ['success', 'PENDING'],
  ['WAITING', 'PENDING'],
  [null, 'PENDING'],
  [undefined, 'PENDING'],
])('OP-A08 STMT-06 SLIP-05 the status %s is shown as %s', (status, shown) => {
  expect(standingOf(status)).toBe(shown)
})
