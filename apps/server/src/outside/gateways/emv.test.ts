import fc from 'fast-check'
import { generate, parse } from 'promptparse'
import { expect, test } from 'vitest'
import { crcOf, readPaymentCode, readFields, writeCode, writeOnePay } from './emv.ts'

const phone = '00020101021229370016A0000006770101110113006681234567853037645802TH5406100.0063041123'
const biller =
  '00020101021230590016A00000067701011201150107536000315080206PR00010306ORD12353037645802TH5406100.5062070703SCB6304B698'
const wallet = '00020101021129390016A000000677010111031514000080111111153037645802TH63047C0F'
const baht = (amount: bigint) => ({ money: { amount, currency: 'BAHT' } })

test('the published codes are parsed, with their amounts', () => {
  expect(readPaymentCode(phone, 'BAHT')).toEqual(baht(10_000n))
  expect(readPaymentCode(biller, 'BAHT')).toEqual(baht(10_050n))
  // It has no amount, so its purpose would be unknown.
  expect(readPaymentCode(wallet, 'BAHT')).toBe('amount')
  expect(readPaymentCode(phone, 'LAK')).toBe('currency')
})

test('S37 one changed letter anywhere is found', () => {
  for (let at = 0; at < phone.length; at += 1) {
    const changed = phone.slice(0, at) + (phone[at] === '7' ? '3' : '7') + phone.slice(at + 1)
    expect(typeof readPaymentCode(changed, 'BAHT')).toBe('string')
  }
})

test('text that is no code, too long, or wrong about its lengths is refused', () => {
  for (const text of [
    '',
    'https://example.com/pay',
    '0002',
    phone.slice(0, -1),
    `${phone}0`,
    'x'.repeat(9_999),
  ])
    expect(readPaymentCode(text, 'BAHT')).toBe('not a payment code')
  expect(readFields('0099AB')).toBeNull()
  const twoAmounts = writeCode([
    ['00', '01'],
    ['53', '764'],
    ['54', '1.00'],
    ['54', '9.00'],
  ])
  expect(readPaymentCode(twoAmounts, 'BAHT')).toBe('amount')
})

test('checksums are padded with zeros, and agree with another implementation', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (satang) => {
      const amount = satang / 100
      const other = generate.anyId({ type: 'MSISDN', target: '0812345678', amount })
      expect(readPaymentCode(other, 'BAHT')).toEqual(baht(BigInt(satang)))
    }),
    { numRuns: 200 },
  )
  expect(
    crcOf('00020101021229370016A0000006770101110113006681234567853037645802TH5406100.006304'),
  ).toBe('1123')
})

test('an OnePay code has whole kip, its merchant and its transaction', () => {
  const money = { amount: 20_000n, currency: 'LAK' as const }
  const payload = writeOnePay({ merchant: 'mch6112345678901', reference: 'KABCDEF012345', money })
  expect(readPaymentCode(payload, 'LAK')).toEqual({ money })
  const read = parse(payload, true)
  expect(read?.getTagValue('33', '02')).toBe('mch6112345678901')
  expect(read?.getTagValue('62', '05')).toBe('KABCDEF012345')
  expect(read?.getTagValue('54')).toBe('20000')
  expect(readPaymentCode(payload.replace('540520000', '540520001'), 'LAK')).toBe('checksum')
})
