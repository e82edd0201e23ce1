import { describe, expect, test } from 'vitest'
import { contradicts, matchPayer, type Candidate } from './match.ts'
import { compareReported, namesAgree } from './reported-name.ts'

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
const paying = { bank: 'SCB', account: '567890', name: 'MR SOMCHAI J' }
type MatchFacts = { reserved?: Candidate; paidBefore?: string[] }
const match = (found: Candidate[], payer: object, { reserved, paidBefore = [] }: MatchFacts = {}) =>
  matchPayer(
    {
      findPayers: async () => found,
      findReserved: async () => (reserved ? { ...reserved, bankCode: 'SCB' } : null),
      findPaidBefore: async (members) => paidBefore.filter((id) => members.includes(id)),
    },
    { payer, money, paidAt },
  )

test('the one member whose account number ends alike is matched', async () => {
  expect(await match([member('A')], paying)).toEqual({ memberId: 'A', hold: null })
  expect(await match([], paying)).toEqual({ memberId: null, hold: 'unknown-payer' })
})

test('more than one candidate is for operators, unless name or currency distinguishes them', async () => {
  const two = [member('A'), member('B', { bankAccountName: 'SUDA DEEJAI' })]
  const payer = { bank: 'SCB', account: '567890' }
  expect(await match(two, payer)).toEqual({ memberId: null, hold: 'ambiguous' })
  expect(await match(two, { ...payer, name: 'MISS SUDA D' })).toMatchObject({ memberId: 'B' })
  const kip = [member('A'), member('B', { currency: 'LAK' })]
  expect(await match(kip, paying)).toMatchObject({ memberId: 'A' })
})

test('a member whose details were made to fit after the payment is not matched, and neither is anyone else', async () => {
  const payer = paying
  const since = (ms: number) => ({ detailsSince: new Date(paidAt.getTime() + ms) })
  expect(await match([member('A', since(999))], payer)).toMatchObject({ memberId: 'A' })
  const young = member('Y', since(1_000))
  expect(await match([young], payer)).toEqual({ memberId: null, hold: 'unknown-payer' })
  expect(await match([member('A'), young], payer)).toMatchObject({ hold: 'ambiguous' })
  expect(await match([young], payer, { reserved: member('R') })).toMatchObject({
    hold: 'unknown-payer',
  })
})

test('a reserved amount is not matched against the few payer details that are known', async () => {
  const unknown = { memberId: null, hold: 'unknown-payer' }
  expect(await match([], { account: '7891' }, { reserved: member('R') })).toEqual(unknown)
  expect(await match([], { bank: 'KBANK' }, { reserved: member('R') })).toEqual(unknown)
  expect(await match([], { name: 'MR MALEE K' }, { reserved: member('R') })).toEqual(unknown)
  expect(await match([], { name: 'MR SOMCHAI J' }, { reserved: member('R') })).toMatchObject({
    memberId: 'R',
  })
})

test('a different name is reported as a wrong payer', async () => {
  const payer = { bank: 'SCB', account: '567890', name: 'MR MALEE K' }
  expect(await match([member('A')], payer)).toEqual({ memberId: null, hold: 'wrong-payer' })
})

test('four digits without a bank match no member, and a reserved amount counts only where no payer is reported', async () => {
  expect(await match([member('A')], { account: '7890' })).toMatchObject({ hold: 'unknown-payer' })
  expect(await match([], { account: '7890' }, { reserved: member('R') })).toMatchObject({
    memberId: 'R',
  })
  expect(await match([], {}, { reserved: member('R') })).toMatchObject({ memberId: 'R' })
  expect(
    await match([], { bank: 'SCB', account: '7890' }, { reserved: member('R') }),
  ).toMatchObject({
    hold: 'unknown-payer',
  })
})

describe('NAME-03 less than a whole word or nine digits waits for a person', () => {
  const known = { paidBefore: ['A'] }
  const reserved = { reserved: member('A') }
  const a = { memberId: 'A', hold: null }
  const weak = { memberId: null, hold: 'unproven-payer' }

  test.each([
    ['six digits without a name', { account: '567890' }],
    ['four digits of a bank', { bank: 'SCB', account: '7890' }],
    ['eight digits', { bank: 'SCB', account: '34567890' }],
    ['initials', { ...paying, name: 'MR S J' }],
    ['a part of each word', { ...paying, name: 'SOMC*** J***' }],
    ['a name in another alphabet', { ...paying, name: 'นาย สมชาย ใ' }],
  ])('%s', async (_, payer) => {
    expect(await match([member('A')], payer)).toEqual(weak)
    expect(await match([member('A')], payer, known)).toEqual(a)
    expect(await match([member('A')], payer, reserved)).toEqual(a)
    expect(await match([member('A')], payer, { reserved: member('R') })).toEqual(weak)
  })

  test('a whole word of the name or nine digits are enough', async () => {
    expect(await match([member('A')], { ...paying, name: 'S*** JAIDEE' })).toEqual(a)
    expect(await match([member('A')], { bank: 'SCB', account: '234567890' })).toEqual(a)
    expect(await match([member('A')], { account: '234567890', name: 'นาย สมชาย' })).toEqual(a)
    // Of more than two words the first and the last are compared, not the second.
    const many = member('A', { bankAccountName: 'SOMCHAI NA AYUTTHAYA' })
    expect(await match([many], { ...paying, name: 'MR SOMC NA AYUTTHAYA' })).toEqual(a)
  })
})

describe('NAME-04 of two members with the same digits', () => {
  const [own, namesake] = [member('A'), member('T')]
  const ambiguous = { memberId: null, hold: 'ambiguous' }

  test('the one whose name agrees has it', async () => {
    const two = [member('T', { bankAccountName: 'SOMSAK JAIDEE' }), own]
    expect(await match(two, paying)).toEqual({ memberId: 'A', hold: null })
  })

  test('of namesakes the one for whom that payer has paid before, or who reserved the amount', async () => {
    expect(await match([namesake, own], paying)).toEqual(ambiguous)
    expect(await match([namesake, own], paying, { paidBefore: ['A'] })).toMatchObject({
      memberId: 'A',
    })
    expect(await match([namesake, own], paying, { paidBefore: ['A', 'T'] })).toEqual(ambiguous)
    expect(await match([namesake, own], paying, { reserved: own })).toMatchObject({ memberId: 'A' })
  })

  test('without a name that is shown, what was paid before decides nothing, and a reserved amount does', async () => {
    for (const name of [undefined, '***', 'MR S J']) {
      const payer = { ...paying, name }
      expect(await match([namesake, own], payer, { paidBefore: ['A'] })).toEqual(ambiguous)
      expect(await match([namesake, own], payer, { reserved: own })).toMatchObject({
        memberId: 'A',
      })
    }
  })

  test('a name as banks cut it off does not precede a whole one, nor one in another alphabet', async () => {
    const cut = member('T', { bankAccountName: 'SOMCHAI JA' })
    const thai = member('T', { bankAccountName: 'สมชาย ใจดี' })
    expect(await match([cut, own], { ...paying, name: 'SOMCHAI JA' })).toEqual(ambiguous)
    expect(await match([thai, own], { ...paying, name: 'นาย สมชาย ใจดี' })).toEqual(ambiguous)
    expect(await match([thai, own], paying, { paidBefore: ['A'] })).toMatchObject({ memberId: 'A' })
  })
})

test.each([
  ['MR SOMCHAI J', 'word'],
  ['SOMCHAI JAIDEE', 'word'],
  ['S*** JAIDEE', 'word'],
  ['SOMCHAI Jxxx', 'word'],
  ['S J', 'unsaid'],
  ['S.J.', 'unsaid'],
  ['SOMC**I J***', 'unsaid'],
  ['SOM JAI', 'unsaid'],
  ['นาย สมชาย ใจดี', 'other'],
  ['***', 'other'],
  ['MR.', 'other'],
  ['SOMSAK JAIDEE', 'different'],
])('NAME-03 of SOMCHAI JAIDEE %s shows: %s', (reported, shows) => {
  expect(compareReported(reported, 'SOMCHAI JAIDEE')).toBe(shows)
})

test.each([
  ['SOMJAI JAIDEE', 'S J', 'different'],
  ['SOMJAI J', 'S JAIDEE', 'different'],
  ['SOMJAI JAIDEE', 'SOMJAI J', 'different'],
  ['S J', 'S J', 'unsaid'],
  ['FELIX J', 'FELICIA JAIDEE', 'different'],
  ['MAX J', 'MAX JAIDEE', 'word'],
  ['นาย มี ใ', 'มี ใจดี', 'word'],
  ['นาย ม ใ', 'มี ใจดี', 'unsaid'],
])('NAME-02 a bank shows %s: for one who registered %s it is %s', (reported, registered, is) => {
  expect(compareReported(reported, registered)).toBe(is)
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
