import { describe, expect, test } from 'vitest'
import { readEasySlip } from './easyslip.ts'

const rawSlip = {
  payload: '00000000000000000000000000000000000000000000000000000000000',
  transRef: '68370160657749I376388B35',
  date: '2026-11-21T23:59:58+07:00',
  countryCode: 'TH',
  amount: { amount: 1000, local: { amount: 0, currency: '' } },
  fee: 0,
  ref1: '',
  ref2: '',
  ref3: '',
  sender: {
    bank: { id: '004', name: 'กสิกรไทย', short: 'KBANK' },
    account: {
      name: { th: 'นาย สมชาย จ', en: 'MR. SOMCHAI J' },
      bank: { type: 'BANKAC', account: '1234xxxx5678' },
    },
  },
  receiver: {
    bank: { id: '014', name: 'ไทยพาณิชย์', short: 'SCB' },
    account: {
      name: { th: 'บจก. กะเปา' },
      proxy: { type: 'EWALLETID', account: '123xxxxxxxx4567' },
    },
    merchantId: null,
  },
}
const read = (body: unknown, status = 200) =>
  readEasySlip({ status, text: typeof body === 'string' ? body : JSON.stringify(body) })
const v2 = (changed: object = {}, beside: object = {}) => ({
  success: true,
  data: { isDuplicate: false, ...beside, rawSlip: { ...rawSlip, ...changed } },
  message: 'Bank slip verified successfully',
})

test('CARE-94 a slip of EasySlip is its transfer, dated as clocks in Bangkok showed it', () => {
  expect(read(v2())).toMatchObject({
    outcome: 'transfer',
    transfer: {
      reference: '68370160657749I376388B35',
      money: { amount: 100_000n, currency: 'BAHT' },
      at: new Date('2026-11-21T16:59:58Z'),
      sender: { bank: '004', account: '1234xxxx5678' },
      // A wallet's number is no account.
      receiver: { bank: '014', account: null },
    },
  })
})

test("CARE-94 an EasySlip duplicate mark is only its opinion: asking there first takes no one's slip away", () => {
  expect(read(v2({}, { isDuplicate: true }))).toEqual(read(v2()))
  expect(read(v2({}, { matchedAccount: { bankCode: '004' }, isAmountMatched: false }))).toEqual(
    read(v2()),
  )
})

test('CARE-94 a missing bank is missing, in whichever form it is missing', () => {
  const { account } = rawSlip.sender
  for (const bank of [{ id: '', name: '', short: '' }, { id: null }, {}, null])
    expect(read(v2({ sender: { account, bank } }))).toMatchObject({
      transfer: { sender: { bank: null, account: '1234xxxx5678' } },
    })
  expect(read(v2({ sender: { account } }))).toMatchObject({ transfer: { sender: { bank: null } } })
  expect(read(v2({ sender: { account, bank: { id: '', short: 'KBANK' } } }))).toMatchObject({
    transfer: { sender: { bank: 'KBANK' } },
  })
})

describe('kip', () => {
  const of = (amount: number, local: object | null, countryCode: string | null = 'LA') =>
    read(v2({ countryCode, amount: { amount, local } }))
  test('CARE-94 are whole, and in the reported currency', () => {
    for (const currency of ['418', 'LAK'])
      expect(of(150_000, { amount: 150_000, currency })).toMatchObject({
        transfer: { money: { amount: 150_000n, currency: 'LAK' } },
      })
  })
  test.each([
    [150_000.5, { amount: 150_000.5, currency: '418' }, 'LA'],
    [150_000, { amount: 0, currency: '418' }, 'LA'],
    [150_000, null, 'LA'],
    [150_000, { amount: 150_000, currency: '' }, 'LA'],
    [230, { amount: 150_000, currency: '' }, null],
    [230, { amount: 150_000, currency: '840' }, 'LA'],
  ])('CARE-94 %j and %j of %j cannot be believed', (amount, local, country) => {
    expect(of(amount, local, country)).toMatchObject({ outcome: 'unknown', ours: false })
  })
})

test.each([
  [404, 'SLIP_NOT_FOUND', { outcome: 'none' }],
  [400, 'VALIDATION_ERROR', { outcome: 'none' }],
  [404, 'SLIP_PENDING', { outcome: 'later' }],
  [401, 'MISSING_API_KEY', { outcome: 'unknown', ours: true }],
  [401, 'INVALID_API_KEY', { outcome: 'unknown', ours: true }],
  [403, 'BRANCH_INACTIVE', { outcome: 'unknown', ours: true }],
  [403, 'IP_NOT_ALLOWED', { outcome: 'unknown', ours: true }],
  [403, 'QUOTA_EXCEEDED', { outcome: 'unknown', ours: true }],
  [400, 'IMAGE_SIZE_TOO_LARGE', { outcome: 'unknown', ours: false }],
  [429, 'TOO_MANY_REQUESTS', { outcome: 'unknown', ours: false }],
  [500, 'API_SERVER_ERROR', { outcome: 'unknown', ours: false }],
  [400, 'DUPLICATE_SLIP', { outcome: 'unknown', ours: false }],
])('CARE-94 %i %s is %j', (status, code, wanted) => {
  expect(read({ success: false, error: { code, message: code } }, status)).toMatchObject(wanted)
})

test.each([
  ['the answer of their first version', { status: 200, data: rawSlip }, 200],
  ['its refusal', { status: 400, message: 'duplicate_slip', data: rawSlip }, 400],
  ['a slip beside a refusal', { ...v2(), success: false }, 200],
  ['a slip under an error', v2(), 500],
  ['a slip that is not there', { success: true, data: { isDuplicate: false, rawSlip: null } }, 200],
  ['a time without its zone', v2({ date: '2026-11-21T23:59:58' }), 200],
  ['a day without a time', v2({ date: '2026-11-21' }), 200],
  ['a transfer without a name', v2({ transRef: '' }), 200],
  ['an amount as text', v2({ amount: { amount: '1000' } }), 200],
  ['a negative amount', v2({ amount: { amount: -1000 } }), 200],
  ['a page', '<html>Too Many Requests</html>', 429],
  ['half of it', JSON.stringify(v2()).slice(0, 200), 200],
])('CARE-94 %s says nothing about a slip', (_, body, status) => {
  expect(read(body, status)).toMatchObject({ outcome: 'unknown', ours: false })
})
