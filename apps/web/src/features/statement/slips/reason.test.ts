import { expect, test } from 'vitest'
import { slipReasons } from '#text/en/slip-reasons.ts'
import { reasonText } from './reason.ts'

test('SLIP-20 a reason that nobody knows is shown as it came', () => {
  expect(reasonText('BANK_ON_HOLIDAY', slipReasons)).toBe('BANK_ON_HOLIDAY')
  expect(reasonText('toString', slipReasons)).toBe('toString')
  expect(reasonText('EXPIRED_SLIP', slipReasons)).toBe(slipReasons.EXPIRED_SLIP)
  expect(reasonText(null, slipReasons)).toBeNull()
})
