import { expect, test } from 'vitest'
import { createBlocker } from './blocked.ts'

const listed = ['203.0.113.7', '198.51.100.0/24', '2001:db8:5::/48']

test.each([
  ['203.0.113.7', true],
  ['203.0.113.8', false],
  ['198.51.100.0', true],
  ['198.51.100.255', true],
  ['198.51.101.0', false],
  ['::ffff:198.51.100.9', true],
  ['2001:db8:5:ffff::1', true],
  ['2001:db8:6::1', false],
  ['not an address', false],
])('of %o it is %o that the list keeps it out', (address, expected) => {
  expect(createBlocker()(listed)(address)).toBe(expected)
})

test('an empty list blocks no address', () => {
  expect(createBlocker()([])('203.0.113.7')).toBe(false)
})

test('the check is built once for a list, and again for another', () => {
  const ask = createBlocker()
  const first = ask(listed)
  expect(ask(listed)).toBe(first)
  expect(ask([])('203.0.113.7')).toBe(false)
  expect(ask(['203.0.113.8'])('203.0.113.8')).toBe(true)
})
