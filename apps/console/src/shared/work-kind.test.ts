import { expect, test } from 'vitest'
import { keyInAddress, workAddress } from './work-kind.ts'

test('DESK-120 an address says which item it shows, also one whose id has letters of its own', () => {
  expect(keyInAddress(`${workAddress('all')}/deposit/7f3a`)).toBe('deposit/7f3a')
  expect(keyInAddress(`${workAddress('payment')}/payment/ZPAY%3A12.5`)).toBe('payment/ZPAY:12.5')
  for (const none of [workAddress('all'), '/members/7KQ2M4XW9PZA', `${workAddress('all')}/deposit`])
    expect(keyInAddress(none)).toBeNull()
})
