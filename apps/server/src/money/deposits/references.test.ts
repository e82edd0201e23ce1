import { afterEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { transferReference, type Arrival } from '#outside/arrival.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openDepositWorld)
const settle = (given: Partial<Arrival>) => world.processes[0]!.settle(anyArrival(given))
afterEach(async () => {
  expect(await world.violations()).toEqual([])
})

const paidAt = new Date('2026-11-21T03:00:00Z')
const anHourLater = new Date(paidAt.getTime() + hourMs)
const payerOf = (member: { bankAccountNo: string }) => ({ account: member.bankAccountNo.slice(-6) })
const baht = (amount: bigint) => ({ amount, currency: 'BAHT' }) as const

test('I10 a short reference without its bank matches a transfer only if the digits of the payer agree', async () => {
  const [one, other] = [await world.addMember(), await world.addMember()]
  const money = baht(71_000n)
  const named = { references: [transferReference('SCB', '4711')], paidAt, money }
  await settle({ ...named, memberId: one.id, payer: payerOf(one) })
  const unnamed = { references: [transferReference(null, '4711')], paidAt: anHourLater, money }
  expect(
    await settle({ ...unnamed, channel: 'slip', memberId: other.id, payer: payerOf(other) }),
  ).toMatchObject({ outcome: 'credited', memberId: other.id })
  expect(await world.balanceOf(other.id)).toBe(71_000)

  const third = await world.addMember()
  const ofThird = { memberId: third.id, payer: payerOf(third), money: baht(72_000n) }
  await settle({ ...named, ...ofThird, references: [transferReference('SCB', '4712')] })
  const again = { ...ofThird, references: [transferReference(null, '4712')], paidAt: anHourLater }
  expect(await settle({ ...again, channel: 'slip' })).toMatchObject({ outcome: 'already' })
  expect(await world.balanceOf(third.id)).toBe(72_000)
})

test('I10 F27 a reference without its bank and with another amount is another transfer', async () => {
  const member = await world.addMember()
  const [reference, memberId] = ['202611210300471147', member.id]
  await settle({
    references: [transferReference('SCB', reference)],
    memberId,
    paidAt,
    money: baht(73_000n),
  })
  const unnamed = { references: [transferReference(null, reference)], memberId, channel: 'slip' }
  expect(
    await settle({ ...unnamed, channel: 'slip', paidAt: anHourLater, money: baht(74_000n) }),
  ).toMatchObject({ outcome: 'credited', differs: false })
  expect(await world.balanceOf(memberId)).toBe(147_000)
  const same = {
    ...unnamed,
    channel: 'slip',
    eventId: 'the first one',
    paidAt: anHourLater,
  } as const
  expect(await settle({ ...same, money: baht(73_000n) })).toMatchObject({ outcome: 'already' })
  expect(await world.balanceOf(memberId)).toBe(147_000)
})

test("I23 a deposit that waits for the end of its member's bonus is not released to another member who shows it", async () => {
  const [owner, thief] = [await world.addMember(), await world.addMember()]
  await world.giveBonus(owner.id)
  const arrival = anyArrival({ memberId: owner.id })
  expect(await settle(arrival)).toMatchObject({ outcome: 'suspended', why: 'bonus' })
  const shown = {
    ...arrival,
    channel: 'slip',
    eventId: 'shown by another',
    memberId: thief.id,
  } as const
  expect(await settle(shown)).toMatchObject({
    outcome: 'already',
    state: 'suspended',
    memberId: owner.id,
  })
  expect(await world.balanceOf(thief.id)).toBe(0)
  await world.endBonus(owner.id)
  await world.processes[0]!.releaseHeld(owner.id)
  expect(await world.balanceOf(owner.id)).toBe(50_100)
})

test('F21 an SMS that may be a repeat is not credited however often it comes, until a channel names the transfer', async () => {
  const member = await world.addMember()
  const sms = {
    channel: 'sms',
    references: [],
    memberId: member.id,
    payer: payerOf(member),
  } as const
  const at = (minutes: number) => new Date(paidAt.getTime() + minutes * minuteMs)
  await settle({ ...sms, eventId: 'words-2:first', paidAt: at(0) })
  const repeated = { ...sms, eventId: 'words-2:second', paidAt: at(10) }
  expect(await settle(repeated)).toMatchObject({ outcome: 'suspended', why: 'repeated' })
  for (const _ of [1, 2, 3])
    expect(await settle(repeated)).toMatchObject({ outcome: 'already', state: 'suspended' })
  expect(await world.balanceOf(member.id)).toBe(50_000)
  const named = { memberId: member.id, payer: payerOf(member), channel: 'slip' } as const
  expect(await settle({ ...named, paidAt: at(10) })).toMatchObject({ outcome: 'credited' })
  expect(await world.balanceOf(member.id)).toBe(100_000)
})
