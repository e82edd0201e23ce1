import { afterEach, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '@kapao/contract/times'
import type { Arrival } from '#outside/arrival.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openDepositWorld)
const settle = (arrival: Arrival) => world.processes[0]!.settle(arrival)
afterEach(async () => {
  expect(await world.violations()).toEqual([])
})

const noon = Date.parse('2026-11-21T05:00:00Z')
/** 23:58 in Bangkok. */
const nearMidnight = Date.parse('2026-11-21T16:58:00Z')

/** Reports of transfers of one payer and amount through each channel. */
async function payer() {
  const member = await world.addMember()
  const facts = (at: number): Partial<Arrival> => ({
    memberId: member.id,
    paidAt: new Date(at),
    payer: { bank: 'SCB', account: member.bankAccountNo.slice(-6) },
  })
  return {
    member,
    sms: (at: number) => anyArrival({ ...facts(at), channel: 'sms', references: [] }),
    feed: (at: number) => anyArrival({ ...facts(at), references: [] }),
    named: (at: number) => anyArrival(facts(at)),
    slip: (at: number) => anyArrival({ ...facts(at), channel: 'slip' }),
    balance: () => world.balanceOf(member.id),
    /** Runs the worker's job. */
    wait: () => world.processes[0]!.jobs.find(({ name }) => name === 'deposits.alike')!.run(),
  }
}
const waits = { outcome: 'suspended', why: 'alike' }

describe('one transfer that is reported at two times', () => {
  test.each([
    ['four minutes apart', noon, 4 * minuteMs],
    ['over midnight in Bangkok', nearMidnight, 4 * minuteMs],
    ['hours apart', noon, 5 * hourMs],
  ])('CARE-47 is credited once and waits as an item, %s', async (_, at, apartMs) => {
    for (const order of ['slip first', 'SMS first', 'slip first, the SMS before it']) {
      const who = await payer()
      const slip = who.slip(at)
      const sms = who.sms(order.includes('before') ? at - apartMs : at + apartMs)
      const [one, two] = order === 'SMS first' ? [sms, slip] : [slip, sms]
      expect(await settle(one)).toMatchObject({ outcome: 'credited' })
      expect(await settle(two)).toMatchObject({ ...waits, memberId: who.member.id })
      // However often it is reported, and however long it waits.
      expect(await settle(two)).toMatchObject({ outcome: 'already', state: 'suspended' })
      await who.wait()
      expect(await who.balance()).toBe(50_000)
      expect((await world.rowsOf(who.member.id)).map(({ status }) => status)).toEqual([
        'PENDING',
        'SUCCESS',
      ])
    }
  })

  test('CARE-47 reported by both channels at once it is credited once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const who = await payer()
      await Promise.all([settle(who.slip(noon)), settle(who.sms(noon + 4 * minuteMs))])
      expect(await who.balance()).toBe(50_000)
    }
  })

  test('CARE-47 a feed without a name, an SMS and a slip at three times are one credit', async () => {
    const who = await payer()
    await settle(who.feed(noon))
    await settle(who.sms(noon + 4 * minuteMs))
    await settle(who.slip(noon - 4 * minuteMs))
    await who.wait()
    expect(await who.balance()).toBe(50_000)
  })

  test('CARE-47 a transfer that waits for the end of a bonus is credited once, too', async () => {
    const who = await payer()
    await world.giveBonus(who.member.id)
    expect(await settle(who.slip(noon))).toMatchObject({ why: 'bonus' })
    expect(await settle(who.sms(noon + 4 * minuteMs))).toMatchObject(waits)
    await world.endBonus(who.member.id)
    await world.processes[0]!.releaseHeld(who.member.id)
    await who.wait()
    expect(await who.balance()).toBe(50_100)
  })

  test('CARE-47 an SMS that waited for its payer is not credited in addition to the slip of its transfer', async () => {
    const who = await payer()
    const at = noon + 4 * minuteMs
    expect(await settle(who.slip(noon))).toMatchObject({ outcome: 'credited' })
    const unknown = { memberId: null, hold: 'unknown-payer', payer: {} } as const
    expect(await settle({ ...who.sms(at), ...unknown })).toMatchObject({ why: 'unknown-payer' })
    expect(await settle(who.feed(at))).toMatchObject({ ...waits, memberId: who.member.id })
    expect(await who.balance()).toBe(50_000)
  })

  test('CARE-47 another member whose slip fits the payer is not credited for an SMS of hours before', async () => {
    const [who, thief] = [await payer(), await payer()]
    await settle(who.sms(noon))
    const shown = { ...who.slip(noon - 4 * minuteMs), memberId: thief.member.id }
    const digits = who.member.bankAccountNo.slice(-6, -1)
    expect(await settle({ ...shown, payer: { bank: 'SCB', account: `${digits}x` } })).toMatchObject(
      waits,
    )
    expect(await thief.balance()).toBe(0)
  })
})

describe('two honest equal transfers within hours', () => {
  test('CARE-48 two slips are two, though an SMS of another minute came before', async () => {
    const who = await payer()
    await settle(who.sms(noon + 4 * minuteMs))
    expect(await settle(who.slip(noon))).toMatchObject(waits)
    expect(await settle(who.slip(noon + hourMs))).toMatchObject({ outcome: 'credited' })
    await who.wait()
    expect(await who.balance()).toBe(100_000)
  })

  test('CARE-48 two SMS are two, though a slip of another minute came before', async () => {
    const who = await payer()
    await settle(who.slip(noon))
    expect(await settle(who.sms(noon + 4 * minuteMs))).toMatchObject(waits)
    expect(await settle(who.sms(noon + hourMs))).toMatchObject({ outcome: 'credited' })
    await who.wait()
    expect(await who.balance()).toBe(100_000)
  })

  test('CARE-48 a slip that came before its own SMS waits for it and is credited then', async () => {
    const who = await payer()
    await settle(who.sms(noon))
    expect(await settle(who.slip(noon + hourMs))).toMatchObject(waits)
    expect(await settle(who.sms(noon + hourMs))).toMatchObject({ outcome: 'credited' })
    expect(await who.balance()).toBe(100_000)
    expect((await world.rowsOf(who.member.id)).map(({ status }) => status)).toEqual([
      'SUCCESS',
      'SUCCESS',
    ])
  })

  test('CARE-48 a waiting transfer is credited automatically once the first one is named, or reported by the same source', async () => {
    const who = await payer()
    await settle(who.sms(noon))
    expect(await settle(who.slip(noon + hourMs))).toMatchObject(waits)
    await settle(who.slip(noon))
    await who.wait()
    expect(await who.balance()).toBe(100_000)

    const other = await payer()
    await settle(other.slip(noon))
    expect(await settle(other.sms(noon + hourMs))).toMatchObject(waits)
    await settle(other.sms(noon))
    await other.wait()
    expect(await other.balance()).toBe(100_000)
  })

  test('CARE-48 evidence of one more transfer is not counted for two', async () => {
    const who = await payer()
    await settle(who.sms(noon + 4 * minuteMs))
    await settle(who.slip(noon))
    await settle(who.slip(noon + hourMs))
    expect(await who.balance()).toBe(100_000)
    // The other SMS of the two, by the clock that is off.
    await settle(who.sms(noon + minuteMs))
    await who.wait()
    expect(await who.balance()).toBe(100_000)
  })

  test("CARE-48 a stranger's payment is no evidence, nor is a text that may have been sent twice", async () => {
    const who = await payer()
    await settle({ ...who.sms(noon + 4 * minuteMs), eventId: 'words-apart:first' })
    const again = { ...who.sms(noon + 9 * minuteMs), eventId: 'words-apart:second' }
    expect(await settle(again)).toMatchObject({ why: 'repeated' })
    const nobody = { memberId: null, hold: 'unknown-payer', payer: {} } as const
    await settle({ ...who.sms(noon + hourMs), ...nobody })
    expect(await settle(who.slip(noon))).toMatchObject(waits)
    await who.wait()
    expect(await who.balance()).toBe(50_000)
  })

  test('CARE-48 transfers named by their banks are two, however close in time', async () => {
    const who = await payer()
    for (const at of [noon, noon, noon + minuteMs])
      expect(await settle(who.named(at))).toMatchObject({ outcome: 'credited' })
    expect(await who.balance()).toBe(150_000)
  })
})

test.each(['named first', 'unnamed first', 'at once'])(
  'CARE-49 two equal lines of a feed, one without a name, are two transfers (%s)',
  async (order) => {
    const who = await payer()
    const lines = [who.named(noon), who.feed(noon + 20_000)]
    if (order === 'at once') await Promise.all(lines.map(settle))
    else for (const line of order === 'named first' ? lines : lines.toReversed()) await settle(line)
    expect(await who.balance()).toBe(100_000)
    // The statement names both lines: it reports no new transfer.
    await settle({ ...who.named(noon), eventId: 'statement:one', references: lines[0]!.references })
    await settle({ ...who.named(noon + 20_000), eventId: 'statement:two' })
    expect(await who.balance()).toBe(100_000)
  },
)
