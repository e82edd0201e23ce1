import { expect, test } from 'vitest'
import { maskBeside } from './masks.ts'

test.each([
  ['1112223337', '1112223337', '••••3337', []],
  ['1112223357', '1112223337', '••••3357', [6]],
  // Before the last four, a digit is shown only where it contradicts, and no more than two are.
  ['1119223337', '1112223337', '•••9••3337', [3]],
  ['8882223337', '1112223337', '•88•••3337', [1, 2]],
  ['x223357', '1112223337', '•••3357', [5]],
  ['37', '1112223337', '37', []],
  ['4', '1112223337', '4', [0]],
])('HOUSE-50 %s beside %s is %s', (number, other, text, odd) => {
  expect(maskBeside(number, other)).toEqual({ text, odd })
})
