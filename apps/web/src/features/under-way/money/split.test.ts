import { expect, test } from 'vitest'
import type { GameAccount } from '#shared/wallet/wallet.ts'
import { percentOf, splitOf } from './split.ts'

const words = { wallet: 'Wallet', others: 'Others' }
const games = (...amounts: number[]) =>
  amounts.map((amount, place) => ({ name: `g${place}`, amount })) as GameAccount[]
const split = (amount: number, ...amounts: number[]) =>
  splitOf({ wallet: { amount }, slots: games(...amounts) }, words).map(
    ({ label, amount, percent }) => `${label} ${amount} ${percent}`,
  )

test('the wallet first, then the largest games, the rest as one part', () => {
  expect(split(50, 0, 10, 20, 5, 3, 2, 10)).toEqual([
    'Wallet 50 50%',
    'g2 20 20%',
    'g1 10 10%',
    'g6 10 10%',
    'g3 5 5%',
    'Others 5 5%',
  ])
})

test('five games are named, as the rest would be one game', () => {
  expect(split(0, 1, 2, 3, 4, 5).map((part) => part.split(' ')[0])).toEqual([
    'Wallet',
    'g4',
    'g3',
    'g2',
    'g1',
    'g0',
  ])
})

test.each([
  [0, 0, '0%'],
  [1, 1000, '<1%'],
  [999, 1000, '99%'],
  [1000, 1000, '100%'],
  [1, 3, '33%'],
])('%d of %d are %s', (amount, whole, percent) => {
  expect(percentOf(amount, whole)).toBe(percent)
})
