import { expect, test } from 'vitest'
import { usualTerms } from '#testing/worlds/bonus-world.ts'
import { bonusOf, promiseOf } from './terms.ts'

const defaults = { factor: '5', endAmount: null }
const targetOf = (factor: string, given: { deposit: bigint; bonus: bigint; base?: 'bonus' }) =>
  promiseOf(
    { ...usualTerms, factor, base: given.base ?? 'deposit and bonus' },
    { ...given, currency: 'BAHT', toPlayFirst: 0n },
    defaults,
  ).target

test.each([
  ['1.01', 333n, 337n],
  ['1.5', 1n, 2n],
  ['2.25', 101n, 228n],
  ['0.01', 1n, 1n],
  ['2', 333n, 666n],
])(
  'OP-BON a target is never less than promised: %s times %s satang are %s',
  (factor, bonus, target) => {
    expect(targetOf(factor, { deposit: 0n, bonus })).toBe(target)
    expect(targetOf(factor, { deposit: bonus - 1n, bonus: 1n })).toBe(target)
    expect(targetOf(factor, { deposit: 50n, bonus, base: 'bonus' })).toBe(50n + target)
  },
)

test.each([
  // A fifth of 400.00 is the maximum of 80.00, to the satang.
  ['below its maximum', 'BAHT', 39_995n, 7_999n],
  ['at its maximum', 'BAHT', 40_000n, 8_000n],
  ['just above it', 'BAHT', 40_005n, 8_000n],
  ['far above it', 'BAHT', 50_000_000n, 8_000n],
  ['of a deposit in kip', 'LAK', 100_000n, 20_000n],
  ['above the maximum in kip', 'LAK', 250_005n, 50_000n],
  ['without a deposit', 'BAHT', null, null],
] as const)(
  'OP-BON a share of a deposit never gives more than its maximum in that currency: %s',
  (_, currency, deposit, gives) => {
    const terms = {
      ...usualTerms,
      gives: { of: 'deposit', percent: 20, max: { BAHT: '80', LAK: '50000' } },
    } as const
    expect(bonusOf(terms, { currency, deposit })).toBe(gives)
    const kipOnly = { ...terms, gives: { ...terms.gives, max: { LAK: '50000' } } }
    expect(bonusOf(kipOnly, { currency, deposit })).toBe(currency === 'LAK' ? gives : null)
  },
)
