import { describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { sampled } from '#testing/models/sample.ts'
import { openSlipTable, slipPlaces } from '#testing/models/slip-table.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

/** Each case waits for a retry. */
const patienceMs = 90_000

/** The place over midnight; its twin by day proves less. */
const overMidnight = slipPlaces.filter(([, { begins }]) => begins === '23:58')

describe.each(sampled('slips: every answer', 1, overMidnight))('%s', (_, place) => {
  const { money, service } = place
  const world = testWorld(() => openSlipTable(place))

  let n = 20
  const next = () => (n += 1)
  const later = async (ms: number) => {
    await world.passTime(ms)
    await world.runJobs()
  }

  const faults = [
    ['drop-before', 1],
    ['drop-after', 1],
    ['status-after', 2],
    ['garbage', 1],
    ['empty', 1],
    ['html-403', 1],
    ['maintenance', 2],
    ['bank-delay', 2],
    ['no-quota', 1],
    ['drip', 1],
  ] as const
  test.each(faults)(
    'CARE-94 an answer that is lost or late (%s) costs no member money and credits nothing extra',
    { tags: 'long-1', timeout: patienceMs },
    async (kind, count) => {
      await world.begin()
      const [who, of] = [await world.payer(), next()]
      const { reference } = await world.pay(who, of)
      await world.sandbox.addFault({ operation: `slips.${service}`, kind, count, delayMs: 300 })
      await world.show(who, reference)
      await world.show(who, reference, 'jpeg')
      for (let turn = 0; turn < 3; turn += 1) {
        await later(6 * minuteMs)
        await world.settled(who)
      }
      expect(await world.balanceOf(who)).toBe(money.smallest(of))
      expect(await world.depositsOf(of)).toEqual([{ state: 'credited', why: null }])
      const { slips } = await world.slips(who)
      expect(slips.map(({ status }) => status).toSorted()).toEqual(['FAILED', 'SUCCESS'])
      await world.sandbox.control('DELETE', '/faults', {})
    },
  )

  test(
    'CARE-94 a rate-limited reply of the service decides nothing about a slip: it is asked again, and is credited once',
    async () => {
      await world.begin()
      const [who, of] = [await world.payer(), next()]
      const { reference } = await world.pay(who, of)
      const limited = {
        operation: `slips.${service}`,
        kind: 'status-before',
        status: 429,
        count: 3,
      }
      await world.sandbox.addFault(limited)
      expect(await world.show(who, reference)).toMatchObject({ status: 'PENDING', note: null })
      for (let turn = 0; turn < 4; turn += 1) {
        await later(6 * minuteMs)
        await world.settled(who)
      }
      expect((await world.slips(who)).slips).toMatchObject([{ status: 'SUCCESS' }])
      expect(await world.balanceOf(who)).toBe(money.smallest(of))
    },
    patienceMs,
  )
})
