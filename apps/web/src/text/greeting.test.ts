import { expect, test } from 'vitest'
import { homeText } from './th/home/home.ts'

test.each([
  ['Nok', 'สวัสดี คุณ Nok'],
  ['สมชาย', 'สวัสดี คุณสมชาย'],
  ['Éva', 'สวัสดี คุณ Éva'],
])('SAY-28 the greeting of %s is %s', (name, greeting) => {
  expect(homeText.greeting(name)).toBe(greeting)
})
