import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { dayMs } from '@kapao/contract/times'
import { bangkokDayName, bangkokDayStart, bangkokWeekStart } from './clock.ts'

describe('F41 days and weeks begin at midnight in Bangkok', () => {
  test.each([
    // Instant, start of the day, start of the week (Monday).
    ['2026-11-21T16:59:59.999Z', '2026-11-20T17:00:00.000Z', '2026-11-15T17:00:00.000Z'],
    ['2026-11-21T17:00:00.000Z', '2026-11-21T17:00:00.000Z', '2026-11-15T17:00:00.000Z'],
    ['2026-11-22T16:59:59.999Z', '2026-11-21T17:00:00.000Z', '2026-11-15T17:00:00.000Z'],
    ['2026-11-22T17:00:00.000Z', '2026-11-22T17:00:00.000Z', '2026-11-22T17:00:00.000Z'],
    ['2026-12-31T17:00:00.000Z', '2026-12-31T17:00:00.000Z', '2026-12-27T17:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', '2028-02-28T17:00:00.000Z', '2028-02-27T17:00:00.000Z'],
    ['1969-12-31T00:00:00.000Z', '1969-12-30T17:00:00.000Z', '1969-12-28T17:00:00.000Z'],
  ])('OP-B23 %s', (at, day, week) => {
    expect(bangkokDayStart(new Date(at)).toISOString()).toBe(day)
    expect(bangkokWeekStart(new Date(at)).toISOString()).toBe(week)
  })

  test.each([
    ['2026-11-21T16:59:59.999Z', '2026-11-21'],
    ['2026-11-21T17:00:00.000Z', '2026-11-22'],
    ['2026-12-31T17:00:00.000Z', '2027-01-01'],
    ['1969-12-31T00:00:00.000Z', '1969-12-31'],
  ])('OP-B23 %s is of the day %s there', (at, name) =>
    expect(bangkokDayName(new Date(at))).toBe(name),
  )

  test('every instant is within its day and its week, and both begin at 17:00 UTC', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1960-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (at) => {
          const day = bangkokDayStart(at)
          const week = bangkokWeekStart(at)
          expect(at.getTime() - day.getTime()).toBeGreaterThanOrEqual(0)
          expect(at.getTime() - day.getTime()).toBeLessThan(dayMs)
          expect((day.getTime() - week.getTime()) % dayMs).toBe(0)
          expect((day.getTime() - week.getTime()) / dayMs).toBeLessThan(7)
          // 17:00 on a Sunday in UTC is Monday in Bangkok.
          expect([week.getUTCDay(), week.getUTCHours()]).toEqual([0, 17])
        },
      ),
    )
  })
})
