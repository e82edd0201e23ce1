import { wheelDurationScale, wheelFriction } from '@kapao/contract/limits-of-wheel'
import { describe, expect, test } from 'vitest'
import { framesOf, placeAt, planMotion, progressAt } from './motion.ts'

const whims = [0, 0.5, 0.999_999].map((value) => ({ within: value, pace: value }))

describe('where the wheel stops', () => {
  test('SPIN-21 the pointer is inside the winning sector for every place of every wheel, from any starting angle', () => {
    for (let count = 2; count <= 24; count += 1)
      for (let place = 0; place < count; place += 1)
        for (const fromDeg of [0, 77.7, 359.99, 1_234.5])
          for (const whim of whims) {
            const { toDeg } = planMotion({ place, count, fromDeg }, whim)
            expect(placeAt(toDeg, count)).toBe(place)
          }
  })

  test('the sectors run clockwise from the pointer at the top', () => {
    expect(placeAt(0, 4)).toBe(0)
    expect(placeAt(-91, 4)).toBe(1)
    expect(placeAt(91, 4)).toBe(2)
    expect(placeAt(1, 4)).toBe(3)
  })
})

describe('the motion', () => {
  test('SPIN-20 CONST-28 three to four turns take four to five seconds a turn, times turns, times a tenth', () => {
    expect([wheelFriction, wheelDurationScale]).toEqual([0.991, 0.1])
    for (let place = 0; place < 8; place += 1)
      for (const whim of whims) {
        const { fromDeg, toDeg, durationMs } = planMotion({ place, count: 8, fromDeg: 0 }, whim)
        const turns = (toDeg - fromDeg) / 360
        expect(turns).toBeGreaterThanOrEqual(3)
        expect(turns).toBeLessThan(4)
        expect(durationMs).toBeCloseTo((4 + whim.pace) * turns * 100, 6)
        expect(durationMs).toBeGreaterThanOrEqual(1_200)
        expect(durationMs).toBeLessThanOrEqual(2_000)
      }
  })

  test('SPIN-20 it never turns back, slows down to the end, and stops exactly at its place', () => {
    const shares = Array.from({ length: 101 }, (_, step) => progressAt(step / 100, 1_600))
    const steps = shares.slice(1).map((share, index) => share - shares[index]!)
    expect(shares[0]).toBeCloseTo(0, 6)
    expect(shares[100]).toBe(1)
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
    expect(steps.at(-1)!).toBeLessThan(steps[20]! / 5)
    const motion = planMotion({ place: 3, count: 8, fromDeg: 10 }, { within: 0.5, pace: 0.5 })
    const frames = framesOf(motion)
    expect(frames).toHaveLength(91)
    expect(Number.parseFloat(frames[0]!.slice('rotate('.length))).toBeCloseTo(10, 4)
    expect(frames.at(-1)).toBe(`rotate(${motion.toDeg}deg)`)
  })
})
