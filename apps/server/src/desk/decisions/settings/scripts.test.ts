import { expect, test } from 'vitest'
import { mixedScripts } from './scripts.ts'

const reasonsOf = (after: unknown, name = 'chat.canned' as 'chat.canned' | 'notice.la') =>
  mixedScripts([{ name, after }]).map(({ path, reason }) => [path.join('.'), reason])

test('SCREEN-34 Thai letters in a Lao text, and the other way round, are found at their place', () => {
  expect(reasonsOf('<p>ฝากเงิน</p>', 'notice.la')).toEqual([['notice.la', 'thaiInLao']])
  expect(
    reasonsOf([
      { name: 'a1', text: { th: 'ສະບາຍດີ', la: 'ສະບາຍດີ', en: 'ฝาก' } },
      { name: 'b1', text: { th: 'สวัสดี', la: ['ສະບາຍດີ', 'ฝาก'], en: '' } },
    ]),
  ).toEqual([
    ['chat.canned.0.text.th', 'laoInThai'],
    ['chat.canned.1.text.la.1', 'thaiInLao'],
  ])
})

test.each([
  'ຝາກ ແລະ ຖອນ 100 ฿, ໂທ 02',
  '<p title="ฝาก">ຝາກ</p>',
  'data:image/png;base64,AAAA',
  null,
  [],
])('SCREEN-34 %j is no mixture', (after) => {
  expect(reasonsOf(after, 'notice.la')).toEqual([])
})
