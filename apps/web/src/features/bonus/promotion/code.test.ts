import { fillTemplate } from '@kapao/contract/paths'
import { expect, test } from 'vitest'
import { readCode } from './code.ts'

test.each([
  ['songkran50', 'SONGKRAN50'],
  ['  Kapao2026 ', 'KAPAO2026'],
  ['ก/é?', 'ก/É?'],
])('a code is read in capitals without surrounding blanks: %s', (typed, code) => {
  expect(readCode(typed)).toBe(code)
})

test.each(['', '   ', '\t'])('PROMO-02 blank input is no code: %j', (typed) => {
  expect(readCode(typed)).toBeNull()
})

test('PROMO-03 a code goes into the address encoded', () => {
  const { path } = fillTemplate('/api/promotion/find/{code}', { code: readCode('a/b ก%') })
  expect(path).toBe('/api/promotion/find/A%2FB%20%E0%B8%81%25')
})
