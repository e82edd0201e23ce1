import { expect, test } from 'vitest'
import { digitsOf } from './otp-field.tsx'

test('a pasted message keeps its digits, in any script of the region', () => {
  expect(digitsOf('TBS Code: 123 456')).toBe('123456')
  expect(digitsOf('๑๒๓໔໕໖')).toBe('123456')
  expect(digitsOf('no figures')).toBe('')
})
