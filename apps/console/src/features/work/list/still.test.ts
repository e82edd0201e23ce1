import { expect, test } from 'vitest'
import { holdStill, neighbour } from './still.ts'

type Row = { id: string; by?: string }
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }))
const keyOf = ({ id }: Row) => id

test('DESK-64 what is shown keeps its place; what has gone is marked, and what has come is counted', () => {
  const fresh = [{ id: 'a' }, { id: 'c', by: 'nok' }, ...rows('d', 'e')]
  const still = holdStill(rows('a', 'b', 'c'), fresh, keyOf)
  expect(still.rows).toEqual([
    { row: { id: 'a' }, isGone: false },
    { row: { id: 'b' }, isGone: true },
    { row: { id: 'c', by: 'nok' }, isGone: false },
  ])
  expect(still.arrived).toBe(2)
})

test('DESK-64 the next one is the next that is still there, and the first where none is open', () => {
  const { rows: held } = holdStill(rows('a', 'b', 'c'), rows('a', 'c'), keyOf)
  const step = (current: string | null, by: 1 | -1) =>
    neighbour(held, { current, step: by }, keyOf)?.id ?? null
  expect(step('a', 1)).toBe('c')
  expect(step('c', 1)).toBeNull()
  expect(step('c', -1)).toBe('a')
  expect(step(null, 1)).toBe('a')
  expect(step('gone long ago', 1)).toBe('a')
})
