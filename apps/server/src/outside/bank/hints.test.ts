import { expect, test } from 'vitest'
import { hintsIn } from './hints.ts'

const receivedAt = new Date('2026-11-21T05:30:00Z')
const sms = (text: string, sender = 'KBANK') =>
  hintsIn({
    source: 'sms',
    text: JSON.stringify({ sender, text, receivedAt: receivedAt.toISOString() }),
    receivedAt,
  })

test.each([
  ['21/11/69 12:28 บช X-3334 โอนเข้า 1,250.00 คงเหลือ 9,876.50 บ.', ['1250.00'], ['3334']],
  ['โอนเข้า ๑,๒๕๐.๐๐ บาท บัญชี xx3334', ['1250.00'], ['3334']],
  ['บัญชี xxx-x-x3334-x เงินเข้า 500.00 บาท', ['500.00'], []],
  ['โอนเข้า 500.00 บาท xx3334xx จาก X-1234', ['500.00'], ['1234']],
  ['เงินเข้าบัญชี 1112223334 500 บาท', ['500'], []],
  ['You received 75 on 21/11 at 12:28', ['75'], []],
  ['ເງິນເຂົ້າ 250,000 ກີບ ບັນຊີ xx4567 ຍອດເຫຼືອ 1,000,000', ['250000'], ['4567']],
  ['ref 3 paid 40.50', ['40.50', '3'], []],
  ['Hello from your bank', [], []],
  ['0.00', [], []],
])('HOUSE-52 %s names %j', (text, amounts, tails) => {
  expect(sms(text)).toMatchObject({ amounts, tails })
})

test('HOUSE-52 the time is the one in the text, else unknown; the bank is that of the sender', () => {
  const found = sms('21/11/69 12:28 +500.00', '027777777')
  expect(found).toMatchObject({ bank: 'SCB', paidAt: new Date('2026-11-21T05:28:00Z') })
  expect(sms('+500.00').paidAt).toBe(null)
})

test('HOUSE-52 of a line of the feed, what can be read is read', () => {
  const line = { bank: 'KBANK', accountNo: '1112223334', amount: '500.00', currency: 'XXX' }
  const text = JSON.stringify({ ...line, occurredAt: '2026-11-21T05:28:00Z' })
  expect(hintsIn({ source: 'bank', text, receivedAt })).toMatchObject({
    bank: 'KBANK',
    tails: ['1112223334'],
    amounts: ['500.00'],
    paidAt: new Date('2026-11-21T05:28:00Z'),
    words: null,
  })
  for (const broken of ['', '{', 'null', '[]', '{"accountNo":7,"amount":{}}'])
    expect(hintsIn({ source: 'bank', text: broken, receivedAt }).amounts, broken).toEqual([])
})
