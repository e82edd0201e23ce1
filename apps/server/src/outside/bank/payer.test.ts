import { describe, expect, test } from 'vitest'
import { contradictsHolder, digitsInCommon, visiblePart } from './payer.ts'

describe('masked accounts', () => {
  test.each([
    ['xxx-x-x5678-9', '1234567895678', null],
    ['xxx-x-x5678-9', '1234056789', 5],
    ['xxx-x-x5678-x', '0000056780', 4],
    ['1234xxxx5678', '123400005678', 8],
    ['1234xxxx5678', '120400005678', null],
    ['***5678', '999905678', 4],
    ['5678', '12345678', 4],
    ['5678', '56781234', null],
    ['xxxxxxxxxxxx5678', '12345678', 4],
    ['9xxxxxxx5678', '12345678', null],
    ['', '12345678', 0],
    ['xxx', '12345678', 0],
  ])('%s against %s: %s digits', (masked, whole, seen) => {
    expect(digitsInCommon(masked, whole)).toBe(seen)
  })
})

test.each([
  ['xxx-x-x6789-x', '6789x'],
  ['XXX-X-XX123-4', '1234'],
  ['123-4-xxxxx-6', '1234xxxxx6'],
  ['567890', '567890'],
  ['•••• 6789', '6789'],
  ['xxxxxxxx1-0', null],
  ['', null],
])('of %o the seen digits are %o', (masked, seen) => {
  expect(visiblePart(masked)).toBe(seen)
})

const holder = { bankCode: 'SCB', bankAccountNo: '1234567890', bankAccountName: 'SOMCHAI JAIDEE' }

test.each([
  ['nothing at all', {}, false],
  ['the same of everything', { bank: 'SCB', account: '1234567890', name: 'SOMCHAI J' }, false],
  ['the end of the account', { account: '567890' }, false],
  ['a masked account', { account: '12xxxx7890' }, false],
  ['no digit of the account', { account: '' }, false],
  ['another bank', { bank: 'KTB', account: '1234567890' }, true],
  ['another digit', { bank: 'SCB', account: '567891' }, true],
  ['digits that the account does not have', { bank: 'SCB', account: '991234567890' }, true],
  ['another name', { bank: 'SCB', account: '567890', name: 'MALEE R' }, true],
])('CARE-110 a payer of whom a bank reports %s contradicts a holder: %o, %s', (_, payer, is) => {
  const differs = (reported: string) => !reported.startsWith('SOMCHAI')
  expect(contradictsHolder(payer, holder, differs)).toBe(is)
})
