import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { transferReference, type Arrival } from '#outside/arrival.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openDepositWorld)
const settle = (given: Partial<Arrival>) => world.processes[0]!.settle(anyArrival(given))

test.each([
  ['BAHT', 9_999n, 0],
  ['BAHT', 10_000n, 1],
  ['BAHT', 10_001n, 1],
  ['BAHT', 19_999n, 1],
  ['BAHT', 20_000n, 2],
  ['LAK', 49_999n, 0],
  ['LAK', 50_000n, 1],
  ['LAK', 99_999n, 1],
  ['LAK', 100_000n, 2],
] as const)(
  'OP-SPIN a deposit earns a coin from exactly its price on: %s %s earn %i',
  async (currency, amount, coins) => {
    const { id } = await world.addMember({ currency })
    await settle({ memberId: id, money: { amount, currency } })
    expect(await world.balanceOf(id, 'coin')).toBe(coins)
  },
)

const paidAt = new Date('2026-11-19T03:00:00Z')

test.each([
  ['a minute less than a day later', dayMs - minuteMs, 'already'],
  ['exactly a day later', dayMs, 'credited'],
  ['a minute more than a day later', dayMs + minuteMs, 'credited'],
  ['a minute less than a day earlier', minuteMs - dayMs, 'already'],
  ['exactly a day earlier', -dayMs, 'credited'],
] as const)(
  'I10 a short reference that is reported without its bank is the same transfer within a day, and another after it: %s',
  async (_, laterMs, outcome) => {
    const member = await world.addMember()
    const payer = { account: member.bankAccountNo.slice(-6) }
    const given = {
      memberId: member.id,
      payer,
      money: { amount: 71_000n, currency: 'BAHT' },
    } as const
    const reference = String(4_000 + Number(member.bankAccountNo.slice(-3)))
    await settle({ ...given, references: [transferReference('SCB', reference)], paidAt })
    const again = { references: [transferReference(null, reference)], channel: 'slip' } as const
    const settled = await settle({
      ...given,
      ...again,
      paidAt: new Date(paidAt.getTime() + laterMs),
    })
    expect(settled.outcome).toBe(outcome)
    expect(await world.balanceOf(member.id)).toBe(outcome === 'already' ? 71_000 : 142_000)
  },
)

test.each([
  ['a second less than two minutes', 2 * minuteMs - 1_000, 'already'],
  ['exactly two minutes', 2 * minuteMs, 'suspended'],
] as const)(
  'I10 an SMS without a reference is the transfer of its payer within two minutes, and waits for an answer after them: %s',
  async (_, laterMs, outcome) => {
    const member = await world.addMember()
    const payer = { bank: 'SCB', account: member.bankAccountNo.slice(-6) }
    const given = {
      memberId: member.id,
      payer,
      money: { amount: 72_000n, currency: 'BAHT' },
    } as const
    await settle({ ...given, paidAt })
    const sms = { channel: 'sms', references: [] } as const
    const settled = await settle({ ...given, ...sms, paidAt: new Date(paidAt.getTime() + laterMs) })
    expect(settled.outcome).toBe(outcome)
    expect(await world.balanceOf(member.id)).toBe(72_000)
  },
)
