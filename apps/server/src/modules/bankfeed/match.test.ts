import { expect, test } from 'vitest'
import { matchPayer, namesAgree, type Candidate } from './match.ts'

const member = (id: string, given: Partial<Candidate> = {}): Candidate => ({
  id,
  currency: 'BAHT',
  bankAccountName: 'SOMCHAI JAIDEE',
  bankAccountNo: '1234567890',
  ...given,
})
const money = { amount: 50_037n, currency: 'BAHT' } as const
const match = (found: Candidate[], payer: object, reserved: string | null = null) =>
  matchPayer({ findPayers: async () => found, findReserved: async () => reserved }, payer, money)

test('one member with the end of the account is meant', async () => {
  const payer = { bank: 'SCB', account: '7890' }
  expect(await match([member('A')], payer)).toEqual({ memberId: 'A', hold: null })
  expect(await match([], payer)).toEqual({ memberId: null, hold: 'unknown-payer' })
})

test('more than one is for people, unless name or currency tells them apart', async () => {
  const two = [member('A'), member('B', { bankAccountName: 'SUDA DEEJAI' })]
  const payer = { bank: 'SCB', account: '567890' }
  expect(await match(two, payer)).toEqual({ memberId: null, hold: 'ambiguous' })
  expect(await match(two, { ...payer, name: 'MISS SUDA D' })).toMatchObject({ memberId: 'B' })
  const kip = [member('A'), member('B', { currency: 'LAK' })]
  expect(await match(kip, payer)).toMatchObject({ memberId: 'A' })
})

test('a name that is another one is said to be', async () => {
  const payer = { bank: 'SCB', account: '567890', name: 'MR MALEE K' }
  expect(await match([member('A')], payer)).toEqual({ memberId: null, hold: 'wrong-payer' })
})

test('four digits without a bank tell nobody, and a reserved amount counts only where no payer is told', async () => {
  expect(await match([member('A')], { account: '7890' })).toMatchObject({ hold: 'unknown-payer' })
  expect(await match([], { account: '7890' }, 'R')).toMatchObject({ memberId: 'R' })
  expect(await match([], {}, 'R')).toMatchObject({ memberId: 'R' })
  expect(await match([], { bank: 'SCB', account: '7890' }, 'R')).toMatchObject({
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
])('%s may be SOMCHAI JAIDEE: %s', (told, agrees) => {
  expect(namesAgree(told, 'SOMCHAI JAIDEE')).toBe(agrees)
})
