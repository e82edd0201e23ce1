import { expect, test } from 'vitest'
import { problemWith, quickAmounts, readAmount } from './amounts.ts'

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

test('REACH-17 only amounts that are allowed and available are offered', () => {
  expect(quickAmounts('BAHT', { least: 1, available: 600 })).toEqual([100, 500])
  expect(quickAmounts('BAHT', { least: 1, available: 0 })).toEqual([])
  expect(quickAmounts('LAK', { least: 1, available: 100_000 })).toEqual([20_000, 50_000, 100_000])
  expect(quickAmounts('BAHT', { least: 500, most: 900, available: 5_000 })).toEqual([500])
  expect(quickAmounts('BAHT', { least: 50 }, [10, 20, 50, 100])).toEqual([50, 100])
})

test.each([
  ['', null],
  ['100', null],
  ['100.', null],
  ['3000', null],
  ['99.99', 'least'],
  ['1.234', 'form'],
  ['ten', 'form'],
  ['3000.01', 'short'],
  // Both bounds are exceeded; the balance is the lower one, so naming it helps.
  ['99999', 'short'],
])('REACH-23 for %s with 3,000 at hand and 50,000 at most the problem is: %s', (typed, problem) => {
  const bounds = { least: 100, most: 50_000, available: 3_000 }
  expect(problemWith(typed, 'BAHT', bounds)).toBe(problem)
})

test('REACH-23 the maximum is named if it is less than the balance', () => {
  const bounds = { least: 100, most: 50_000, available: 80_000 }
  expect(problemWith('50000.01', 'BAHT', bounds)).toBe('most')
  expect(problemWith('99999', 'BAHT', bounds)).toBe('most')
  expect(problemWith('1.5', 'LAK', bounds)).toBe('form')
})
