import { expect, test } from 'vitest'
import { strengthOf } from './new-password-fields.tsx'

test.each([
  // The rule is shown before it is broken.
  ['', 'short'],
  ['short1', 'short'],
  ['12345678', 'weak'],
  ['aaaaaaaaaaaa', 'weak'],
  ['password', 'weak'],
  ['three quiet rivers', 'good'],
  ['กระเป๋าเงิน2569', 'good'],
  ['longbutonlyletters', 'good'],
])('OP-B14 REACH-88 the hint for "%s" is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
