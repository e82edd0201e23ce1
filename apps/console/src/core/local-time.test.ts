import { expect, test } from 'vitest'
import { formatLocal, instantOf, isUnreadable, localOf, readLocal } from './local-time.ts'

const now = Date.parse('2026-11-27T05:00:00Z')

test.each([
  ['27/11/2026 10:05', '2026-11-27T10:05'],
  [' 3/2/2026  9:05 ', '2026-02-03T09:05'],
  ['27.11.2026 10.05', '2026-11-27T10:05'],
  ['27/11 10:05', '2026-11-27T10:05'],
  ['31/02/2026 10:05', null],
  ['12/27/2026 10:05', null],
  ['27/11/2026 25:00', null],
  ['27/11/2026', null],
  ['2026-11-27T10:05', null],
  ['', null],
])('HOUSE-71 a time is typed as the desk writes it, the day first: %j is %j', (typed, local) => {
  expect(readLocal(typed, now)).toBe(local)
})

test('HOUSE-71 a time that was typed before is written the same way', () => {
  expect(formatLocal('2026-02-03T09:05')).toBe('03/02/2026 09:05')
  expect(formatLocal('')).toBe('')
})

test('HOUSE-71 SCREEN-59 what is no time stays as it was typed, and is no instant', () => {
  const [local, instant] = ['2026-11-25T17:30', '2026-11-25T10:30:00.000Z']
  expect([instantOf(local), localOf(instant)]).toEqual([instant, local])
  for (const typed of ['05', '32/12', '2026-11-25T17:30x'])
    expect([instantOf(typed), isUnreadable(typed), formatLocal(typed), localOf(typed)]).toEqual([
      '',
      true,
      typed,
      typed,
    ])
  expect(['', local].map(isUnreadable)).toEqual([false, false])
})
