import { dayMs, hourMs, minuteMs, secondMs } from '@kapao/contract/times'
import { describe, expect, test } from 'vitest'
import { loadMemberText, loadVisitorText } from '#text/packs.ts'
import {
  fillPercentFail,
  formatAccountNumber,
  formatAgo,
  formatAmount,
  formatCoins,
  formatCountdown,
  formatDateTime,
  formatMinute,
  formatMoney,
  formatSignedAmount,
} from './format.ts'

test.each([
  ['2026-11-20T16:59:59.999Z', '20/11/2026 23:59:59'],
  ['2026-11-20T17:00:00.000Z', '21/11/2026 00:00:00'],
  ['2023-12-31T18:05:09.000Z', '01/01/2024 01:05:09'],
  ['2024-02-28T20:00:00.000Z', '29/02/2024 03:00:00'],
])('FMT-01 %s is %s in Bangkok, in the common era', (iso, shown) => {
  expect(formatDateTime(Date.parse(iso))).toBe(shown)
})

test.each([
  ['2026-11-20T16:59:00.000Z', '20/11/2026 23:59'],
  ['2026-11-20T16:59:00.001Z', '21/11/2026 00:00'],
])('COST-09 from %s on is possible at %s, and never a moment earlier', (iso, shown) => {
  expect(formatMinute(Date.parse(iso))).toBe(shown)
})

test('FMT-01 an invalid time shows nothing', () => {
  expect(formatDateTime(Number.NaN)).toBe('')
})

test.each([
  [1, '1.00'],
  [0, '0.00'],
  [-0, '0.00'],
  [1234.5, '1,234.50'],
  [999999999.99, '999,999,999.99'],
  [-1234.5, '-1,234.50'],
])('OP-B27 FMT-02 %d is shown as %s', (amount, shown) => {
  expect(formatAmount(amount)).toBe(shown)
})

test('FMT-02 every amount of satang is shown as the browser itself would, had it the data', () => {
  const own = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const satang = [0, 1, 5, 99, 100, 105, 115, 12_345, 99_999, 100_000_00, 999_999_999_99, 2 ** 52]
  for (let n = 0; n < 2_000; n += 1) satang.push(n * n * 7919)
  for (const one of satang)
    for (const amount of [one / 100, -one / 100])
      expect(formatAmount(amount)).toBe(own.format(amount + 0))
})

describe('relative time', async () => {
  const words = {
    th: (await loadMemberText('th')).ago,
    la: (await loadMemberText('la')).ago,
    en: (await loadMemberText('en')).ago,
  }
  const now = Date.parse('2026-11-21T00:00:00Z')

  test.each([
    [0, 'เมื่อสักครู่', 'ຫວ່າງກີ້ນີ້', 'just now'],
    [secondMs, '1\u00A0วินาทีที่แล้ว', '1\u00A0ວິນາທີກ່ອນ', '1 second ago'],
    [59 * secondMs, '59\u00A0วินาทีที่แล้ว', '59\u00A0ວິນາທີກ່ອນ', '59 seconds ago'],
    [minuteMs, '1\u00A0นาทีที่แล้ว', '1\u00A0ນາທີກ່ອນ', '1 minute ago'],
    [hourMs, '1\u00A0ชั่วโมงที่แล้ว', '1\u00A0ຊົ່ວໂມງກ່ອນ', '1 hour ago'],
    [dayMs - 1, '23\u00A0ชั่วโมงที่แล้ว', '23\u00A0ຊົ່ວໂມງກ່ອນ', '23 hours ago'],
    [dayMs, '1\u00A0วันที่แล้ว', '1\u00A0ມື້ກ່ອນ', '1 day ago'],
    [30 * dayMs, '1\u00A0เดือนที่แล้ว', '1\u00A0ເດືອນກ່ອນ', '1 month ago'],
    [364 * dayMs, '11\u00A0เดือนที่แล้ว', '11\u00A0ເດືອນກ່ອນ', '11 months ago'],
    [365 * dayMs, '1\u00A0ปีที่แล้ว', '1\u00A0ປີກ່ອນ', '1 year ago'],
    [800 * dayMs, '2\u00A0ปีที่แล้ว', '2\u00A0ປີກ່ອນ', '2 years ago'],
  ])('FMT-03 %d ms ago', (age, th, la, en) => {
    expect(formatAgo(now - age, now, words.th)).toBe(th)
    expect(formatAgo(now - age, now, words.la)).toBe(la)
    expect(formatAgo(now - age, now, words.en)).toBe(en)
  })

  test('FMT-03 a time ahead of a slow clock is shown as now', () => {
    expect(formatAgo(now + 5000, now, words.en)).toBe('just now')
  })
})

test('OP-B36 FMT-04 the currency is shown as a word of the language', async () => {
  const thai = (await loadVisitorText('th')).currency
  const english = (await loadVisitorText('en')).currency
  const lao = (await loadVisitorText('la')).currency
  expect(formatMoney(1234.5, 'BAHT', thai)).toBe('1,234.50\u00A0บาท')
  expect(formatMoney(3, 'COIN', english)).toBe('3.00\u00A0coin')
  expect(formatMoney(50000, 'LAK', lao)).toBe('50,000.00\u00A0ກີບ')
})

test('REACH-57 coins are counted: whole where they are whole', () => {
  const words = { BAHT: 'baht', LAK: 'kip', COIN: 'coin' }
  expect(formatCoins(60, words)).toBe('60\u00A0coin')
  expect(formatCoins(1234, words)).toBe('1,234\u00A0coin')
  expect(formatCoins(0, words)).toBe('0\u00A0coin')
  expect(formatCoins(0.5, words)).toBe('0.50\u00A0coin')
})

test.each([
  ['1234567890', '123-456-7890'],
  ['123456789', '123456789'],
  ['12345678901', '12345678901'],
  ['', ''],
])('FMT-05 the account number %s is shown as %s', (number, shown) => {
  expect(formatAccountNumber(number)).toBe(shown)
})

test.each([
  [0, '00:00'],
  [-1, '00:00'],
  [1, '00:01'],
  [61_000, '01:01'],
  [900_000, '15:00'],
  [6_000_000, '100:00'],
])('FMT-06 %d ms left is shown as %s', (left, shown) => {
  expect(formatCountdown(left)).toBe(shown)
})

test('OP-A14 FMT-07 an amount carries the sign of its direction', () => {
  expect(formatSignedAmount(500, 'in')).toBe('+500.00')
  expect(formatSignedAmount(500, 'out')).toBe('-500.00')
  expect(formatSignedAmount(500, 'between')).toBe('500.00')
  expect(formatSignedAmount(0, 'out')).toBe('0.00')
})

test('FMT-10 %percentFail% is replaced wherever it occurs', () => {
  expect(fillPercentFail('%percentFail% and %percentFail%%', 20)).toBe('20 and 20%')
  expect(fillPercentFail('nothing to fill', 20)).toBe('nothing to fill')
})
