import { expect, test } from 'vitest'
import type { Offer } from '#shared/bonus/queries.ts'
import { sumOf } from './offer-terms.tsx'

const offer: Offer = {
  kind: 'balance',
  base: 'deposit and bonus',
  factor: '5.00',
  percentFail: 20,
  deposit: 1200.5,
  bonus: 100,
  target: 6502.5,
  toPlayFirst: 0,
  endAmount: 10,
  withdrawMax: null,
  contributions: {},
  needsDeposit: false,
}

test('TEXT-01 the calculation of a target is shown as it is done', () => {
  expect(sumOf(offer)).toBe('(1,200.50 + 100.00) × 5')
  expect(sumOf({ ...offer, kind: 'turnover' })).toBe('(1,200.50 + 100.00) × 5')
  expect(sumOf({ ...offer, base: 'bonus' })).toBe('1,200.50 + 100.00 × 5')
  expect(sumOf({ ...offer, base: 'bonus', kind: 'turnover', factor: '2.5' })).toBe('100.00 × 2.5')
  const after = { ...offer, base: 'bonus', kind: 'turnover', toPlayFirst: 400 } as const
  expect(sumOf(after)).toBe('400.00 + 100.00 × 5')
})
