import { expect, test } from 'vitest'
import { isAtBottom } from './bottom.ts'

test.each([
  [400, true],
  [340, true],
  [339, false],
  [0, false],
])('CHAT-20 scrolled to %d of 400 counts as at the bottom: %s', (scrollTop, expected) => {
  expect(isAtBottom({ scrollTop, scrollHeight: 1_000, clientHeight: 600 })).toBe(expected)
})
