import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskBankAccountNo, readBankAccountNo } from './bank-account.ts'
import { readPhone } from './phone/phone.ts'

describe('OP-E07 one phone, many spellings', () => {
  test.each([
    '0812345678',
    '081-234-5678',
    ' 081 234 5678 ',
    '(081) 234.5678',
    '+66812345678',
    '+66 81 234 5678',
    '+66 (0)81 234 5678',
    '66812345678',
    '0066812345678',
    '00 66 81 234 5678',
    '๐๘๑-๒๓๔-๕๖๗๘',
    '+๖๖ ๘๑ ๒๓๔ ๕๖๗๘',
    '໐໘໑໒໓໔໕໖໗໘',
    '０８１２３４５６７８',
    '\u202a081\u2011234\u20115678\u202c',
    '\u202a+66 81 234 5678\u202c',
    '081\u00a0234\u20135678',
  ])('%j is Thai', (text) => {
    expect(readPhone(text)).toEqual({ country: 'TH', e164: '+66812345678', local: '0812345678' })
  })

  test.each([
    '02055512345',
    '020 5551 2345',
    '2055512345',
    '55512345',
    '+8562055512345',
    '+856 20 5551 2345',
    '+856 020 5551 2345',
    '8562055512345',
    '008562055512345',
    '໐໒໐ ໕໕໕໑ ໒໓໔໕',
    '๐๒๐-๕๕๕๑-๒๓๔๕',
  ])('%j is Lao', (text) => {
    expect(readPhone(text)).toEqual({ country: 'LA', e164: '+8562055512345', local: '02055512345' })
  })

  test('a Lao number of 030 has seven more digits', () => {
    const phone = { country: 'LA', e164: '+856301234567', local: '0301234567' }
    expect(readPhone('030 123 4567')).toEqual(phone)
    expect(readPhone('+856 30 123 4567')).toEqual(phone)
  })

  test.each([
    '',
    '+',
    'abc',
    '081234567',
    '08123456789',
    '0212345678',
    '812345678',
    '+1 415 555 0100',
    '+0812345678',
    '++66812345678',
    '66+812345678',
    '081234567x',
    '081/2345678',
    '02015551234',
    '+856 20 1555 1234',
    '٠٨١٢٣٤٥٦٧٨',
    '0812345678; drop table',
  ])('%j is no mobile number of either country', (text) => {
    expect(readPhone(text)).toBeNull()
  })

  test('what is stored reads back as itself, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789๐໐+-. 68')) }),
        (text) => {
          const phone = readPhone(text)
          if (!phone) return
          expect(readPhone(phone.e164)).toEqual(phone)
          expect(readPhone(phone.local)).toEqual(phone)
        },
      ),
      { numRuns: 5_000 },
    )
  })
})

describe('bank accounts', () => {
  test('are compared by their digits', () => {
    for (const text of ['123-4-56789-0', '123 4 56789 0', '๑๒๓๔๕๖๗๘๙๐', '໑໒໓-໔໕໖-໗໘໙໐'])
      expect(readBankAccountNo(text)).toBe('1234567890')
  })

  test.each(['', '12345', '1'.repeat(21), '12345678a0', '-'])('%j is none', (text) => {
    expect(readBankAccountNo(text)).toBeNull()
  })

  test('are masked but for the last four digits', () => {
    expect(maskBankAccountNo('1234567890')).toBe('••••••7890')
  })
})
