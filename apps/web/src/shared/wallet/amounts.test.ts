import { expect, test } from 'vitest'
import { presetsWithin, readAmount } from './amounts.ts'

test.each([
  ['1', 1],
  ['0', 0],
  ['1,234.5', 1234.5],
  [' 20 ', 20],
  ['999999999.99', 999_999_999.99],
])('%s is an amount', (text, amount) => {
  expect(readAmount(text, 'BAHT')).toBe(amount)
})

test.each(['', '-1', '1.234', '1e3', '1.', '.5', '0x10', '1234567890', 'ten', '١'])(
  '%s is none',
  (text) => {
    expect(readAmount(text, 'BAHT')).toBeNull()
  },
)

test('OP-B36 kip are whole, however they are written', () => {
  expect(readAmount('20,000.00', 'LAK')).toBe(20_000)
  expect(readAmount('1.5', 'LAK')).toBeNull()
})

test('only what is there is offered', () => {
  expect(presetsWithin(600, 'BAHT')).toEqual([100, 500])
  expect(presetsWithin(0, 'BAHT')).toEqual([])
  expect(presetsWithin(100_000, 'LAK')).toEqual([20_000, 50_000, 100_000])
})
