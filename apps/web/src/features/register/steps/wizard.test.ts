import { describe, expect, test } from 'vitest'
import {
  emptyEntries,
  flawInBank,
  flawInPhone,
  flawInProfile,
  payloadOf,
  registrationOf,
  stepsOf,
} from './wizard.ts'

const filled = {
  ...emptyEntries('thai', 'PR7'),
  phone: '0812345678',
  name: 'Nok',
  password: ' with spaces ',
  passwordAgain: ' with spaces ',
  bankCode: 'KBANK',
  bankAccountNo: '1234567890',
  firstName: 'SOMCHAI ',
  lastName: ' JAIDEE',
}

test('REG-01 REG-06 there are four steps with a code by SMS and three without', () => {
  expect(stepsOf(true)).toEqual(['phone', 'code', 'profile', 'bank'])
  expect(stepsOf(false)).toEqual(['phone', 'profile', 'bank'])
})

describe('step 1', () => {
  test('REG-03 VAR-01 outside Laos a phone has ten characters', () => {
    expect(flawInPhone({ ...filled, phone: '081234567' }, 'thai')).toBe('phoneLength')
    expect(flawInPhone({ ...filled, phone: '08123456789' }, 'thai')).toBe('phoneLength')
    expect(flawInPhone(filled, 'thai')).toBeNull()
    expect(flawInPhone({ ...filled, phone: '' }, 'thai')).toBe('phoneLength')
  })

  test('OP-B09 characters are counted, not digits', () => {
    expect(flawInPhone({ ...filled, phone: '08-1234-56' }, 'thai')).toBeNull()
  })

  test('REG-04 in Laos any length is accepted', () => {
    expect(flawInPhone({ ...filled, phone: '2055' }, 'laos')).toBeNull()
    expect(flawInPhone({ ...filled, phone: '' }, 'laos')).toBe('incomplete')
  })
})

describe('step 3', () => {
  test.each(['name', 'phone', 'password', 'passwordAgain'] as const)(
    'REG-17 REG-47 without %s it stops without a message',
    (field) => {
      expect(flawInProfile({ ...filled, [field]: '' })).toBe('incomplete')
    },
  )

  test('REG-19 the passwords must be the same, to the last space', () => {
    expect(flawInProfile({ ...filled, passwordAgain: 'with spaces' })).toBe('passwordsDiffer')
    expect(flawInProfile(filled)).toBeNull()
  })

  test('REG-18 source and invite code are optional', () => {
    expect(flawInProfile({ ...filled, sourceCode: '', inviteCode: '' })).toBeNull()
  })
})

describe('step 4', () => {
  test.each(['bankCode', 'firstName', 'lastName', 'bankAccountNo'] as const)(
    'REG-31 without %s it stops without a message',
    (field) => {
      expect(flawInBank({ ...filled, [field]: '' })).toBe('incomplete')
    },
  )

  test.each(['KTB', 'TMB', 'BBL'])(
    'REG-32 %s knows a member by an English name only',
    (bankCode) => {
      expect(flawInBank({ ...filled, bankCode })).toBeNull()
      expect(flawInBank({ ...filled, bankCode, firstName: 'สมชาย' })).toBe('englishOnly')
      expect(flawInBank({ ...filled, bankCode, lastName: 'JAIDEE2' })).toBe('englishOnly')
    },
  )

  test('NAME-01 one letter is no name', () => {
    expect(flawInBank({ ...filled, firstName: 'S' })).toBe('initials')
    expect(flawInBank({ ...filled, lastName: 'ใ' })).toBe('initials')
    expect(flawInBank({ ...filled, firstName: 'มี' })).toBeNull()
  })

  test('REG-33 every other bank accepts Thai and Lao letters', () => {
    expect(flawInBank({ ...filled, firstName: 'สมชาย', lastName: 'ໃຈດີ' })).toBeNull()
  })
})

test('REG-21 REG-35 the check sends every field but the currency, the registration sends that too', () => {
  const payload = {
    name: 'Nok',
    username: '0812345678',
    password: ' with spaces ',
    sourceCode: '',
    inviteCode: 'PR7',
    bankCode: 'KBANK',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: '1234567890',
  }
  expect(payloadOf(filled)).toEqual(payload)
  expect(registrationOf(filled)).toEqual({ ...payload, currency: 'BAHT' })
})

test('REG-36 first and last name are joined by one space', () => {
  expect(payloadOf(filled).bankAccountName).toBe('SOMCHAI JAIDEE')
})

test('the Laos variant starts with kip', () => {
  expect(emptyEntries('laos', '').currency).toBe('LAK')
})
