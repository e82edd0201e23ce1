import { expect, test } from 'vitest'
import { movableTo, sumAmounts, totalOf, type GameAccount } from './wallet.ts'

const game = (code: string, amount: number, isActive = true) =>
  ({ code, amount, isActive }) as GameAccount
const held = {
  wallet: { amount: 0.1 },
  slots: [game('pg', 0.2), game('joker2', 1_000.05), game('sport', 3, false)],
}

test('HOME-05 OP-A03 the total is the wallet and every game account, active or not', () => {
  expect(totalOf(held)).toBe(1003.35)
  expect(totalOf({ wallet: { amount: 7 }, slots: [] })).toBe(7)
})

test('sums of decimals are exact to the hundredth', () => {
  expect(sumAmounts([0.1, 0.2])).toBe(0.3)
  expect(sumAmounts(Array.from({ length: 1000 }, () => 1.1))).toBe(1100)
  expect(sumAmounts([100, -30.7])).toBe(69.3)
})

test('a move of everything brings the wallet and the other active games', () => {
  expect(movableTo(held, 'pg')).toBe(1000.15)
  expect(movableTo(held, 'joker2')).toBe(0.3)
})
