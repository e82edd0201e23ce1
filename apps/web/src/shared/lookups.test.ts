import { expect, test } from 'vitest'
import { listFrom } from './lookups.ts'

test('API-17 OP-C06 a list is used as it is, or taken from the object that contains it', () => {
  expect(listFrom([1, 2])).toEqual([1, 2])
  expect(listFrom({ total: 2, banks: [1, 2] })).toEqual([1, 2])
  expect(listFrom({})).toEqual([])
})
