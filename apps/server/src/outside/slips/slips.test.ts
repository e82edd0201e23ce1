import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#testing/doubles/sandbox.ts'
import { movableClock } from '#testing/worlds/test-app.ts'
import { openDoorFigures } from '../door-figures.ts'
import { openSlipService } from './client.ts'
import { readEasySlip } from './easyslip.ts'
import { readSlipOk } from './slipok.ts'

let sandbox: Sandbox
let transfer: { reference: string; code: string; at: string }
let kip: typeof transfer
beforeAll(async () => {
  sandbox = await startSandbox()
  transfer = await sandbox.control('POST', '/slips/transfers', {
    amount: '500.37',
    fromNameTH: 'นก ทองดี',
  })
  const lao = { fromBank: 'BCEL', toBank: 'BCEL', amount: '150000', currency: 'LAK' }
  kip = await sandbox.control('POST', '/slips/transfers', lao)
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.control('DELETE', '/faults', {}))

const around = () => ({ clock: movableClock(), figures: openDoorFigures() })
const open = (shape: 'slipok' | 'easyslip', changed: object = {}) =>
  openSlipService(
    { shape, url: sandbox.url, key: 'sandbox-slip-key', branch: '1', ...changed },
    around(),
  )

describe.each(['slipok', 'easyslip'] as const)('in the format of %s', (shape) => {
  test('a transfer has both sides, its amount and its time, also when asked again', async () => {
    const client = open(shape)
    const answer = await client.check(transfer.code, 'member')
    expect(answer).toMatchObject({
      outcome: 'transfer',
      transfer: {
        reference: transfer.reference,
        money: { amount: 50_037n, currency: 'BAHT' },
        sender: { bank: '004', names: ['นาย นก ท', 'MR. NOK T'] },
        receiver: { bank: '004' },
      },
    })
    if (answer.outcome !== 'transfer') throw new Error(answer.why)
    const skewMs = Math.abs(answer.transfer.at.getTime() - new Date(transfer.at).getTime())
    expect(skewMs).toBeLessThan(1_000)
    expect(await client.check(transfer.code, 'member')).toEqual(answer)
  })

  test('kip are kip, and whole', async () => {
    expect(await open(shape).check(kip.code, 'member')).toMatchObject({
      outcome: 'transfer',
      transfer: { money: { amount: 150_000n, currency: 'LAK' }, sender: { bank: 'BCEL' } },
    })
  })

  test('a transfer that does not exist, and a code without one', async () => {
    const never = '004000060000010103002021900021231231212000115102TH91049C30'
    const client = open(shape)
    expect(await client.check(never, 'member')).toMatchObject({ outcome: 'none' })
    expect(await client.check('https://example.com', 'member')).toMatchObject({ outcome: 'none' })
  })

  test.each([
    ['bank-delay', { outcome: 'later', delayMs: 300_000 }],
    ['captcha', { outcome: 'captcha' }],
    ['no-quota', { outcome: 'unknown', ours: true }],
    ['drop-before', { outcome: 'unknown', ours: false }],
    ['drop-after', { outcome: 'unknown', ours: false }],
    ['status-before', { outcome: 'unknown', ours: false }],
    ['garbage', { outcome: 'unknown' }],
    ['empty', { outcome: 'unknown' }],
    ['html-403', { outcome: 'unknown' }],
    ['maintenance', { outcome: 'unknown' }],
  ])('%s', async (kind, wanted) => {
    await sandbox.addFault({ operation: `slips.${shape}`, kind })
    expect(await open(shape).check(transfer.code, 'member')).toMatchObject(wanted)
  })

  test('a wrong key is our problem and says nothing about the slip', async () => {
    const answer = await open(shape, { key: 'other' }).check(transfer.code, 'member')
    expect(answer).toMatchObject({ outcome: 'unknown', ours: true })
  })

  test('after five failures the breaker skips the service for a while', async () => {
    await sandbox.addFault({ operation: `slips.${shape}`, kind: 'status-before' })
    const client = open(shape)
    const before = await sandbox.countCalls(`slips.${shape}`)
    for (let n = 0; n < 9; n += 1) await client.check(transfer.code, 'member')
    expect(await sandbox.countCalls(`slips.${shape}`)).toBe(before + 5)
  })
})

test('a bank that is down is asked again in a quarter of an hour', async () => {
  await sandbox.addFault({ operation: 'slips.slipok', kind: 'bank-down' })
  expect(await open('slipok').check(transfer.code, 'member')).toMatchObject({
    outcome: 'later',
    delayMs: 900_000,
  })
})

test('without an account nothing is asked', async () => {
  const none = openSlipService(null, around())
  expect(await none.check(transfer.code, 'member')).toMatchObject({
    outcome: 'unknown',
    ours: true,
  })
})

describe('replies that no bank would write', () => {
  const good = {
    transRef: 'R1',
    transTimestamp: '2026-11-21T05:00:00Z',
    sender: {},
    receiver: {},
    amount: 100,
  }
  const asSlipOk = (change: object) =>
    readSlipOk({
      status: 200,
      text: JSON.stringify({ success: true, data: { ...good, ...change } }),
    })
  test('S37 the sample itself is parsed', () => {
    expect(asSlipOk({})).toMatchObject({ outcome: 'transfer' })
    expect(
      asSlipOk({ transTimestamp: null, transDate: '20261121', transTime: '12:00:00' }),
    ).toMatchObject({ transfer: { at: new Date('2026-11-21T05:00:00Z') } })
    for (const local of [{ paidLocalAmount: 100 }, { paidLocalAmount: 0, paidLocalCurrency: '' }])
      expect(asSlipOk({ ...local, countryCode: 'TH' })).toMatchObject({
        transfer: { money: { amount: 10_000n, currency: 'BAHT' } },
      })
  })
  test('other text in the place of an account, and a proxy, are no account', () => {
    const receiver = {
      proxy: { type: 'MSISDN', value: 'xxx-xxx-3334' },
      account: { type: 'TOKEN', value: '1112223334' },
    }
    expect(asSlipOk({ receiver })).toMatchObject({ transfer: { receiver: { account: null } } })
  })
  test.each([
    { amount: 0 },
    { amount: -5 },
    { amount: 1.005 },
    { amount: 1e12 },
    { amount: '100' },
    { paidLocalCurrency: '840' },
    { paidLocalCurrency: '418', paidLocalAmount: 10.5 },
    { paidLocalCurrency: '418' },
    { paidLocalAmount: 450_000 },
    { paidLocalAmount: 450_000, paidLocalCurrency: '764' },
    { countryCode: 'LA' },
    { transTimestamp: 'yesterday' },
    { transTimestamp: null },
    { transRef: '' },
    { sender: null },
  ])('S37 %j is not a transfer', (change) => {
    expect(asSlipOk(change)).toMatchObject({ outcome: 'unknown', ours: false })
  })
  test('S37 the other format, too', () => {
    const rawSlip = {
      transRef: 'R1',
      date: '2026-11-21T12:00:00+07:00',
      amount: { amount: 1.005 },
      sender: {},
      receiver: {},
    }
    const text = JSON.stringify({ success: true, data: { rawSlip } })
    expect(readEasySlip({ status: 200, text })).toMatchObject({ outcome: 'unknown' })
  })
})

describe('CARE-82 parsing EasySlip', () => {
  const rawSlip = {
    transRef: 'R1',
    date: '2026-11-21T12:00:00+07:00',
    amount: { amount: 100 },
    sender: {},
    receiver: {},
  }
  const read = (change: object) =>
    readEasySlip({
      status: 200,
      text: JSON.stringify({ success: true, data: { rawSlip: { ...rawSlip, ...change } } }),
    })
  test('a slip that is not settled yet is asked about again', () => {
    const text = JSON.stringify({ success: false, error: { code: 'SLIP_PENDING' } })
    expect(readEasySlip({ status: 404, text })).toMatchObject({
      outcome: 'later',
      delayMs: 300_000,
    })
  })
  test('kip are the local amount, and a foreign country without a currency has no amount', () => {
    const kip = { amount: 100, local: { amount: 64_000, currency: '418' } }
    expect(read({ amount: kip, countryCode: 'LA' })).toMatchObject({
      transfer: { money: { amount: 64_000n, currency: 'LAK' } },
    })
    expect(read({ countryCode: 'LA' }).outcome).toBe('unknown')
    expect(read({ countryCode: 'TH' }).outcome).toBe('transfer')
  })
  test('the digits of a proxy are no account', () => {
    const of = (type: string) => ({ account: { bank: { type, account: '1112223334' } } })
    expect(read({ receiver: of('BANKAC') })).toMatchObject({
      transfer: { receiver: { account: '1112223334' } },
    })
    expect(read({ receiver: of('TOKEN') })).toMatchObject({
      transfer: { receiver: { account: null } },
    })
  })
})
