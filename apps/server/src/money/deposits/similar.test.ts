import { afterEach, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import type { Arrival } from '#outside/arrival.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openDepositWorld)
const settle = (arrival: Arrival) => world.processes[0]!.settle(arrival)
afterEach(async () => {
  expect(await world.violations()).toEqual([])
})

const paidAt = new Date('2026-11-21T04:00:00Z')
const later = (ms: number) => new Date(paidAt.getTime() + ms)

/** An SMS without a time: its transfer may be from hours before. */
const smsOf = (given: Partial<Arrival>, comesAt: Date): Arrival =>
  anyArrival({
    channel: 'sms',
    references: [],
    paidAt: comesAt,
    paidFrom: new Date(comesAt.getTime() - 6 * 60 * minuteMs),
    ...given,
  })
const namedOf = (given: Partial<Arrival>): Arrival =>
  anyArrival({ paidAt, paidTo: later(6 * 60 * minuteMs), ...given })

test('F21 F25 a named transfer is matched to the credited SMS, not to a repeat of its text, however close in time', async () => {
  const member = await world.addMember()
  const payer = { account: member.bankAccountNo.slice(-6) }
  const known = { memberId: member.id, payer }
  await settle(smsOf({ ...known, eventId: 'words-1:first' }, later(2 * minuteMs)))
  // The phone forwards it under another id, and the first one was delayed longer.
  await settle(smsOf({ ...known, eventId: 'words-1:second' }, later(minuteMs)))
  expect(await settle(namedOf(known))).toMatchObject({ outcome: 'already', state: 'credited' })
  expect(await world.balanceOf(member.id)).toBe(50_000)
  // A second transfer is credited once it has a reference.
  expect(await settle(namedOf(known))).toMatchObject({ outcome: 'credited' })
  expect(await world.balanceOf(member.id)).toBe(100_000)
})

test('an SMS that names its payer is matched to a transfer of that payer, however close one without a payer is', async () => {
  const [one, other] = [await world.addMember(), await world.addMember()]
  const money = { amount: 61_000n, currency: 'BAHT' } as const
  const ofOne = { money, memberId: one.id, payer: { account: one.bankAccountNo.slice(-6) } }
  const nobody = { money, memberId: null, hold: 'unknown-payer', payer: {} } as const
  await settle(smsOf(ofOne, later(3 * minuteMs)))
  await settle(smsOf(nobody, later(minuteMs)))
  expect(await settle(namedOf({ ...ofOne, channel: 'slip' }))).toMatchObject({
    outcome: 'already',
    memberId: one.id,
  })
  const ofOther = { money, memberId: other.id, payer: { account: other.bankAccountNo.slice(-6) } }
  expect(await settle(namedOf({ ...ofOther, channel: 'slip' }))).toMatchObject({
    outcome: 'credited',
    memberId: other.id,
  })
  expect(await world.balanceOf(one.id)).toBe(61_000)
  expect(await world.balanceOf(other.id)).toBe(61_000)
  const found = await world.database.db.query(
    'select id from deposits_deposit where amount = 61000',
  )
  expect(found).toHaveLength(2)
})
