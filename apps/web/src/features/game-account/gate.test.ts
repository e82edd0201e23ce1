import type { WalletCurrency } from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import type { GameAccount, Wallet } from '#shared/wallet/wallet.ts'
import { bringingOf, mayMoveOnly } from './gate.ts'

const wallet = (amount: number, others: number, currency: WalletCurrency = 'BAHT') =>
  ({
    currency,
    wallet: { amount },
    slots: [
      { code: 'pg', isActive: true, amount: 50 },
      { code: 'imi', isActive: true, amount: others },
    ],
  }) as Wallet

test.each([
  [0, 0, 0, false],
  [-1, 0, 0, false],
  [0.01, 0, 0, true],
  [0, 0.01, 0, true],
  [0, 0, 0.01, true],
])(
  'OP-A09 GAME-15 SAY-65 with %d in the game, %d in the wallet and %d elsewhere, moving without playing is %s',
  (amount, free, others, may) => {
    const game = { code: 'pg', isActive: true, amount } as GameAccount
    expect(mayMoveOnly(wallet(free, others), game)).toBe(may)
  },
)

test('OP-A09 GAME-15 with nothing to bring along the game opens without a transfer', () => {
  expect(bringingOf('', wallet(0, 0), 'pg')).toEqual({ kind: 'nothing' })
  expect(bringingOf('5', wallet(0, 0), 'pg')).toEqual({ kind: 'nothing' })
})

test('an empty field brings everything, also from the other games', () => {
  expect(bringingOf(' ', wallet(100.1, 7.2), 'pg')).toEqual({ kind: 'all', amount: 107.3 })
  expect(bringingOf('', wallet(0, 0.5), 'pg')).toEqual({ kind: 'all', amount: 0.5 })
})

test.each([
  ['1', { kind: 'some', amount: 1 }],
  ['100.10', { kind: 'some', amount: 100.1 }],
  ['0.99', { kind: 'wrong', why: 'minimum' }],
  ['0', { kind: 'wrong', why: 'minimum' }],
  ['ten', { kind: 'wrong', why: 'minimum' }],
  ['100.11', { kind: 'wrong', why: 'tooMuch' }],
])('OP-A05 %s typed, with 100.10 in the wallet', (typed, bringing) => {
  expect(bringingOf(typed, wallet(100.1, 500), 'pg')).toEqual(bringing)
})
