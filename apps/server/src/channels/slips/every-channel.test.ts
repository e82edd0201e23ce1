import { describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '@kapao/contract/times'
import { sampled } from '#testing/models/sample.ts'
import { openSlipTable, slipPlaces } from '#testing/models/slip-table.ts'
import type { Payer } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

/** One case takes some seconds on a busy machine. */
const patienceMs = 90_000

describe.each(sampled('slips: every channel', 1, slipPlaces))('%s', (_, place) => {
  const { money, isKip } = place
  const world = testWorld(() => openSlipTable(place))

  let n = 20
  const next = () => (n += 1)
  /** The transfer is in the bank's statement, too. */
  async function paid(who: Payer, of: number): Promise<{ reference: string; occurredAt: string }> {
    const [line] = await world.sandbox.control<{ reference: string; occurredAt: string }[]>(
      'POST',
      '/bank/pay',
      {
        ...money.to,
        fromBank: who.bankCode,
        fromAccount: who.bankAccountNo,
        fromName: who.bankAccountName,
        amount: money.amount(of),
        tell: 'nothing',
      },
    )
    return line!
  }
  const later = async (ms: number) => {
    await world.passTime(ms)
    await world.runJobs()
  }
  const statesOf = async (of: number) =>
    (await world.depositsOf(of)).map(({ state, why }) => (state === 'suspended' ? why : state))

  test.each([
    'feed, slip',
    'slip, feed',
    'SMS, slip',
    'slip, SMS',
    'feed, SMS, statement',
    'SMS, feed, statement',
    'SMS, statement, feed',
    'SMS, slip, feed',
    'slip, SMS, statement',
    'statement, SMS, slip',
    'at once',
  ])(
    'CARE-93 one transfer reported by %s, with an SMS whose clock is minutes off, is one credit',
    { tags: 'long-2', timeout: patienceMs },
    async (order) => {
      await world.begin()
      await world.passTime(minuteMs + 59 * secondMs)
      const [who, of] = [await world.payer(), next()]
      const { reference, occurredAt } = await paid(who, of)
      await world.passTime(5 * minuteMs)
      const smsAt = new Date(Date.parse(occurredAt) + 4 * minuteMs)
      const reports: Record<string, () => Promise<unknown>> = {
        feed: () => world.reportByFeed(who, of, { occurredAt, reference }),
        SMS: () => world.reportBySms(who, of, smsAt),
        slip: () => world.show(who, reference),
        statement: () => later(61 * secondMs),
      }
      const named = order === 'at once' ? ['feed', 'SMS', 'slip'] : order.split(', ')
      if (order === 'at once') await Promise.all(named.map((name) => reports[name]!()))
      else for (const name of named) await reports[name]!()
      for (let turn = 0; turn < 3; turn += 1) await later(61 * secondMs)
      expect(await world.balanceOf(who)).toBe(money.smallest(of))
      // No line of the statement has the time of its SMS, so a waiting deposit may wait for its bank, or for a payer of
      // whom more is shown.
      const states = (await statesOf(of)).map((state) =>
        state === 'unconfirmed' || state === 'unproven-payer' ? 'alike' : state,
      )
      expect(states.filter((state) => state === 'credited')).toHaveLength(1)
      // The SMS gives another minute: without proof of a second transfer, it waits.
      expect(states.filter((state) => state !== 'credited')).toEqual(
        named.includes('SMS') ? ['alike'] : [],
      )
    },
  )

  test(
    'CARE-93 the same slip several times at once, by its owner and by another member, is one credit of its owner',
    async () => {
      await world.begin()
      const [who, thief, of] = [await world.payer(), await world.payer(), next()]
      const { reference } = await world.pay(who, of)
      const [plain, jpeg] = await Promise.all(
        ['plain', 'jpeg'].map((variant) =>
          world.picture({ reference, amount: '', code: '' }, variant),
        ),
      )
      await Promise.all([
        world.upload(thief, plain!),
        world.upload(who, plain!),
        world.upload(who, jpeg!),
        world.upload(thief, jpeg!),
        world.reportBySms(who, of),
      ])
      await Promise.all([world.settled(who), world.settled(thief)])
      for (let turn = 0; turn < 2; turn += 1) await later(61 * secondMs)
      await world.show(who, reference)
      expect(await world.balanceOf(who)).toBe(money.smallest(of))
      expect(await world.balanceOf(thief)).toBe(0n)
      expect(await statesOf(of)).toEqual(['credited'])
    },
    patienceMs,
  )

  test(
    'CARE-93 a sending bank named only by the code credits no member, and another bank in the code makes no second transfer',
    async () => {
      await world.begin()
      const account = { bankAccountName: 'NOK THONGDEE', bankAccountNo: `66${10_000_000 + n}` }
      const owner = await world.payer(account)
      const twin = await world.payer({ ...account, bankCode: 'SCB' })
      const of = next()
      const { reference } = await world.pay(owner, of, { fromShown: { bank: '' } })
      await world.show(owner, reference)
      await world.show(twin, reference, 'other-bank')
      await later(61 * secondMs)
      expect(await statesOf(of)).toEqual(['review'])
      expect([await world.balanceOf(owner), await world.balanceOf(twin)]).toEqual([0n, 0n])
    },
    patienceMs,
  )

  test(
    "CARE-93 the same reference at another bank is another transfer: each belongs to its own payer, and neither slip claims the other's",
    async () => {
      await world.begin()
      const of = next()
      const one = await world.payer()
      const other = await world.payer({ bankCode: 'SCB', bankAccountName: 'SOMSAK DEEJAI' })
      const { reference } = await world.pay(one, of)
      await world.show(other, reference)
      await world.reportByFeed(other, of, { reference })
      expect(await world.balanceOf(other)).toBe(money.smallest(of))
      expect(await world.show(one, reference)).toMatchObject({ status: 'SUCCESS' })
      await world.show(other, reference, 'jpeg')
      await later(61 * secondMs)
      expect(await world.balanceOf(one)).toBe(money.smallest(of))
      expect(await world.balanceOf(other)).toBe(money.smallest(of))
    },
    patienceMs,
  )

  test(
    'CARE-93 the age of a slip is that of its transfer, also over midnight: 59 minutes are in time, 61 are not',
    async () => {
      await world.begin()
      await world.passTime(minuteMs)
      for (const [minutes, shown] of [
        [59, { status: 'SUCCESS' }],
        [61, { note: 'EXPIRED_SLIP' }],
      ] as const) {
        const [who, of] = [await world.payer(), next()]
        const { reference } = await world.pay(who, of)
        await world.passTime(minutes * minuteMs)
        expect(await world.show(who, reference)).toMatchObject(shown)
        expect(await world.balanceOf(who)).toBe(minutes === 59 ? money.smallest(of) : 0n)
      }
    },
    patienceMs,
  )

  test(
    'CARE-93 fractions below the smallest unit are refused, and trailing zero decimals are accepted',
    async () => {
      await world.begin()
      const [who, of] = [await world.payer(), next()]
      const whole = isKip ? money.amount(of) : money.amount(of).replace('.00', '')
      const parts = await world.pay(who, of, { amount: `${whole}.5` })
      const shown = await world.show(who, parts.reference)
      await world.reportByFeed(who, of, { amount: `${whole}.50` })
      const satang = isKip ? 0n : money.smallest(of) + 50n
      expect(shown.status).toBe(isKip ? 'PENDING' : 'SUCCESS')
      expect(await world.balanceOf(who)).toBe(satang)
      const { reference } = await world.pay(who, of, { amount: `${whole}.00` })
      expect(await world.show(who, reference)).toMatchObject({ status: 'SUCCESS' })
      await world.reportByFeed(who, of, { amount: `${whole}.00`, reference })
      expect(await world.balanceOf(who)).toBe(satang + money.smallest(of))
    },
    patienceMs,
  )
})
