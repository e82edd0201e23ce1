import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const cell = (text: string) => csvOf([[text]]).slice(1, -2)

test('begins with the byte order mark of UTF-8, and ends each line as spreadsheets do', () => {
  expect(
    csvOf([
      ['ลำดับ', 'ຈຳນວນ'],
      ['1', '-2.50'],
    ]),
  ).toBe('\uFEFFลำดับ,ຈຳນວນ\r\n1,-2.50\r\n')
})

test.each([
  ['=1+1', `"'=1+1"`],
  ['+66', `"'+66"`],
  ['-cmd|calc', `"'-cmd|calc"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['  =1', `"'  =1"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
])('a formula is written as text: %s', (text, written) => {
  expect(cell(text)).toBe(written)
})

test.each([
  ['-100.05', '-100.05'],
  ['0.00', '0.00'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
])('%s is written as it is', (text, written) => {
  expect(cell(text)).toBe(written)
})
