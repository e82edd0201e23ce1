import { expect, test } from 'vitest'
import { medianOf } from './median.ts'

test('is the middle value, or the mean of the two middle values', () => {
  expect(medianOf([9, 1, 5])).toBe(5)
  expect(medianOf([4, 1, 100, 2])).toBe(3)
  expect(() => medianOf([])).toThrow('nothing was measured')
})
