import type { DepositAccount } from '@kapao/contract/lookup'
import { expect, test } from 'vitest'
import { waysOf, type DepositLookup } from './ways.ts'

const account = (bankCode: DepositAccount['bankCode'], bankType: DepositAccount['bankType']) =>
  ({
    bankCode,
    bankType,
    mode: 'AUTO',
    bank: { nameTH: 'ก', nameLA: 'ກ', nameEN: 'A' },
    bankAccountName: 'KAPAO',
    bankAccountNo: '1112223334',
    currency: 'BAHT',
  }) as const

const key = { kty: 'RSA', kid: 'k', alg: 'RSA-OAEP-256', use: 'enc', n: 'n', e: 'AQAB' } as const
const wallet = { walletAccountName: 'Wallet', mode: 'AUTO' } as const
const lookup = (given: Partial<DepositLookup>): DepositLookup => ({
  banks: [],
  wallets: [],
  isManual: false,
  giftLinkKey: key,
  ...given,
})

test('DEP-14 payment accounts are QR codes, banks are banks, wallets take gift links', () => {
  const banks = [account('KBANK', 'bank'), account('KBANK', 'PAYMENT'), account('WW', 'PAYMENT')]
  const doors = waysOf(lookup({ banks, wallets: [wallet] }))
  expect(doors.banks).toEqual([banks[0]])
  expect(doors.qrs).toEqual([banks[1], banks[2]])
  expect(doors.wallets).toEqual([wallet])
  expect(doors.offered).toEqual(['bank', 'qr', 'gift'])
})

test('a deposit method without an account is not offered', () => {
  expect(waysOf(lookup({})).offered).toEqual([])
  expect(waysOf(lookup({ banks: [account('BCEL', 'PAYMENT')] })).offered).toEqual(['qr'])
  const sealed = lookup({ wallets: [wallet], giftLinkKey: null })
  expect(waysOf(sealed).offered).toEqual([])
})
