import { expect, test } from 'vitest'
import { isSamePerson } from './same-person.ts'

const inviter = { id: 'AAAAAAAAAAAA', phone: '+66812345678', bankAccountNo: '1234567890' }
const other = { id: 'BBBBBBBBBBBB', phone: '+66899999999', bankAccountNo: '9999999999' }

test('I27 a member who shares an id, a phone or a bank account with the inviter invites themselves', () => {
  expect(isSamePerson(inviter, other)).toBe(false)
  for (const shared of ['id', 'phone', 'bankAccountNo'] as const)
    expect(isSamePerson(inviter, { ...other, [shared]: inviter[shared] }), shared).toBe(true)
})

test('missing details match nothing', () => {
  const nothing = { id: null, phone: null, bankAccountNo: null }
  expect(isSamePerson(nothing, nothing)).toBe(false)
})
