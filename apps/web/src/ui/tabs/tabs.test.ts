import { expect, test } from 'vitest'
import { nextPlace } from './tabs.tsx'

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 1, null],
])('%s at place %d of three leads to %s', (key, place, next) => {
  expect(nextPlace(key, place, 3)).toBe(next)
})
