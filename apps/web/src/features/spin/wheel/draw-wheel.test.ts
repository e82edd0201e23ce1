import { expect, test } from 'vitest'
import { darken, linesOf, textOfChance } from './draw-wheel.ts'

test('SPIN-10 CONST-28 a sector that did not win keeps a quarter of its color', () => {
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

test.each([
  ['5 baht', 50, ['5 baht']],
  ['Try again', 50, ['Try', 'again']],
  ['500 baht to spend', 80, ['500 baht', 'to spend']],
  ['ลองใหม่อีกครั้ง', 50, ['ลองใหม่อีกครั้ง']],
])('REACH-68 the label %s fits a sector of %d px on the lines %o', (label, room, lines) => {
  expect(linesOf(label, room, (text) => [...text].length * 8)).toEqual(lines)
})
