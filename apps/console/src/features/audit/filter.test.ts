import { expect, test } from 'vitest'
import { filterOf, noFilter } from './filter.ts'

test.each([
  ['boss', 'operator:boss'],
  ['Operator boss', 'operator:boss'],
  ['operator:boss', 'operator:boss'],
  ['member:', 'member:'],
])('HOUSE-41 the trail is asked for an operator as the page writes them: %s', (typed, actor) => {
  expect(filterOf({ ...noFilter, actor: typed })).toEqual({ actor })
})

test('HOUSE-41 nobody typed is nobody asked for', () => {
  expect(filterOf(noFilter)).toEqual({})
})
