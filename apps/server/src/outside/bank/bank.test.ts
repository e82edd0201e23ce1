import { describe, expect, test } from 'vitest'
import { bankCodeOf } from './codes.ts'
import { bangkokTime, moneyOf, tailOf } from './event.ts'
import { readFeed } from './feed.ts'
import { readSms } from './sms.ts'

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const sms = (sender: string, text: string, receivedAt = '2025-12-09T04:14:20Z') =>
  readSms(bytes({ sender, text, receivedAt }))

describe('an SMS', () => {
  test.each([
    [
      'KBANK, money in, Buddhist year',
      'KBANK',
      '09/12/68 11:14 บช X-0314 เงินเข้า 2,000.02 คงเหลือ 3,515.09 บ.',
      {
        bank: 'KBANK',
        account: '0314',
        money: { amount: 200002n, currency: 'BAHT' },
        paidAt: new Date('2025-12-09T04:14:00Z'),
      },
    ],
    [
      'KBANK, a transfer, no year',
      'KBANK',
      '24/10 12:34 บช X-123456 รับโอนจาก X-654321 1,234.56 คงเหลือ 9,999.00',
      {
        account: '123456',
        money: { amount: 123456n, currency: 'BAHT' },
        from: '654321',
        paidAt: new Date('2025-10-24T05:34:00Z'),
      },
    ],
    [
      'SCB, with the alias of the sending bank',
      'SCB',
      '26/10@18:54 1,234.00 จากKBNK/x123456 นายสมชาย เข้าx987654',
      {
        bank: 'SCB',
        account: '987654',
        money: { amount: 123400n, currency: 'BAHT' },
        from: '123456',
        fromBank: 'KBANK',
      },
    ],
    [
      'KTB, with a reference',
      'KTB',
      'KTB: Transfer In THB 3,000.25 A/C xxx3456 From SCBA xxx111222 Ref.015073144041',
      {
        account: '3456',
        money: { amount: 300025n, currency: 'BAHT' },
        from: '111222',
        fromBank: 'SCB',
        reference: 'transfer:SCB:015073144041',
      },
    ],
    [
      'KTB, with a word of its own that no slip has',
      'KTB',
      'KTB: Transfer In THB 3,000.25 A/C xxx3456 From SCBA xxx111222 Ref.TFR001',
      {
        account: '3456',
        money: { amount: 300025n, currency: 'BAHT' },
        from: '111222',
        reference: null,
      },
    ],
    [
      'GSB',
      'MyMo',
      'MyMo: รับโอน 1,000.00 บาท บัญชี xxx2345',
      { bank: 'GSB', account: '2345', money: { amount: 100000n, currency: 'BAHT' } },
    ],
    [
      'BCEL, in kip',
      'BCEL',
      'BCEL: 09/12 11:14 ເງິນເຂົ້າ 500,000 LAK ບັນຊີ xxx4567 ຈາກ xxx123456',
      {
        bank: 'BCEL',
        account: '4567',
        money: { amount: 500000n, currency: 'LAK' },
        from: '123456',
      },
    ],
  ])('%s', (_, sender, text, wanted) => {
    const read = sms(sender, text)
    if (read.outcome !== 'money') throw new Error(read.why)
    const { bank, account, money, paidAt, payer, reference } = read.event
    const found = {
      bank,
      account,
      paidAt,
      money,
      from: payer.account,
      fromBank: payer.bank,
      reference,
    }
    expect(found).toMatchObject(wanted)
  })

  test('an SMS at New Year without a year is of the old year', () => {
    const read = sms('SCB', '31/12@23:59 10.00 จากKBNK/x123456 เข้าx987654', '2026-01-01T00:10:00Z')
    expect(read).toMatchObject({ event: { paidAt: new Date('2025-12-31T16:59:00Z') } })
  })

  test.each([
    ['KBANK', '09/12/68 11:14 บช X-0314 เงินออก 2,000.02 คงเหลือ 3,515.09 บ.', 'ignored'],
    ['KBANK', 'OTP = 123456 ใช้ภายใน 5 นาที', 'ignored'],
    ['KBANK', '31/02/68 11:14 บช X-0314 เงินเข้า 2,000.02 คงเหลือ 3,515.09 บ.', 'unread'],
    ['KBANK', '09/12/68 11:14 บช X-0314 เงินเข้า 2.000,02 คงเหลือ', 'unread'],
    ['KBANK', 'มีเงินโอนเข้าบัญชีของคุณ 500 บาท', 'unread'],
    ['SCAM', '09/12/68 11:14 บช X-0314 เงินเข้า 2,000.02 คงเหลือ 3,515.09 บ.', 'unread'],
  ])('%s "%s" is %s', (sender, text, outcome) => {
    expect(sms(sender, text).outcome).toBe(outcome)
  })

  test('a body that is no forwarded SMS is kept for operators', () => {
    expect(readSms(Buffer.from('{')).outcome).toBe('unread')
    expect(readSms(bytes({ text: 'x' })).outcome).toBe('unread')
  })
})

describe('a feed', () => {
  const line = {
    bank: 'KBANK',
    accountNo: '1112223334',
    direction: 'credit',
    amount: '500.37',
    currency: 'THB',
    occurredAt: '2026-11-21T12:00:05+07:00',
    reference: '015073144041ATF00999',
    from: { bank: '011', accountNo: 'X-654321', name: 'MR SOMCHAI J' },
  }
  test('names the bank by its number and keeps the case of the reference', () => {
    expect(readFeed(bytes(line))).toMatchObject({
      outcome: 'money',
      event: {
        money: { amount: 50_037n, currency: 'BAHT' },
        paidAt: new Date('2026-11-21T05:00:05Z'),
        payer: { bank: 'TMB', account: '654321', name: 'MR SOMCHAI J' },
        reference: 'transfer:TMB:015073144041ATF00999',
      },
    })
  })
  test('an unreported bank is not guessed', () => {
    const from = { accountNo: 'X-654321', name: 'MR SOMCHAI J' }
    expect(readFeed(bytes({ ...line, from }))).toMatchObject({
      event: { payer: { bank: undefined }, reference: 'transfer:?:015073144041ATF00999' },
    })
  })
  test.each([
    [{ direction: 'debit' }, 'left'],
    [{ direction: 'debit', reference: null }, 'ignored'],
    [{ amount: '-5' }, 'unread'],
    [{ amount: '1e3' }, 'unread'],
    [{ amount: 500 }, 'unread'],
    [{ amount: '0.00' }, 'unread'],
    [{ amount: '500.37', currency: 'LAK' }, 'unread'],
    [{ currency: 'USD' }, 'unread'],
    [{ occurredAt: '2026-11-21 12:00' }, 'unread'],
    [{ accountNo: '<b>' }, 'unread'],
  ])('with %o is %s', (changed, outcome) => {
    expect(readFeed(bytes({ ...line, ...changed })).outcome).toBe(outcome)
  })
})

test('amounts, account endings, times and codes are parsed strictly', () => {
  expect(moneyOf('1,234.50', 'BAHT')?.amount).toBe(123_450n)
  expect(moneyOf('1.5', 'LAK')).toBeNull()
  expect(tailOf('xxx-x-x0209-x')).toBeUndefined()
  expect(tailOf('xxx-x-x1234-5')).toBe('12345')
  expect(tailOf('123')).toBeUndefined()
  expect(bangkokTime({ year: 2026, month: 2, day: 30, time: '10:00' })).toBeNull()
  expect(bankCodeOf('ttb')).toBe('TMB')
  const numbers = ['004', '011', '022', '024', '070', '071', '073', '098', '999', 'BCEL']
  expect(numbers.map((one) => bankCodeOf(one))).toEqual([
    'KBANK',
    'TMB',
    'CIMB',
    'UOB',
    'ICBCT',
    'TCRB',
    'LHB',
    'SME',
    '999',
    'BCEL',
  ])
  const names = ['CIMBT', 'UOBT', 'TCD', 'LHFG']
  expect(names.map((one) => bankCodeOf(one))).toEqual(['CIMB', 'UOB', 'TCRB', 'LHB'])
  expect(bankCodeOf('<x>')).toBeUndefined()
})
