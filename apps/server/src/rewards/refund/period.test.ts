import { describe, expect, test } from 'vitest'
import { listDuePeriods, lossOf, refundOf } from './period.ts'

const at = (text: string) => new Date(text)
const due = (now: string, length: 'day' | 'week', closedUntil: string | null) =>
  listDuePeriods(at(now), length, { closedUntil: closedUntil === null ? null : at(closedUntil) })
const spansOf = (periods: ReturnType<typeof due>) =>
  periods.map(({ name, since, until }) => [name, since.toISOString(), until.toISOString()])

describe('OP-RFDACC OP-B23 periods are Bangkok days and weeks that begin on Monday', () => {
  test('the first closed period is the last one that is over', () => {
    expect(spansOf(due('2026-11-21T05:00:00.000Z', 'week', null))).toEqual([
      ['week 2026-11-09', '2026-11-08T17:00:00.000Z', '2026-11-15T17:00:00.000Z'],
    ])
    expect(spansOf(due('2026-11-21T05:00:00.000Z', 'day', null))).toEqual([
      ['day 2026-11-20', '2026-11-19T17:00:00.000Z', '2026-11-20T17:00:00.000Z'],
    ])
  })

  // 17:00 in UTC is midnight in Bangkok; the 22nd of November is a Sunday, and the 31st of December a Thursday.
  test.each([
    ['2026-11-22T16:59:59.999Z', 'week', []],
    ['2026-11-22T17:00:00.000Z', 'week', ['week 2026-11-16']],
    ['2026-11-22T17:00:00.001Z', 'week', ['week 2026-11-16']],
    ['2026-11-29T16:59:59.999Z', 'week', ['week 2026-11-16']],
    ['2026-11-29T17:00:00.000Z', 'week', ['week 2026-11-16', 'week 2026-11-23']],
  ] as const)('at %s of %s there are due: %j', (now, length, names) => {
    const periods = due(now, length, '2026-11-15T17:00:00.000Z')
    expect(periods.map(({ name }) => name)).toEqual(names)
  })

  test.each([
    ['2026-12-31T16:59:59.999Z', []],
    ['2026-12-31T17:00:00.000Z', ['day 2026-12-31']],
    ['2027-01-02T16:59:59.999Z', ['day 2026-12-31', 'day 2027-01-01']],
  ])('days over the end of a year at %s: %j', (now, names) => {
    const periods = due(now, 'day', '2026-12-30T17:00:00.000Z')
    expect(periods.map(({ name }) => name)).toEqual(names)
  })

  test('when days become weeks the first week begins where the last day ended, and none overlaps another', () => {
    const closedUntil = '2026-11-17T17:00:00.000Z'
    const periods = due('2026-12-01T00:00:00.000Z', 'week', closedUntil)
    expect(spansOf(periods)).toEqual([
      ['week 2026-11-18', '2026-11-17T17:00:00.000Z', '2026-11-22T17:00:00.000Z'],
      ['week 2026-11-23', '2026-11-22T17:00:00.000Z', '2026-11-29T17:00:00.000Z'],
    ])
  })

  test('a clock that was set back closes nothing', () => {
    expect(due('2026-11-20T00:00:00.000Z', 'week', '2026-11-22T17:00:00.000Z')).toEqual([])
  })

  test('a worker that was down for years catches up in several runs', () => {
    const periods = due('2026-11-20T00:00:00.000Z', 'day', '2024-11-22T17:00:00.000Z')
    expect(periods).toHaveLength(60)
    expect(periods[0]!.name).toBe('day 2024-11-23')
  })
})

describe('OP-RFDACC the refund', () => {
  const terms = { rate: 500, min: 100n, max: 1_000_000n }
  test.each([
    [85_000n, 4_250n],
    [1_999n, 0n],
    [2_000n, 100n],
    [2_019n, 100n],
    [2_020n, 101n],
    [0n, 0n],
    [-85_000n, 0n],
    [20_000_000n, 1_000_000n],
    [30_000_000n, 1_000_000n],
  ])('of a loss of %s satang it is %s', (loss, refund) => {
    expect(refundOf(loss, terms)).toBe(refund)
  })

  test('kip are whole', () => {
    expect(refundOf(70_019n, { rate: 500, min: 500n, max: 5_000_000n })).toBe(3_500n)
  })

  test('rewards and wins reduce a loss, and a forfeited amount adds to it', () => {
    expect(lossOf({ lost: 1_000n, won: 300n, gifts: 100n, forfeited: 50n, carried: 0n })).toBe(650n)
  })
})
