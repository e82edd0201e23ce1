import { afterEach, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { listItems } from '#records/items/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { bankMessages, type BankMessages } from '#testing/doubles/bank-messages.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import type { RegisteredMember } from '#testing/worlds/member-world.ts'

const world = testWorld(openBankWorld)
let words: BankMessages
beforeAll(async () => {
  words = bankMessages(world)
})
afterEach(async () => {
  await world.sandbox.control('DELETE', '/faults', {})
  expect(await world.violations()).toEqual([])
})

/** Advances the clock in steps and runs every job at each step. */
async function pass(minutes: number, step = 1) {
  for (let gone = 0; gone < minutes; gone += step) {
    world.clock.moveMs(step * minuteMs)
    await world.syncTime()
    await world.runJobs()
  }
}
const unshown = () =>
  listItems(world.database.db, {
    kind: 'bankfeed.unshown',
    memberId: null,
    open: true,
    limit: 100,
  })
const wordsOf = ({ id }: RegisteredMember) =>
  world.database.db.query<{ state: string; isDenied: boolean }>(
    `select d.state, w.denied_at is not null as "isDenied" from bankfeed_claim w join deposits_deposit d on d.id = w.deposit
     where d.member_id = $1 and d.amount > 100 order by w.reported_at`,
    [id],
  )
const reportBySms = ({ bankAccountNo }: RegisteredMember, amount: string) =>
  words.sms('SCB', `${words.scbTime()} ${amount} จากKBNK/x${bankAccountNo.slice(-4)} เข้าx334445`)
const countLogged = (text: string) => world.logText().split(text).length - 1
const alarm = 'a signed message reported money that the bank does not show'

test("CARE-86 CARE-47 an SMS that claims a time five minutes before the bank's goes to an operator, and casts no doubt on a secret", async () => {
  const member = await world.addMember({ bankCode: 'KBANK' })
  await world.paidBefore(member)
  await reportBySms(member, '432.10')
  expect(await world.walletOf(member)).toBe(43_310)
  await pass(5)
  await world.pay(member, {
    amount: '432.10',
    toBank: 'SCB',
    toAccount: '2223334445',
    tell: 'nothing',
  })
  await pass(17)
  expect(await wordsOf(member)).toEqual([{ state: 'credited', isDenied: false }])
  expect((await unshown()).map((item) => item.words)).toEqual([
    expect.stringContaining("does not agree with the bank's statement; it is in a wallet"),
  ])
  expect(countLogged(alarm)).toBe(0)
  // The phone is trusted as before; the bank shows this transfer, so that it raises no doubt later.
  await world.pay(member, {
    amount: '5.20',
    toBank: 'SCB',
    toAccount: '2223334445',
    tell: 'nothing',
  })
  await reportBySms(member, '5.20')
  expect(await world.walletOf(member)).toBe(43_830)
})

test('CARE-87 two equal lines without a name show two deposits', async () => {
  const member = await world.addMember()
  for (const _ of [1, 2]) {
    await world.pay(member, { amount: '77.00', namesTransfer: false })
    await world.allDelivered()
    world.clock.moveMs(minuteMs)
    await world.syncTime()
  }
  await pass(20)
  const shown = { state: 'credited', isDenied: false }
  expect(await wordsOf(member)).toEqual([shown, shown])
  expect(await world.walletOf(member)).toBe(15_400)
})

test('CARE-86 a deposit that the bank does not know raises such an alarm, once', async () => {
  const member = await world.addMember({ bankCode: 'KBANK' })
  await world.paidBefore(member)
  await reportBySms(member, '99.10')
  await pass(20)
  expect(await wordsOf(member)).toEqual([{ state: 'credited', isDenied: true }])
  expect(countLogged(alarm)).toBe(1)
  await reportBySms(member, '5.30')
  expect(await world.walletOf(member)).toBe(10_010)
})

test('CARE-86 CARE-87 a statement that is silent for hours is reported once for the oldest waiting deposit, and the waiting deposits are credited when it answers', async () => {
  await world.sandbox.addFault({ operation: 'bank.statement', kind: 'maintenance' })
  const member = await world.addMember()
  const silent = () =>
    world
      .logText()
      .split('\n')
      .filter((line) => line.includes('cannot be read') && line.includes('KBANK:1112223334'))
  await world.pay(member, { amount: '50000.01' })
  await world.allDelivered()
  expect(await world.walletOf(member)).toBe(0)
  await pass(20)
  await pass(120, 20)
  expect(silent()).toHaveLength(1)
  expect(await wordsOf(member)).toEqual([{ state: 'suspended', isDenied: false }])
  await world.sandbox.control('DELETE', '/faults', {})
  // On a busy machine it is not always the first minute that reads it.
  const credited = async () => {
    await pass(1)
    return world.walletOf(member)
  }
  await expect.poll(credited, { timeout: 10_000 }).toBe(5_000_001)
})
