import { expect, test } from 'vitest'
import { partsOf } from './free.ts'

test.each([
  [1041.45, 1041.45, 0],
  [796.45, 796.45, 245],
  [0, 0, 1041.45],
  // The answer is newer than the total.
  [1500, 1041.45, 0],
])('SAY-04 of %d that can be withdrawn the two parts are the total', (amount, free, notYet) => {
  expect(partsOf(1041.45, amount)).toEqual({ withdrawable: free, notYet })
})
