import { expect, test } from 'vitest'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { freeOf } from './free.ts'

const wallet = {
  wallet: { amount: 721.45 },
  slots: [
    { isActive: true, amount: 300 },
    { isActive: false, amount: 20 },
  ],
} as Pick<Wallet, 'wallet' | 'slots'>
const bonus = { code: 'B', kind: 'turnover' as const, total: 0, target: 1000, isEnding: false }
const nothing = { bonus: null, kept: null }

test('REACH-31 until the bonus is known nothing is shown as withdrawable or locked', () => {
  expect(freeOf(wallet, undefined)).toEqual({ withdrawable: null, inGames: 320, locked: null })
})

test.each([
  ['nothing is held', nothing, 1021.45, 0],
  ['a bonus is held', { ...nothing, bonus }, 0, 1021.45],
  ['its condition is met', { ...nothing, bonus: { ...bonus, total: 1000 } }, 1021.45, 0],
  ['it is ending', { ...nothing, bonus: { ...bonus, total: 1000, isEnding: true } }, 0, 1021.45],
  ['a prize is not played', { bonus: null, kept: { amount: 225, toPlay: 9 } }, 796.45, 225],
  ['more is kept than there is', { bonus: null, kept: { amount: 2000, toPlay: 9 } }, 0, 1021.45],
])(
  'REACH-31 the amount that can be withdrawn where %s',
  (_name, underWay, withdrawable, locked) => {
    expect(freeOf(wallet, underWay)).toMatchObject({ withdrawable, locked })
  },
)
