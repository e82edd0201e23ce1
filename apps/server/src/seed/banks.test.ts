import { minuteMs } from '@kapao/contract/times'
import { expect, test } from 'vitest'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { listItems } from '#records/items/store.ts'
import { bankMessages } from '#testing/doubles/bank-messages.ts'
import { listBankBooks } from './banks.ts'

const world = testWorld(openBankWorld)

async function pass(minutes: number): Promise<void> {
  world.clock.moveMs(minutes * minuteMs)
  await world.syncTime()
  await world.runJobs()
}
const unshown = async () => {
  const wanted = { kind: 'bankfeed.unshown', memberId: null, open: true, limit: 100 }
  return (await listItems(world.database.db, wanted)).map(({ key }) => key)
}

test('HOUSE-55 after a restart the banks show what was booked, with and without a reference; what they had denied they deny still', async () => {
  const member = await world.addMember({ bankCode: 'KBANK' })
  await world.paidBefore(member)
  await world.pay(member, { amount: '300.00' })
  await world.pay(member, { amount: '301.00', namesTransfer: false })
  await world.pay(member, { amount: '302.00', toBank: 'SCB', toAccount: '2223334445', tell: 'sms' })
  await world.allDelivered()
  expect(await world.walletOf(member)).toBe(90_400)
  // Nobody has paid this.
  const messages = bankMessages(world)
  await messages.feed({ amount: '66.00', from: messages.fromOf(member), reference: 'FORGED000001' })
  await pass(1)
  await pass(20)
  const [forged] = await world.database.db.query<{ id: string }>(
    'select id from deposits_deposit where amount = 6600',
  )
  expect(await unshown()).toEqual([forged!.id])

  await world.sandbox.control('POST', '/reset', {})
  await world.sandbox.control('POST', '/app', { url: world.address })
  await world.syncTime()
  const { lines, payouts } = await listBankBooks(world.database.db, world.clock.now())
  await world.sandbox.control('POST', '/bank/restore', { lines })
  await world.sandbox.control('POST', '/payout/restore', { payouts })
  for (const _ of [1, 2, 3]) await pass(15)
  expect(await unshown()).toEqual([forged!.id])
  expect(await world.walletOf(member)).toBe(97_000)
})
