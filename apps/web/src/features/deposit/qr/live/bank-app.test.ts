import { expect, test } from 'vitest'
import { bankAppLink } from './bank-app.ts'

const android = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/120.0 Mobile'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15'
const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0'

test('a phone opens the app of the member’s bank, anything else opens nothing', () => {
  expect(bankAppLink('KBANK', iphone)).toBe('kplus://')
  expect(bankAppLink('SCB', android)).toBe(
    'intent://open#Intent;scheme=scbeasy;package=com.scb.phone;end',
  )
  expect(bankAppLink('KBANK', desktop)).toBeNull()
  for (const unknown of ['GSB', 'BCEL', '', 'toString', '__proto__'])
    expect(bankAppLink(unknown, android), unknown).toBeNull()
})
