import { expect, test } from 'vitest'
import { barsOf, dayName } from './bars.ts'

test('money in is above the line, money out below it, to one scale', () => {
  const { cameIn, wentOut, zero } = barsOf([
    { day: '2026-11-20', in: 1_000, out: 500 },
    { day: '2026-11-21', in: 0, out: 0.01 },
  ])
  expect(cameIn.map(({ y, height }) => [y, height])).toEqual([
    [0, 44],
    [44, 0],
  ])
  expect(wentOut.map(({ y, height }) => [y, height])).toEqual([
    [zero, 22],
    [zero, 2],
  ])
  expect(wentOut[1]!.x).toBeGreaterThan(wentOut[0]!.x)
})

test('days without transactions do not divide by zero', () => {
  expect(barsOf([{ day: '2026-11-20', in: 0, out: 0 }]).cameIn[0]!.height).toBe(0)
  expect(barsOf([]).cameIn).toEqual([])
})

test('a day in the format that members use', () => {
  expect(dayName('2026-11-02')).toBe('02/11/2026')
})
