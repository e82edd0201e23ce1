import { expect, test } from 'vitest'
import { contradicts, matchPayer, namesAgree, type Candidate } from './match.ts'

const member = (id: string, given: Partial<Candidate> = {}): Candidate => ({
  id,
  currency: 'BAHT',
  bankAccountName: 'SOMCHAI JAIDEE',
  bankAccountNo: '1234567890',
  detailsSince: new Date(0),
  ...given,
})
const money = { amount: 50_037n, currency: 'BAHT' } as const
const paidAt = new Date('2026-11-21T05:00:00Z')
const match = (found: Candidate[], payer: object, reserved: Candidate | null = null) =>
  matchPayer(
    {
      findPayers: async () => found,
      findReserved: async () => reserved && { ...reserved, bankCode: 'SCB' },
    },
    { payer, money, paidAt },
  )

test('the one member whose account number ends alike is matched', async () => {
  const payer = { bank: 'SCB', account: '7890' }
  expect(await match([member('A')], payer)).toEqual({ memberId: 'A', hold: null })
  expect(await match([], payer)).toEqual({ memberId: null, hold: 'unknown-payer' })
})

test('more than one candidate is for operators, unless name or currency distinguishes them', async () => {
  const two = [member('A'), member('B', { bankAccountName: 'SUDA DEEJAI' })]
  const payer = { bank: 'SCB', account: '567890' }
  expect(await match(two, payer)).toEqual({ memberId: null, hold: 'ambiguous' })
  expect(await match(two, { ...payer, name: 'MISS SUDA D' })).toMatchObject({ memberId: 'B' })
  const kip = [member('A'), member('B', { currency: 'LAK' })]
  expect(await match(kip, payer)).toMatchObject({ memberId: 'A' })
})

test('a member whose details were made to fit after the payment is not matched, and neither is anyone else', async () => {
  const payer = { bank: 'SCB', account: '567890' }
  const since = (ms: number) => ({ detailsSince: new Date(paidAt.getTime() + ms) })
  expect(await match([member('A', since(999))], payer)).toMatchObject({ memberId: 'A' })
  const young = member('Y', since(1_000))
  expect(await match([young], payer)).toEqual({ memberId: null, hold: 'unknown-payer' })
  expect(await match([member('A'), young], payer)).toMatchObject({ hold: 'ambiguous' })
  expect(await match([young], payer, member('R'))).toMatchObject({ hold: 'unknown-payer' })
})

test('a reserved amount is not matched against the few payer details that are known', async () => {
  const unknown = { memberId: null, hold: 'unknown-payer' }
  expect(await match([], { account: '7891' }, member('R'))).toEqual(unknown)
  expect(await match([], { bank: 'KBANK' }, member('R'))).toEqual(unknown)
  expect(await match([], { name: 'MR MALEE K' }, member('R'))).toEqual(unknown)
  expect(await match([], { name: 'MR SOMCHAI J' }, member('R'))).toMatchObject({ memberId: 'R' })
})

test('a different name is reported as a wrong payer', async () => {
  const payer = { bank: 'SCB', account: '567890', name: 'MR MALEE K' }
  expect(await match([member('A')], payer)).toEqual({ memberId: null, hold: 'wrong-payer' })
})

test('four digits without a bank match no member, and a reserved amount counts only where no payer is reported', async () => {
  expect(await match([member('A')], { account: '7890' })).toMatchObject({ hold: 'unknown-payer' })
  expect(await match([], { account: '7890' }, member('R'))).toMatchObject({ memberId: 'R' })
  expect(await match([], {}, member('R'))).toMatchObject({ memberId: 'R' })
  expect(await match([], { bank: 'SCB', account: '7890' }, member('R'))).toMatchObject({
    hold: 'unknown-payer',
  })
})

test.each([
  ['MR SOMCHAI J', true],
  ['Somchai Jaidee', true],
  ['SOMCHAI', true],
  ['SOMCHAI J***', true],
  ['SOMSAK J', false],
  ['SOMCHAI K', false],
  ['นาย สมชาย ใ', true],
  [undefined, true],
])('%s may be SOMCHAI JAIDEE: %s', (reported, agrees) => {
  expect(namesAgree(reported, 'SOMCHAI JAIDEE')).toBe(agrees)
})

test.each([
  ['MRS MALEE R', 'MALEE RAKDEE', true],
  ['mrs. malee r', 'MALEE RAKDEE', true],
  ['MALEE R', 'MRS MALEE RAKDEE', true],
  ['MISS SUDA D', 'MS. SUDA DEEJAI', true],
  ['ນາງສາວມະນີຈັນ ວ', 'ມະນີຈັນ ວົງສາ', true],
  ['ນາງສາວ ມະນີຈັນ ວ', 'ນາງມະນີຈັນ ວົງສາ', true],
  ['นางสาวมาลี ร', 'มาลี รักดี', true],
  ['MRINAL S', 'MRINAL SEN', true],
  ['INAL S', 'MRINAL SEN', false],
  ['MISSARA T', 'ARA THONG', false],
  ['MRS MALEE K', 'MALEE RAKDEE', false],
  ['SOMCHAI J', 'MR', false],
  ['SOMCHAI J', 'X', false],
  ['MR MAX J', 'MAX JAIDEE', true],
])('CARE-109 a bank reports %s: whether it may be %s is %s', (reported, registered, agrees) => {
  expect(namesAgree(reported, registered)).toBe(agrees)
})

test('CARE-109 whose title the bank reports is matched without having registered it', async () => {
  const mrs = member('M', { bankAccountName: 'MALEE RAKDEE' })
  const payer = { bank: 'SCB', account: '567890', name: 'MRS MALEE R' }
  expect(await match([mrs], payer)).toEqual({ memberId: 'M', hold: null })
})

test('CARE-110 a bank reports more digits than a member has registered: the account is another', () => {
  const registered = { bankCode: 'SCB', bankAccountName: 'SOMCHAI J', bankAccountNo: '567890' }
  expect(contradicts({ bank: 'SCB', account: '567890' }, registered)).toBe(false)
  expect(contradicts({ bank: 'SCB', account: '1234567890' }, registered)).toBe(true)
  expect(contradicts({ bank: 'SCB', account: '7890' }, registered)).toBe(false)
})
