import { expect, test } from 'vitest'
import { listFrom } from './lookups.ts'

test('API-17 OP-C06 a list is taken as it is, or out of the object that holds it', () => {
  expect(listFrom([1, 2])).toEqual([1, 2])
  expect(listFrom({ total: 2, banks: [1, 2] })).toEqual([1, 2])
  expect(listFrom({})).toEqual([])
})
