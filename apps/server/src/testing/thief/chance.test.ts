import { expect, test } from 'vitest'
import { chanceOf } from './chance.ts'

test('CARE-77 the same seed makes the same choices, and another one makes others', () => {
  const choices = (seed: number) => {
    const chance = chanceOf(seed)
    return Array.from({ length: 50 }, () => chance.between(1, 6))
  }
  expect(choices(7)).toEqual(choices(7))
  expect(choices(7)).not.toEqual(choices(8))
  expect(new Set(choices(7))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
})
