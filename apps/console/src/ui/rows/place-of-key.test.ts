import { expect, test } from 'vitest'
import { placeOfKey } from './place-of-key.ts'

const keyOf = ({ id }: { id: string }): string => id

test('finds a row by its key, and nothing for an unknown key', () => {
  const rows = [{ id: 'a' }, { id: 'b' }]
  expect(placeOfKey(rows, 'b', keyOf)).toBe(1)
  expect(placeOfKey(rows, 'c', keyOf)).toBe(-1)
})

test('gathers the keys of a list once, and those of its successor anew', () => {
  let gathered = 0
  const counting = (row: { id: string }): string => {
    gathered += 1
    return row.id
  }
  const rows = [{ id: 'a' }, { id: 'b' }]
  placeOfKey(rows, 'a', counting)
  placeOfKey(rows, 'b', counting)
  expect(gathered).toBe(2)
  expect(placeOfKey([{ id: 'b' }], 'b', counting)).toBe(0)
})
