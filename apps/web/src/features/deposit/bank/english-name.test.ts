import { depositBankCodes, depositModes } from '@kapao/contract/limits'
import { expect, test } from 'vitest'
import { needsNameFirst } from './english-name.ts'

const own = (code: string, bankAccountName = 'นก ใจดี') => ({
  bankAccountName,
  bankAccountNo: '0812345678',
  bank: { code, nameTH: 'ก', nameLA: 'ກ', nameEN: 'A' },
})

test('DEP-B04 OP-A10 a member of KTB, TMB or BBL spells the name in English before paying to KBANK auto', () => {
  const kbank = { bankCode: 'KBANK', mode: 'AUTO' } as const
  for (const code of ['KTB', 'TMB', 'BBL'])
    expect(needsNameFirst(kbank, own(code)), code).toBe(true)
  for (const name of ['', ' ', 'NOK 2', 'NOK-JAIDEE', 'NOK ใจดี'])
    expect(needsNameFirst(kbank, own('KTB', name)), name).toBe(true)
})

test('DEP-B09 a member with an English name, or with another bank, copies at once', () => {
  const kbank = { bankCode: 'KBANK', mode: 'AUTO' } as const
  expect(needsNameFirst(kbank, own('KTB', 'Nok Jaidee'))).toBe(false)
  for (const code of ['KBANK', 'SCB', 'GSB', 'BCEL'])
    expect(needsNameFirst(kbank, own(code)), code).toBe(false)
})

test('DEP-B04 no other account asks for it', () => {
  const others = depositBankCodes.flatMap((bankCode) =>
    depositModes.map((mode) => ({ bankCode, mode })),
  )
  const asking = others.filter((account) => needsNameFirst(account, own('KTB')))
  expect(asking).toEqual([{ bankCode: 'KBANK', mode: 'AUTO' }])
})
