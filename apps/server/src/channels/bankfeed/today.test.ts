import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { listOpenPage } from '#records/items/desk-store.ts'
import { listItems } from '#records/items/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import { listTrustedPage } from './desk-store.ts'

const world = testWorld(openBankWorld)

const pass = async (minutes: number) => {
  world.clock.moveMs(minutes * minuteMs)
  await world.syncTime()
  await world.runJobs()
}
const unshown = async () => {
  const wanted = { kind: 'bankfeed.unshown', memberId: null, open: true, limit: 100 }
  return (await listItems(world.database.db, wanted)).map(({ key }) => key)
}

test('CARE-09 HOUSE-53 a deposit that the feed signed and the bank does not show is an item within half an hour, once; one that the bank shows is not', async () => {
  const member = await world.addMember()
  await world.pay(member, { amount: '300.00' })
  await world.allDelivered()
  const occurredAt = world.clock.now().toISOString()
  const body = JSON.stringify({
    bank: 'KBANK',
    accountNo: '1112223334',
    direction: 'credit',
    amount: '999.00',
    currency: 'THB',
    occurredAt,
    reference: systemIds.key(),
    from: {
      bank: member.bankCode,
      accountNo: member.bankAccountNo,
      name: member.bankAccountName,
    },
  })
  const [id, at] = [systemIds.key(), String(Math.floor(world.clock.now().getTime() / 1000))]
  const signature = createHmac('sha256', 'sandbox-feed-secret').update(`${id}.${at}.${body}`)
  const reply = await fetch(`${world.address}/webhooks/bank/feed`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-event-id': id,
      'x-timestamp': at,
      'x-signature': signature.digest('hex'),
    },
  })
  expect(reply.status).toBe(200)
  await expect.poll(() => world.walletOf(member)).toBe(129_900)
  await pass(10)
  expect(await unshown()).toEqual([])
  await pass(10)
  const [forged] = await world.database.db.query<{ id: string }>(
    'select id from deposits_deposit where amount = 99900',
  )
  expect(await unshown()).toEqual([forged!.id])
  // It waits once: as the deposit, where it can be taken back.
  const page = { after: null, limit: 100 }
  expect(await listOpenPage(world.database.db, page)).toEqual([])
  const waiting = await listTrustedPage(world.database.db, page)
  expect(waiting.map(({ id: waits }) => waits)).toEqual([forged!.id])
  await pass(10)
  expect(await unshown()).toEqual([forged!.id])
})
