import { expect, test } from 'vitest'
import { keyInAddress } from './work-kind.ts'

test('DESK-120 an address says which item it shows, also one whose id has letters of its own', () => {
  expect(keyInAddress('/work/all/deposit/7f3a')).toBe('deposit/7f3a')
  expect(keyInAddress('/work/payment/payment/ZPAY%3A12.5')).toBe('payment/ZPAY:12.5')
  for (const none of ['/work/all', '/work', '/members/7KQ2M4XW9PZA', '/work/all/deposit'])
    expect(keyInAddress(none)).toBeNull()
})
