import { afterEach, describe, expect, test } from 'vitest'
import { transferReference, type Arrival } from '#outside/arrival.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { holdRows } from '#testing/database/held-rows.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(() => openDepositWorld(3))
const settle = (arrival: Arrival, process = 0) => world.processes[process]!.settle(arrival)

afterEach(async () => {
  expect(await world.violations()).toEqual([])
})

describe('at once', () => {
  test(
    'F21 F25 100 rounds: feed, SMS, slip and a repeated event from three processes credit once',
    { tags: 'long-2', timeout: 60_000 },
    async () => {
      const members = await Promise.all(Array.from({ length: 100 }, () => world.addMember()))
      const play = async (member: { id: string; bankAccountNo: string }, round: number) => {
        const reference = transferReference('SCB', `ROUND${round}`)
        const payer = { bank: 'SCB', account: member.bankAccountNo.slice(-6) }
        const paidAt = new Date('2026-11-21T01:00:00Z')
        const seen = (channel: Arrival['channel'], eventId: string): Arrival => ({
          ...anyArrival({ memberId: member.id, payer, paidAt }),
          channel,
          eventId: `rounds-${eventId}-${round}`,
          references: channel === 'sms' ? [] : [reference],
        })
        const arrivals = [
          seen('bank', 'feed'),
          seen('bank', 'feed'),
          seen('sms', 'sms'),
          seen('slip', 'slip'),
          seen('manual', 'manual'),
          seen('slip', 'other-slip'),
        ]
        const settled = await Promise.all(arrivals.map((one, n) => settle(one, (n + round) % 3)))
        expect(settled.filter(({ outcome }) => outcome === 'credited')).toHaveLength(1)
        expect(new Set(settled.map(({ id }) => id)).size).toBe(1)
      }
      for (let from = 0; from < members.length; from += 10)
        await Promise.all(members.slice(from, from + 10).map((one, n) => play(one, from + n)))
      const sums = await Promise.all(members.map(({ id }) => world.balanceOf(id)))
      expect(sums.filter((sum) => sum !== 50_000)).toEqual([])
    },
  )

  test('F25 one transfer claimed by two members at once is credited to one of them', async () => {
    for (let round = 0; round < 20; round += 1) {
      const two = [await world.addMember(), await world.addMember()]
      const arrival = anyArrival({ channel: 'slip' })
      await Promise.all(
        two.map(({ id }, n) =>
          settle({ ...arrival, memberId: id, eventId: `${arrival.eventId}-${n}` }, n),
        ),
      )
      const sums = await Promise.all(two.map(({ id }) => world.balanceOf(id)))
      expect(sums.toSorted((a, b) => a - b)).toEqual([0, 50_000])
    }
  })

  test('I23 BON-23 money that arrives while a bonus is being given waits for its end, whichever came first', async () => {
    const { id } = await world.addMember()
    // Between the lookups for an arrival and its transaction.
    world.atStep(async (step) => {
      world.atStep(null)
      expect(step).toBe('deposit.prepared')
      await world.giveBonus(id)
    })
    expect(await settle(anyArrival({ memberId: id }))).toMatchObject({
      outcome: 'suspended',
      why: 'bonus',
    })
    expect(await world.balanceOf(id)).toBe(100)
    expect(await world.rowsOf(id)).toMatchObject([{ status: 'PENDING', about: { bonus: {} } }])
  })

  test('I23 BON-23 50 deposits and 50 bonuses at once: a deposit is credited only if it came first, and the rest waits', async () => {
    const members = await Promise.all(Array.from({ length: 50 }, () => world.addMember()))
    const ended = await Promise.all(
      members.map(async ({ id }, n) => {
        const [settled] = await Promise.all([
          settle(anyArrival({ memberId: id }), n % 3),
          world.giveBonus(id),
        ])
        return { id, settled }
      }),
    )
    for (const { id, settled } of ended) {
      const isFirst = settled.outcome === 'credited'
      expect(await world.walletKinds(id)).toEqual(isFirst ? ['deposit', 'bonus'] : ['bonus'])
    }
    await Promise.all(ended.map(({ id }) => world.endBonus(id)))
    await Promise.all(ended.map(({ id }) => world.processes[0]!.releaseHeld(id)))
    const sums = await Promise.all(members.map(({ id }) => world.balanceOf(id)))
    expect(sums.filter((sum) => sum !== 50_100)).toEqual([])
  })

  test('I08 an unknown payer reported by feed and SMS at once is in suspense once', async () => {
    const before = await world.suspended()
    for (let round = 0; round < 30; round += 1) {
      const payer = { bank: 'SCB', account: '999888' }
      const money = { amount: 1_000n + BigInt(round), currency: 'BAHT' } as const
      const feed = anyArrival({ hold: 'unknown-payer', payer, money })
      const sms = { ...feed, channel: 'sms', eventId: `unknown-${round}`, references: [] } as const
      const settled = await Promise.all([settle(feed, 0), settle(sms, 1), settle(feed, 2)])
      expect(new Set(settled.map(({ id }) => id)).size).toBe(1)
    }
    expect(await world.suspended()).toBe(before + 30 * 1_000 + (29 * 30) / 2)
  })

  test('I08 an arrival of a batch whose wallet is busy leaves no trace of its first run, and is credited once', async () => {
    const [busy, ...free] = await Promise.all(Array.from({ length: 6 }, () => world.addMember()))
    const release = await holdRows(
      world.database,
      `select 1 from ledger_account where owner = $1 and kind = 'wallet' for no key update`,
      [busy!.id],
    )
    // Arrivals of one amount never share a batch.
    const arrivals = [...free, busy!].map(({ id }, n) =>
      anyArrival({
        memberId: id,
        money: { amount: 45_000n + 1_000n * BigInt(n), currency: 'BAHT' },
      }),
    )
    const settled = arrivals.map((arrival) => settle(arrival))
    await Promise.all(settled.slice(0, -1))
    expect(await world.balanceOf(busy!.id)).toBe(0)
    await release()
    expect((await settled.at(-1))!.outcome).toBe('credited')
    expect((await settle(arrivals.at(-1)!)).outcome).toBe('already')
    expect(await world.balanceOf(busy!.id)).toBe(50_000)
  })

  test('one reference with two amounts at once is one deposit, and the other is listed', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await world.addMember()
      const arrival = anyArrival({ memberId: id })
      const settled = await Promise.all(
        [10_000n, 20_000n, 30_000n].map((amount, n) =>
          settle(
            { ...arrival, eventId: `${arrival.eventId}-${n}`, money: { amount, currency: 'BAHT' } },
            n % 2,
          ),
        ),
      )
      expect(settled.filter(({ outcome }) => outcome === 'credited')).toHaveLength(1)
      expect(settled.filter(({ differs }) => differs)).toHaveLength(2)
    }
  })
})
