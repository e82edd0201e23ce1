import { expect, test } from 'vitest'
import { indexOfKey } from './index-of-key.ts'

const keyOf = ({ id }: { id: string }): string => id

test('finds a row by its key, and nothing for an unknown key', () => {
  const rows = [{ id: 'a' }, { id: 'b' }]
  expect(indexOfKey(rows, 'b', keyOf)).toBe(1)
  expect(indexOfKey(rows, 'c', keyOf)).toBe(-1)
})

test('gathers the keys of a list once, and those of its successor anew', () => {
  let gathered = 0
  const counting = (row: { id: string }): string => {
    gathered += 1
    return row.id
  }
  const rows = [{ id: 'a' }, { id: 'b' }]
  indexOfKey(rows, 'a', counting)
  indexOfKey(rows, 'b', counting)
  expect(gathered).toBe(2)
  expect(indexOfKey([{ id: 'b' }], 'b', counting)).toBe(0)
})
