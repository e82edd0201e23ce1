import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { matchDeposit } from '#money/deposits/match.ts'
import { listDifferingPage } from '#money/deposits/desk-store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openSlipWorld, type Payer } from '#testing/worlds/slip-world.ts'
import { bankMessages } from '#testing/doubles/bank-messages.ts'
import { openTestDepositDesk } from '#testing/processes/open-deposits.ts'

const world = testWorld(openSlipWorld)

const paidBy = '7776543210'
/** A slip of the real payer shows `xxx-x-x4321-x`, which fits this account too. */
const fitting = { bankCode: 'KBANK', bankAccountName: 'MALEE RAKDEE' }
let members = 0
const addThief = () => {
  members += 1
  return world.addPayer({ ...fitting, bankAccountNo: `${9990 + members}543219` })
}

const pay = async (amount: number, given: object = {}): Promise<string> => {
  const from = { fromBank: 'KBANK', fromAccount: paidBy, fromName: 'MALEE RAKDEE' }
  const asked = { ...from, amount: `${amount}.00`, tell: 'nothing', ...given }
  const [line] = await world.sandbox.control<{ reference: string }[]>('POST', '/bank/pay', asked)
  return line!.reference
}
const show = async (who: Payer, reference: string) => {
  await world.upload(who, await world.picture({ reference, amount: '', code: '' }))
  return world.settled(who)
}
const report = async (reference: string, as: 'feed' | 'sms'): Promise<void> => {
  await world.sandbox.control('POST', '/bank/tell', { reference, as })
  const waiting = async () => {
    const messages = await world.sandbox.control<{ state: string }[]>('GET', '/messages')
    return messages.filter(({ state }) => state === 'waiting').length
  }
  await expect.poll(waiting).toBe(0)
}
const byStatement = async (): Promise<void> => {
  await world.passTime(minuteMs)
  await world.runJobs()
}
/** The listed differences of an amount: by channel, and whether they concern the payer. */
const listed = async (amount: number) =>
  (await listDifferingPage(world.database.db, { after: null, limit: 100 }))
    .filter((one) => one.amount === BigInt(amount) * 100n)
    .map(({ channel, differs, isOtherPayer }) => ({ channel, differs, isOtherPayer }))

test.each([
  ['feed', 7001, (reference: string) => report(reference, 'feed')],
  ['SMS', 7002, (reference: string) => report(reference, 'sms')],
  ['statement', 7003, byStatement],
] as const)(
  'F26 after a slip was credited the bank reports another payer by %s: the deposit is listed, and nothing moves',
  { tags: 'long-2' },
  async (way, amount, reportOther) => {
    const thief = await addThief()
    const reference = await pay(amount)
    expect(await show(thief, reference)).toMatchObject({ status: 'SUCCESS', amount })
    expect(await listed(amount)).toEqual([])
    await reportOther(reference)
    const channel = way === 'SMS' ? 'sms' : 'bank'
    expect(await listed(amount)).toEqual([{ channel, differs: false, isOtherPayer: true }])
    expect(await world.balanceOf(thief)).toBe(BigInt(amount) * 100n)
    await byStatement()
    await report(reference, 'feed')
    expect(world.logText().split('a bank reports another payer').length - 1).toBeGreaterThan(0)
  },
)

test('details that were changed after the slip to fit do not hide the difference', async () => {
  const thief = await addThief()
  const reference = await pay(7004)
  expect(await show(thief, reference)).toMatchObject({ status: 'SUCCESS' })
  await world.passTime(minuteMs)
  const body = { name: 'x', ...fitting, bankAccountNo: paidBy }
  const changed = await world.call('PUT /api/account/profile', { token: thief.token, body })
  expect(changed.status).toBe(200)
  await report(reference, 'feed')
  expect(await listed(7004)).toMatchObject([{ isOtherPayer: true }])
})

test('CARE-110 who registered the six digits that an SMS shows is listed once the feed shows the whole account', async () => {
  const account = '6669876543'
  const thief = await world.addPayer({ ...fitting, bankAccountNo: account.slice(-6) })
  const bank = bankMessages(world)
  await bank.paidBefore(thief)
  const text = `บช X-3334 รับโอนจาก X-${thief.bankAccountNo} 7,012.00 คงเหลือ 9,999.00 บ.`
  await bank.sms('KBANK', `${bank.kbankTime()} ${text}`)
  expect(await world.balanceOf(thief)).toBe(701_300n)
  await bank.feed({ amount: '7012.00', from: { bank: 'KBANK', accountNo: account } })
  expect(await listed(7012)).toEqual([{ channel: 'bank', differs: false, isOtherPayer: true }])
})

test('nothing is listed for the real payer, whichever channels report it and in whichever order', async () => {
  const owner = await world.addPayer({ bankCode: 'SCB', bankAccountName: 'WICHAI THONG' })
  const own = { fromBank: 'SCB', fromAccount: owner.bankAccountNo, fromName: 'WICHAI THONG' }
  for (const [amount, namesBank] of [
    [7005, true],
    [7006, false],
  ] as const) {
    const reference = await pay(amount, { ...own, namesBank })
    expect(await show(owner, reference)).toMatchObject({ status: 'SUCCESS' })
    await report(reference, 'sms')
    await report(reference, 'feed')
    await byStatement()
    expect(await listed(amount)).toEqual([])
  }
  expect(await world.balanceOf(owner)).toBe(1_401_100n)
})

test('a deposit that an operator has matched by hand is not listed when it is reported once more', async () => {
  const reference = await pay(7007, { fromAccount: '8001112223' })
  await report(reference, 'feed')
  const member = await world.addPayer()
  const { db } = world.database
  const desk = openTestDepositDesk(db, world.clock)
  const [held] = await db.query<{ id: string }>(
    'select id from deposits_deposit where amount = 700700',
  )
  const operator = { actor: 'operator:nok', requestId: 'test', note: 'seen at the bank' } as const
  await matchDeposit(desk, { ...operator, id: held!.id, memberId: member.id })
  expect(await world.balanceOf(member)).toBe(700_700n)
  await report(reference, 'sms')
  expect(await listed(7007)).toEqual([])
})
