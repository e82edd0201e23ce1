import { expect, test } from 'vitest'
import { addressOf, base32Of, codeOf, findStep, stepOf } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// https://datatracker.ietf.org/doc/html/rfc6238#appendix-B, the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of second %i', (second, code) => {
  expect(codeOf(secret, stepOf(new Date(second * 1_000)))).toBe(code)
})

test('a clock may be one step off, and no more', () => {
  const at = new Date('2026-11-21T05:00:00Z')
  const step = stepOf(at)
  for (const [off, found] of [
    [-2n, null],
    [-1n, step - 1n],
    [0n, step],
    [1n, step + 1n],
    [2n, null],
  ] as const)
    expect(findStep(secret, codeOf(secret, step + off), at)).toBe(found)
})

test('the secret as apps read it', () => {
  expect(base32Of(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(base32Of(Buffer.from('f'))).toBe('MY')
  expect(addressOf(secret, { issuer: 'Kapao & Co', name: 'nok' })).toBe(
    'otpauth://totp/Kapao%20%26%20Co:nok?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Kapao%20%26%20Co',
  )
})
