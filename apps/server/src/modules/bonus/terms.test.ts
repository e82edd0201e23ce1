import { expect, test } from 'vitest'
import { usualTerms } from '../../testing/bonus-world.ts'
import { promiseOf } from './terms.ts'

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
