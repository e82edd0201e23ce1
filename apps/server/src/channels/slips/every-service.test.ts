import { describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { sampled } from '#testing/models/sample.ts'
import { openSlipTable, slipPlaces } from '#testing/models/slip-table.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

/** The same attacks at each service, in each currency, by day and over midnight in Bangkok. */
describe.each(sampled('slips: every service', 2, slipPlaces))('%s', (_, place) => {
  const { money } = place
  const world = testWorld(() => openSlipTable(place))

  test(
    'CARE-57 a slip shown again, as another picture and by another member, is credited once',
    { tags: 'long-1' },
    async () => {
      await world.begin()
      const [who, other] = [await world.payer(), await world.payer()]
      const { reference } = await world.pay(who, 1)
      await world.passTime(5 * minuteMs)
      expect(await world.show(who, reference)).toMatchObject({ status: 'SUCCESS' })
      for (const variant of ['jpeg', 'photo'])
        expect(await world.show(who, reference, variant)).toMatchObject({
          note: 'SLIP_REFNO_DUPLICATED',
        })
      expect(await world.show(other, reference)).toMatchObject({ status: 'FAILED' })
      expect(await world.balanceOf(who)).toBe(money.smallest(1))
      expect(await world.balanceOf(other)).toBe(0n)
    },
  )

  test(
    'CARE-57 forged, damaged, edited and stolen slips credit only what the bank confirms',
    { tags: 'long-3' },
    async () => {
      await world.begin()
      const who = await world.payer()
      const { reference } = await world.pay(who, 2)
      expect(await world.show(who, reference, 'forged')).toMatchObject({ status: 'FAILED' })
      expect(await world.show(who, reference, 'damaged')).toMatchObject({ status: 'FAILED' })
      expect(await world.show(who, reference, 'other-bank')).toMatchObject({ status: 'FAILED' })
      expect(await world.balanceOf(who)).toBe(0n)
      expect(await world.show(who, reference, 'edited')).toMatchObject({ status: 'SUCCESS' })
      const elsewhere = await world.pay(who, 3, {
        toAccount: '9998887776',
        toName: 'SOMSRI STRANGER',
      })
      expect(await world.show(who, elsewhere.reference)).toMatchObject({ note: 'DEST_ACC_INVALID' })
      const stolen = await world.pay(who, 4, {
        fromAccount: '5554443332',
        fromName: 'SOMSAK OTHER',
      })
      expect(await world.show(who, stolen.reference)).toMatchObject({ note: 'NOT_MATCH' })
      expect(await world.balanceOf(who)).toBe(money.smallest(2))
    },
  )

  test.each(['slip first', 'SMS first'])(
    'CARE-47 CARE-57 the slip and an SMS four minutes apart are one credit (%s)',
    async (order) => {
      await world.begin()
      const n = order === 'slip first' ? 5 : 6
      const who = await world.payer()
      const { reference } = await world.pay(who, n)
      const paidAt = world.clock.now()
      const smsAt = new Date(paidAt.getTime() + 4 * minuteMs)
      await world.passTime(5 * minuteMs)
      if (order === 'SMS first') await world.reportBySms(who, n, smsAt)
      await world.show(who, reference)
      if (order === 'slip first') await world.reportBySms(who, n, smsAt)
      await world.passTime(minuteMs)
      await world.runJobs()
      expect(await world.balanceOf(who)).toBe(money.smallest(n))
      const found = await world.depositsOf(n)
      expect(found.map(({ state }) => state).toSorted()).toEqual(['credited', 'suspended'])
      // The SMS shows six digits, of a payer who has paid nothing that its bank reported.
      expect(found.find(({ state }) => state === 'suspended')).toMatchObject({
        why: 'unproven-payer',
      })
    },
  )

  test('CARE-48 CARE-57 two honest equal transfers, each with its SMS and its slip, are two', async () => {
    await world.begin()
    const who = await world.payer()
    for (const turn of [1, 2]) {
      const { reference } = await world.pay(who, 7)
      await world.reportBySms(who, 7)
      expect(await world.show(who, reference)).toMatchObject({ status: 'SUCCESS' })
      expect(await world.balanceOf(who)).toBe(BigInt(turn) * money.smallest(7))
      await world.passTime(10 * minuteMs)
    }
  })
})
