import { describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import type { SettledPlay } from '#ledger/play/settled.ts'
import { judgeConditions, finalOf } from './judge.ts'
import type { Condition } from './store.ts'
import { timesUp } from '#core/hundredths.ts'

const at = (minute: number) => new Date(Date.parse('2026-11-20T00:00:00Z') + minute * minuteMs)

const conditionOf = (id: string, minute: number, amount: bigint, toPlay: bigint): Condition => ({
  id,
  memberId: 'M',
  kind: 'prize',
  source: 'lucky',
  currency: 'BAHT',
  amount,
  toPlay,
  createdAt: at(minute),
})
const play = (minute: number, staked: bigint, lost = 0n): SettledPlay => ({
  game: 'pg',
  at: at(minute),
  staked,
  lost,
})

test('CARE-29 without play no condition is met, and all that was given is kept', () => {
  const two = [conditionOf('a', 1, 100n, 500n), conditionOf('b', 2, 20n, 100n)]
  expect(judgeConditions(two, [])).toEqual({ met: [], kept: { amount: 120n, toPlay: 600n } })
})

test('CARE-29 play counts once, for the oldest condition first, and the excess for the next', () => {
  const two = [conditionOf('a', 1, 100n, 500n), conditionOf('b', 2, 20n, 100n)]
  expect(judgeConditions(two, [play(3, 500n)])).toEqual({
    met: [{ id: 'a', by: 'played', at: at(3) }],
    kept: { amount: 20n, toPlay: 100n },
  })
  expect(judgeConditions(two, [play(3, 540n), play(4, 60n)]).kept.amount).toBe(0n)
})

test('CARE-29 play from before a reward does not count for it', () => {
  const one = [conditionOf('a', 5, 100n, 500n)]
  expect(judgeConditions(one, [play(4, 900n), play(6, 100n)]).kept).toEqual({
    amount: 100n,
    toPlay: 400n,
  })
})

test('CARE-29 a reward that is lost is met, and of one that is half lost half is kept', () => {
  const two = [conditionOf('a', 1, 100n, 500n), conditionOf('b', 2, 100n, 500n)]
  expect(judgeConditions(two, [play(3, 60n, 60n), play(4, 90n, 90n)])).toEqual({
    met: [{ id: 'a', by: 'lost', at: at(4) }],
    kept: { amount: 50n, toPlay: 410n },
  })
})

test('CARE-84 CARE-29 a reward that is lost to the last satang is met, and with one satang left it is not', () => {
  const one = [conditionOf('a', 1, 100n, 500n)]
  expect(judgeConditions(one, [play(3, 100n, 100n)])).toEqual({
    met: [{ id: 'a', by: 'lost', at: at(3) }],
    kept: { amount: 0n, toPlay: 0n },
  })
  expect(judgeConditions(one, [play(3, 99n, 99n)])).toEqual({
    met: [],
    kept: { amount: 1n, toPlay: 401n },
  })
})

test('CARE-29 an earlier win offsets a later loss', () => {
  const one = [conditionOf('a', 1, 100n, 5_000n)]
  const { met, kept } = judgeConditions(one, [play(2, 0n, -400n), play(3, 100n, 100n)])
  expect([met, kept]).toEqual([[], { amount: 100n, toPlay: 4_900n }])
})

describe('CARE-104 conditions that are final', () => {
  const line = [conditionOf('a', 1, 100n, 500n), conditionOf('b', 3, 20n, 100n)]
  const metAt = (minute: number) => [{ id: 'a', by: 'played' as const, at: at(minute) }]
  const day = 24 * 60

  test('are those met before the next one began, and a whole line that is met', () => {
    expect(finalOf(line, [], at(10))).toEqual([])
    expect(finalOf(line, metAt(2), at(10))).toEqual(metAt(2))
    const both = [...metAt(4), { id: 'b', by: 'lost' as const, at: at(5) }]
    expect(finalOf(line, both, at(10))).toEqual(both)
  })

  test('are none that would count again for the next one, until thirty days have passed', () => {
    for (const minute of [3, 4]) expect(finalOf(line, metAt(minute), at(10))).toEqual([])
    expect(finalOf(line, metAt(4), at(30 * day + 1))).toEqual([])
    expect(finalOf(line, metAt(4), at(30 * day + 2))).toEqual(metAt(4))
  })
})

test.each([
  [1_001n, '1.5', 1_502n],
  [100n, '0', 0n],
  [100n, '5', 500n],
  [3n, '0.01', 1n],
])('CARE-29 %s, %s times, is %s to be played, rounded up', (amount, times, expected) => {
  expect(timesUp(amount, times)).toBe(expected)
})
