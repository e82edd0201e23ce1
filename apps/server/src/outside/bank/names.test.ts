import { expect, test } from 'vitest'
import { withoutTitles } from './names.ts'

test.each([
  ['MR SOMCHAI J', 'SOMCHAI J'],
  ['Mr.SOMCHAI J', 'SOMCHAI J'],
  ['MRS MALEE R', 'MALEE R'],
  ['MRS. MALEE R', 'MALEE R'],
  ['Miss  Malee R', 'Malee R'],
  ['MS MALEE', 'MALEE'],
  ['MASTER CHAI D', 'CHAI D'],
  ['MRสมชาย', 'สมชาย'],
  ['นาย สมชาย ใ', 'สมชาย ใ'],
  ['นายสมชาย ใ', 'สมชาย ใ'],
  ['นางสาวมาลี ร', 'มาลี ร'],
  ['นางสาว มาลี ร', 'มาลี ร'],
  ['น.ส.มาลี ร', 'มาลี ร'],
  ['น.ส. มาลี ร', 'มาลี ร'],
  ['คุณสมชาย', 'สมชาย'],
  ['นาย***', '***'],
  ['ນາງສາວມະນີຈັນ', 'ມະນີຈັນ'],
  ['ນາງມະນີຈັນ', 'ມະນີຈັນ'],
  ['ທ້າວ ສົມໄຊ', 'ສົມໄຊ'],
])('CARE-109 %s without its title is %s', (name, rest) => {
  expect(withoutTitles(name, '')[0]).toBe(rest)
  expect(withoutTitles('', name)[1]).toBe(rest)
})

test('CARE-109 a title alone is no name where a bank shows it, and the whole name of who registered it', () => {
  expect(withoutTitles('MR.', 'SOMCHAI JAIDEE')).toEqual(['', 'SOMCHAI JAIDEE'])
  expect(withoutTitles('MR. SOMCHAI', 'MR.')).toEqual(['SOMCHAI', 'MR.'])
})

test.each([
  'MRINAL SEN',
  'MISSARA THONG',
  'MSAFIRI K',
  'MASTERS A',
  'MRSMALEE R',
  'SOMCHAI MR',
  'คุณากร ใจดี',
  'นายิกา รักดี',
  'ນາງິດາ ວ',
])('CARE-109 %s only begins like a title and stays whole', (name) => {
  expect(withoutTitles(name, '')).toEqual([name, ''])
})

test('CARE-109 a shorter title goes where a longer one would leave no name', () => {
  expect(withoutTitles('นางสาวิตรี ร', 'สาวิตรี รักดี')).toEqual(['สาวิตรี ร', 'สาวิตรี รักดี'])
})

test.each([
  ['น.ส. นางนวล ร', 'นางนวล รักดี', 'นางนวล ร', 'นางนวล รักดี'],
  ['นางนวล ร', 'น.ส. นางนวล รักดี', 'นางนวล ร', 'นางนวล รักดี'],
  ['น.ส. นางนวล ร', 'นวล รักดี', 'นางนวล ร', 'นวล รักดี'],
  ['น.ส. นางนวล ร', 'นาง นวล รักดี', 'นางนวล ร', 'นวล รักดี'],
  ['นางนวล ร', 'นวล รักดี', 'นวล ร', 'นวล รักดี'],
  ['น***', 'นายสมชาย ใจดี', 'น***', 'สมชาย ใจดี'],
  ['MR. MISS MALEE R', 'MALEE RAKDEE', 'MALEE R', 'MALEE RAKDEE'],
])(
  'CARE-109 titles are taken off, and a name that begins like one is kept after them: %s and %s',
  (shown, registered, theirs, ours) => {
    expect(withoutTitles(shown, registered)).toEqual([theirs, ours])
  },
)
