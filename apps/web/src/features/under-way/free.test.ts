import { expect, test } from 'vitest'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { partsOf } from './free.ts'

const wallet = {
  wallet: { amount: 721.45 },
  slots: [{ amount: 300 }, { amount: 20 }],
} as Pick<Wallet, 'wallet' | 'slots'>
const answer = (amount: number) => ({
  withdrawable: { amount, notYet: 0, why: null, played: null },
})

test('SAY-04 until the server has answered nothing is shown as withdrawable or not', () => {
  expect(partsOf(wallet, undefined)).toBeNull()
})

test.each([
  [1041.45, 1041.45, 0],
  [796.45, 796.45, 245],
  [0, 0, 1041.45],
  // The answer is newer than the total.
  [1500, 1041.45, 0],
])('SAY-04 of %d that can be withdrawn the two parts are the total', (amount, free, notYet) => {
  expect(partsOf(wallet, answer(amount))).toEqual({ withdrawable: free, notYet })
})
