import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { formatAge, formatSeconds, formatShort, formatSum, formatWhole } from './format.ts'
import { desk } from '#text/en/desk.ts'

test('DESK-74 a sum keeps every digit, its decimals and its sign', () => {
  expect(formatSum({ amount: '1234567.5', currency: 'BAHT' })).toBe('1,234,567.50')
  expect(formatSum({ amount: '-980', currency: 'BAHT' })).toBe('\u2212980.00')
  expect(formatSum({ amount: '0', currency: 'LAK' })).toBe('0')
  expect(formatSum({ amount: '123456789012345678901234567890', currency: 'LAK' })).toBe(
    '123,456,789,012,345,678,901,234,567,890',
  )
})

test('DESK-74 times are those of Bangkok, whole with their zone, short as far as needed', () => {
  const now = Date.parse('2026-11-25T10:00:00Z')
  const short = (at: string) => formatShort(at, now, desk.months)
  expect(formatWhole('2026-11-25T17:30:05.000Z')).toBe('26/11/2026 00:30:05 UTC+7')
  expect(short('2026-11-25T02:05:00Z')).toBe('09:05')
  expect(short('2026-11-24T16:59:00Z')).toBe('24\u00A0Nov 23:59')
  expect(short('2025-12-31T16:59:00Z')).toBe('31\u00A0Dec 2025')
  expect(formatWhole('nonsense')).toBe('')
})

test('ages and durations are shown in their largest unit', () => {
  const since = '2026-11-25T10:00:00Z'
  const after = (minutes: number) =>
    formatAge(since, Date.parse(since) + minutes * minuteMs, desk.age)
  expect([0, 59, 60, 47 * 60, 49 * 60].map(after)).toEqual([
    'now',
    '59\u00A0min',
    '1\u00A0h',
    '47\u00A0h',
    '2\u00A0d',
  ])
  // A clock that runs behind makes nothing younger than now.
  expect(after(-5)).toBe('now')
  expect(formatSeconds(42, desk.age)).toBe('42\u00A0s')
})
