import { expect, test } from 'vitest'
import { medianOf } from './median.ts'

test('is the middle one, or between the two middle ones', () => {
  expect(medianOf([9, 1, 5])).toBe(5)
  expect(medianOf([4, 1, 100, 2])).toBe(3)
  expect(() => medianOf([])).toThrow('nothing was measured')
})
