import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs, secondMs } from '@kapao/contract/times'
import { bangkokDayStart } from '#core/clock.ts'
import { readSettings } from '#settings/read.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { bankMessages } from '#testing/doubles/bank-messages.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import type { RegisteredMember } from '#testing/worlds/member-world.ts'

const world = testWorld(openBankWorld)
afterEach(async () => {
  expect(await world.violations()).toEqual([])
})

/** Moves the clock to `ms` before the next midnight in Bangkok and runs the jobs due by then. */
async function beforeMidnight(ms: number): Promise<Date> {
  const pass = async (byMs: number) => {
    world.clock.moveMs(byMs)
    await world.syncTime()
    await world.runJobs()
  }
  await pass(dayMs)
  const now = world.clock.now().getTime()
  const midnight = bangkokDayStart(new Date(now + dayMs))
  world.clock.moveMs(midnight.getTime() - now - ms)
  await world.syncTime()
  return midnight
}
const passed = async (ms: number) => {
  world.clock.moveMs(ms)
  await world.syncTime()
}
/** The recorded differences of this amount after both days were compared. */
async function differencesOf(amount: bigint): Promise<unknown[]> {
  for (let turn = 0; turn < 3; turn += 1) {
    await passed(dayMs)
    await world.runJobs()
  }
  const rows = await world.database.db.query<{ one: { kind: string; ours?: string } }>(
    'select one from bankfeed_reconciled, jsonb_array_elements(differences) as one',
  )
  return rows
    .map(({ one }) => one)
    .filter((one) => [one.ours, (one as { theirs?: string }).theirs].includes(String(amount)))
}
const paid = (who: RegisteredMember, amount: string) => world.pay(who, { amount, tell: 'nothing' })
/** As this bank writes it: to the minute of its own clock. */
const smsOf = (who: RegisteredMember, amount: string) => {
  const words = bankMessages(world)
  const text = `${words.kbankTime()} บช X-3334 รับโอนจาก X-${who.bankAccountNo.slice(-6)} ${amount} คงเหลือ 9,999.00 บ.`
  return () => words.sms('KBANK', text)
}

test.each([
  ['an SMS of the minute after', 701, 2 * secondMs, 3 * secondMs],
  ['an SMS that comes minutes after', 702, 2 * secondMs, 100 * secondMs],
])(
  'CARE-95 a transfer of before midnight that %s reports is credited once, and neither day misses it or counts it twice',
  { tags: 'long-4' },
  async (_, whole, beforeMs, laterMs) => {
    const who = await world.addMember({ bankCode: 'SCB' })
    await beforeMidnight(beforeMs + minuteMs)
    await world.paidBefore(who)
    await passed(minuteMs)
    await paid(who, `${whole}.00`)
    await passed(laterMs)
    await smsOf(who, `${whole}.00`)()
    expect(await world.walletOf(who)).toBe(100 + whole * 100)
    await passed(minuteMs)
    await world.runJobs()
    expect(await differencesOf(BigInt(whole) * 100n)).toEqual([])
    expect(await world.walletOf(who)).toBe(100 + whole * 100)
  },
)

test('CARE-95 a transfer of before midnight that the feed reports after it belongs to the day on which it was paid', async () => {
  const who = await world.addMember({ bankCode: 'SCB' })
  await beforeMidnight(1 * secondMs)
  const [line] = await paid(who, '703.00')
  await passed(3 * minuteMs)
  await world.sandbox.control('POST', '/bank/tell', { reference: line!.reference, as: 'feed' })
  await world.allDelivered()
  expect(await world.walletOf(who)).toBe(70_300)
  expect(await differencesOf(70_300n)).toEqual([])
})

test('CARE-95 a deposit booked at midnight that the bank shows on neither side is reported once', async () => {
  const who = await world.addMember({ bankCode: 'SCB' })
  await beforeMidnight(minuteMs)
  await world.paidBefore(who)
  await passed(minuteMs + 3 * secondMs)
  await smsOf(who, '704.00')()
  expect(await world.walletOf(who)).toBe(70_500)
  expect(await differencesOf(70_400n)).toMatchObject([{ kind: 'extra', ours: '70400' }])
})

describe('messages of an account without a statement', () => {
  beforeAll(async () => {
    const { 'deposit.accounts': accounts } = await readSettings(world.database.db)
    // No bank transfer backs these messages, so that a statement would deny them.
    await world.set(
      'deposit.accounts',
      accounts.map((one) => ({ ...one, hasStatement: false as const })),
    )
  })

  test('CARE-95 satang reserved before midnight and paid after it belong to their member, and to no member after their day', async () => {
    await world.set('deposit.manual', true)
    await world.set('deposit.ownSatang', true)
    const members = [await world.addMember(), await world.addMember(), await world.addMember()]
    await beforeMidnight(minuteMs)
    const amounts: string[] = []
    for (const { username, password, id } of members) {
      const token = await world.login(username, password)
      const answer = await world.call('POST /api/wallet/add', { token, body: { amount: 700 } })
      expect(answer.status).toBe(200)
      const [row] = await world.database.db.query<{ amount: bigint }>(
        'select amount from deposits_request where member_id = $1',
        [id],
      )
      amounts.push(`${row!.amount / 100n}.${String(row!.amount % 100n).padStart(2, '0')}`)
    }
    expect(new Set(amounts).size).toBe(3)
    // The message names no payer: only the amount identifies the member.
    const report = (amount: string) => bankMessages(world).feed({ amount, from: null })
    await passed(minuteMs + secondMs)
    await report(amounts[0]!)
    // The same transfer, reported by another source some minutes later.
    await passed(3 * minuteMs)
    const words = bankMessages(world)
    await words.sms(
      'KBANK',
      `${words.kbankTime()} บช X-3334 เงินเข้า ${amounts[0]} คงเหลือ 9,999.00 บ.`,
    )
    expect(await world.walletOf(members[0]!)).toBe(Math.round(Number(amounts[0]) * 100))

    // A minute before the reservation expires, and after that.
    await passed(dayMs - 7 * minuteMs)
    await world.runJobs()
    await report(amounts[1]!)
    await passed(11 * minuteMs)
    await world.runJobs()
    await report(amounts[2]!)
    const ended = await world.database.db.query<{ state: string }>(
      'select state from deposits_request where member_id = any ($1) order by created_at',
      [members.map(({ id }) => id)],
    )
    expect([await Promise.all(members.map(world.walletOf)), ended]).toEqual([
      [amounts[0], amounts[1], 0].map((amount) => Math.round(Number(amount) * 100)),
      [{ state: 'done' }, { state: 'done' }, { state: 'expired' }],
    ])
  })

  test.each([
    ['KBANK', 'with its balance', 711, 2 * minuteMs, []],
    ['KBANK', 'with its balance', 712, 5 * hourMs, []],
    ['SCB', 'without one', 713, 2 * minuteMs, ['repeated']],
    ['SCB', 'without one', 714, 5 * hourMs, ['repeated']],
    ['SCB', 'without one', 715, 13 * hourMs, ['repeated']],
  ] as const)(
    'CARE-96 the same SMS text of %s %s, sent before midnight and again after it, is credited once (%i)',
    async (bank, _, whole, laterMs, waits) => {
      const who = await world.addMember({ bankCode: bank === 'SCB' ? 'KBANK' : 'SCB' })
      await beforeMidnight(30 * secondMs)
      const words = bankMessages(world)
      await world.paidBefore(who)
      const tail = who.bankAccountNo.slice(-6)
      const text =
        bank === 'SCB'
          ? `${words.scbTime()} ${whole}.00 จากKBNK/x${tail}เข้าx334445`
          : `${words.kbankTime()} บช X-3334 รับโอนจาก X-${tail} ${whole}.00 คงเหลือ 9,999.00 บ.`
      await words.sms(bank, text)
      await passed(laterMs)
      await Promise.all([words.sms(bank, text), words.sms(bank, text)])
      await passed(minuteMs)
      await world.runJobs()
      expect(await world.walletOf(who)).toBe(100 + whole * 100)
      const rows = await world.database.db.query<{ why: string }>(
        `select why from deposits_deposit where amount = $1 and state = 'suspended'`,
        [whole * 100],
      )
      expect([...new Set(rows.map(({ why }) => why))]).toEqual(waits)
    },
  )

  test('CARE-96 two SMS a minute apart over midnight with equal sums and different balances are two transfers', async () => {
    const who = await world.addMember({ bankCode: 'SCB' })
    await beforeMidnight(30 * secondMs)
    const words = bankMessages(world)
    await world.paidBefore(who)
    await smsOf(who, '721.00')()
    await passed(minuteMs)
    const tail = who.bankAccountNo.slice(-6)
    await words.sms(
      'KBANK',
      `${words.kbankTime()} บช X-3334 รับโอนจาก X-${tail} 721.00 คงเหลือ 10,720.00 บ.`,
    )
    expect(await world.walletOf(who)).toBe(100 + 2 * 72_100)
  })
})
