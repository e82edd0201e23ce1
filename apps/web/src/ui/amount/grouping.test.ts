import { describe, expect, test } from 'vitest'
import { groupDigits, plainDigits, settle } from './grouping.ts'

test.each([
  ['', ''],
  ['7', '7'],
  ['999', '999'],
  ['1000', '1,000'],
  ['1234567.5', '1,234,567.5'],
  ['1000.', '1,000.'],
  ['12.345', '12.345'],
  ['ten', 'ten'],
  ['1.2.3', '1.2.3'],
  ['-5000', '-5000'],
])('REACH-16 %s is shown as %s', (plain, shown) => {
  expect(groupDigits(plain)).toBe(shown)
  expect(plainDigits(shown)).toBe(plain)
})

test.each([
  ['1,000.50', '1000.50'],
  ['1 000', '1000'],
  ['฿2,500', '2500'],
  ['₭ 20,000', '20000'],
  ['๑๒๐.๕๐', '120.50'],
  ['໑໒໐໐໙', '12009'],
  // A decimal comma results in too many decimals, so the amount is refused instead of misread.
  ['1.000,50', '1.00050'],
])('REACH-16 %s is taken as %s', (typed, plain) => {
  expect(plainDigits(typed)).toBe(plain)
})

/** A field with `|` as its caret. */
const field = (text: string) => ({ raw: text.replace('|', ''), caret: text.indexOf('|') })
const drawn = ({ shown, caret }: ReturnType<typeof settle>) =>
  `${shown.slice(0, caret)}|${shown.slice(caret)}`

describe('REACH-16 the caret stays after the digit that it was after', () => {
  test.each([
    ['typed at the end', '1000|', '100', '1,000|'],
    ['typed in the middle', '15|,000', '1000', '15|,000'],
    ['typed before a group that comes about', '12|34', '134', '1,2|34'],
    ['typed behind a comma', '1,5|000', '1000', '15|,000'],
    ['a decimal', '1,000.5|', '1000.', '1,000.5|'],
    ['pasted whole', '1000.50|', '', '1,000.50|'],
    ['pasted over the same amount', '1000|', '1000', '1,000|'],
  ])('%s', (_, now, before, after) => {
    expect(drawn(settle({ ...field(now), before, deleted: null }))).toBe(after)
  })

  test.each([
    ['at the end', '1,00|', 'before', '100|'],
    ['at the front', '|,000', 'before', '|000'],
    ['whole', '|', 'before', '|'],
    ['backwards behind a comma: the digit in front of it goes', '1|000', 'before', '|000'],
    ['forwards in front of a comma: the digit behind it goes', '1|000', 'after', '1|00'],
  ] as const)('deleted %s', (_, now, deleted, after) => {
    expect(drawn(settle({ ...field(now), before: '1000', deleted }))).toBe(after)
  })
})
