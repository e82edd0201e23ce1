import { beforeAll, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { ourAccount, openSlipWorld, type Payer } from '#testing/worlds/slip-world.ts'
import { bankMessages, type BankMessages } from '#testing/doubles/bank-messages.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openSlipWorld)
let bank: BankMessages
const krungthai = { ...ourAccount, bankCode: 'KTB', bankAccountNo: '3334445556' } as const
const scb = { ...ourAccount, bankCode: 'SCB', bankAccountNo: '4445556667' } as const
beforeAll(async () => {
  bank = bankMessages(world)
  await world.set('deposit.accounts', [ourAccount, krungthai, scb])
})

const tailOf = (who: Payer) => who.bankAccountNo.slice(-6)
const kbankSms = (who: Payer, amount: string, balance = '9,999.00') =>
  bank.sms(
    'KBANK',
    `${bank.kbankTime()} บช X-3334 รับโอนจาก X-${tailOf(who)} ${amount} คงเหลือ ${balance} บ.`,
  )
const feed = (who: Payer, amount: string) => bank.feed({ amount, from: bank.fromOf(who) })

test.each(['feed first', 'sms first', 'at once'])(
  'F25 I10 a transfer that the feed and the SMS both report without a name is one (%s)',
  async (order) => {
    const who = await world.addPayer({ bankCode: 'SCB' })
    const reports = [() => feed(who, '411.00'), () => kbankSms(who, '411.00')]
    if (order === 'at once') await Promise.all(reports.map((report) => report()))
    else
      for (const report of order === 'feed first' ? reports : reports.toReversed()) await report()
    expect(await world.balanceOf(who)).toBe(41_100n)
  },
)

test('I10 two equal transfers of one minute that the feed and the SMS report without a name are two', async () => {
  const who = await world.addPayer({ bankCode: 'SCB' })
  await feed(who, '412.00')
  await kbankSms(who, '412.00', '1,412.00')
  await kbankSms(who, '412.00', '1,824.00')
  await feed(who, '412.00')
  expect(await world.balanceOf(who)).toBe(82_400n)
})

test('I10 of two equal transfers the feed names one and not the other: they are two', async () => {
  const who = await world.addPayer({ bankCode: 'SCB' })
  await bank.feed({ amount: '413.00', from: bank.fromOf(who), reference: '015073144041ATF413' })
  await feed(who, '413.00')
  expect(await world.balanceOf(who)).toBe(82_600n)
})

test.each(['slip first', 'sms first', 'slip first, the SMS an hour late'])(
  'F25 I10 an SMS that names a transfer differently from its slip is matched to the same transfer (%s)',
  async (order) => {
    const who = await world.addPayer({ bankCode: 'KBANK' })
    const to = { toBank: 'KTB', toAccount: krungthai.bankAccountNo }
    const { reference } = await world.transfer(who, { amount: '414.00', ...to })
    const slip = async () => {
      await world.upload(who, await world.picture({ reference, amount: '', code: '' }))
      expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 414 })
    }
    const sms = async () => {
      if (order.includes('late')) await world.passTime(hourMs)
      const text = `KTB: Transfer In THB 414.00 A/C xxx5556 From KBNK xxx${tailOf(who)} Ref.TFR001`
      await bank.sms('KTB', text)
    }
    for (const report of order === 'sms first' ? [sms, slip] : [slip, sms]) await report()
    expect(await world.balanceOf(who)).toBe(41_400n)
  },
)

test('I10 an SMS that two phones forward under two names of its bank is credited once, and the second waits as repeated', async () => {
  const who = await world.addPayer({ bankCode: 'KBANK' })
  await bank.paidBefore(who)
  const text = `${bank.scbTime()} 415.00 จากKBNK/x${tailOf(who)} เข้าx556667`
  for (const sender of ['SCB', '027777777']) await bank.sms(sender, text)
  expect(await world.balanceOf(who)).toBe(41_600n)
  const held = await world.database.db.query(
    `select why from deposits_deposit where amount = 41500 and state = 'suspended'`,
  )
  expect(held).toEqual([{ why: 'repeated' }])
})
