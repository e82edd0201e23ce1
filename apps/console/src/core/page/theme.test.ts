import { expect, test } from 'vitest'
import { answered } from './theme.ts'

test('a chosen theme replaces the query for light or dark, and nothing else of a rule', () => {
  const both = '(prefers-contrast: more) and (prefers-color-scheme: light)'
  expect(answered(both, 'system')).toBe(both)
  expect(answered(both, 'light')).toBe('(prefers-contrast: more) and (min-width: 0)')
  expect(answered(both, 'dark')).toBe('(prefers-contrast: more) and (max-width: 0)')
})
