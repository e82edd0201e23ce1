import { expect, test } from 'vitest'
import { slipReasons } from '#text/en/slip-reasons.ts'
import { slipReasons as thai } from '#text/th/slip-reasons.ts'
import { reasonText } from './reason.ts'

test('SLIP-20 an unknown reason is shown unchanged', () => {
  expect(reasonText('BANK_ON_HOLIDAY', slipReasons)).toBe('BANK_ON_HOLIDAY')
  expect(reasonText('toString', slipReasons)).toBe('toString')
  expect(reasonText('EXPIRED_SLIP', slipReasons)).toBe(slipReasons.EXPIRED_SLIP)
  expect(reasonText(null, slipReasons)).toBeNull()
})

test('SLIP-13 a known reason is shown in the language', () => {
  expect(reasonText('SLIP_REFNO_DUPLICATED', thai)).toContain('สลิปซ้ำ')
  expect(reasonText('SLIP_REFNO_DUPLICATED', slipReasons)).toBe(slipReasons.SLIP_REFNO_DUPLICATED)
})
