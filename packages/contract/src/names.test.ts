import { expect, test } from 'vitest'
import { hasInitials, hasTooManyMarks, isInitial, lettersOf } from './names.ts'

test.each([
  ['J', 1],
  ['J.', 1],
  ['Ã', 1],
  ['S\u0303', 1],
  ['ใ', 1],
  ['ก', 1],
  ['ก้', 1],
  ['มี', 2],
  ['ดีๆ', 3],
  ['ດີ', 2],
  ['ກໍ', 2],
  ['ມ', 1],
  ['JO', 2],
  ['', 0],
  ["'", 0],
])('NAME-01 of letters %s has %i', (word, count) => {
  expect(lettersOf(word)).toBe(count)
})

test('NAME-01 initials are words of one letter, with or without dots', () => {
  expect(['J', 'J.', 'S.J.', 'ใ', 'ม้', '.', '-'].filter((word) => !isInitial(word))).toEqual([])
  expect(['JO', 'มี', "D'ARCY", 'SMITH-J', 'ດີ'].filter(isInitial)).toEqual([])
})

test('NAME-01 a name has initials where its first or its last word is one', () => {
  const initials = ['S J', 'SOMCHAI J', 'S JAIDEE', 'X', 'ส ใจดี', 'สมชาย ใ', ' S.J. JAIDEE ']
  expect(initials.filter((name) => !hasInitials(name))).toEqual([])
  const whole = ['SOMCHAI JAIDEE', 'JOHN F KENNEDY', 'สมใจ ณ อยุธยา', 'มี ดี', 'SUKARNO', 'ດີ ວົງສາ']
  expect(whole.filter(hasInitials)).toEqual([])
})

test('NAME-05 no letter has more than three marks', () => {
  expect(hasTooManyMarks('ปู่ ที่ น้ำ')).toBe(false)
  expect(hasTooManyMarks('Việt')).toBe(false)
  expect(hasTooManyMarks(`ก${'\u0e49'.repeat(3)}`)).toBe(false)
  expect(hasTooManyMarks(`ก${'\u0e49'.repeat(4)}`)).toBe(true)
  expect(hasTooManyMarks(`SO${'\u0303'.repeat(60)}M`)).toBe(true)
})
