import { expect, test } from 'vitest'
import { drawSample } from './sample.ts'

const cases = Array.from({ length: 20 }, (_, n) => `step ${n}`)
const draw = (seed: string, count = 3, name = 'kills') => drawSample({ seed, name, count }, cases)

test('a seed draws the given number of cases, in order, and the same ones again', () => {
  const drawn = draw('7')
  expect(drawn).toHaveLength(3)
  expect(drawn).toEqual(cases.filter((one) => drawn.includes(one)))
  expect(draw('7')).toEqual(drawn)
})

test('over a hundred seeds every case is drawn, and about as often as any other', () => {
  const often = new Map<string, number>()
  for (let seed = 0; seed < 100; seed += 1)
    for (const one of draw(String(seed))) often.set(one, (often.get(one) ?? 0) + 1)
  expect(often.size).toBe(cases.length)
  expect(Math.max(...often.values())).toBeLessThan(40)
})

test('tables with different names are drawn independently', () => {
  const seeds = Array.from({ length: 20 }, (_, n) => String(n))
  const alike = seeds.filter((seed) => draw(seed).join() === draw(seed, 3, 'others').join())
  expect(alike.length).toBeLessThan(5)
})

test('a small table is drawn whole, and an empty sample is refused', () => {
  expect(draw('7', 20)).toEqual(cases)
  expect(draw('7', 99)).toEqual(cases)
  expect(() => draw('7', 0)).toThrow('would prove nothing')
})
