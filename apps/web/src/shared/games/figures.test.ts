import { expect, test } from 'vitest'
import type { GameAccount } from '#shared/wallet/wallet.ts'
import { convertedOf, staleSince } from './figures.ts'

test.each([
  [12.34, 1, 12.34],
  [12.34, 10, 123.4],
  [0.1, 0.3, 0.03],
  [1.1, 1.1, 1.21],
  [0, 100, 0],
])('GAME-02 a balance of %d times the factor %d is %d', (amount, ftWalletSlot, converted) => {
  expect(convertedOf({ amount, ftWalletSlot })).toBe(converted)
})

test('a balance shows its age once it was not confirmed for two minutes', () => {
  const at = '2026-01-02T03:04:05.000Z'
  const confirmedMs = Date.parse(at)
  const game = (rest: Partial<GameAccount>) =>
    ({ isActive: true, amountAt: at, ...rest }) as GameAccount
  expect(staleSince(game({}), confirmedMs + 120_000)).toBeNull()
  expect(staleSince(game({}), confirmedMs + 120_001)).toBe(confirmedMs)
  expect(staleSince(game({ amountAt: null }), confirmedMs + 999_999)).toBeNull()
  expect(staleSince(game({ isActive: false }), confirmedMs + 999_999)).toBeNull()
})
