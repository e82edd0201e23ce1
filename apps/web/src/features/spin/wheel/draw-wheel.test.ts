import { expect, test } from 'vitest'
import { darken, textOfChance } from './draw-wheel.ts'

test('SPIN-10 CONST-28 a sector that did not win keeps a quarter of its colour', () => {
  expect(darken('#ffffff')).toBe('rgb(64 64 64)')
  expect(darken('#f5b83d')).toBe('rgb(61 46 15)')
  expect(darken('#000000')).toBe('rgb(0 0 0)')
})

test.each([
  [24, '24%'],
  [33.3333, '33.3%'],
  [1.25, '1.25%'],
  [0.001, '0.0010%'],
  [0, '0%'],
  [100, '100%'],
])('a chance of %d is written as %s', (chance, text) => {
  expect(textOfChance(chance)).toBe(text)
})
