import { expect, test } from 'vitest'
import { CallFault } from './fault.ts'
import { namedField } from './named-field.ts'

const refused = (code: string, message: string) =>
  new CallFault('refused', { status: 400, code, message })

test('OP-E05 a broken rule names the field that it belongs to', () => {
  expect(namedField(refused('INVALID_USER_INFO', 'inviteCode is not known'))).toBe('inviteCode')
  expect(namedField(refused('KEY_INVALID', 'password is one of the commonest'))).toBe('password')
})

test.each([
  ['the code alone', refused('INVALID_USER_INFO', 'INVALID_USER_INFO')],
  ['another code', refused('EXISTING_BANK', 'bankAccountNo is known')],
  ['no sentence', refused('KEY_INVALID', '')],
  ['no refusal', new Error('inviteCode is not known')],
])('%s names none', (_title, fault) => {
  expect(namedField(fault)).toBeNull()
})
