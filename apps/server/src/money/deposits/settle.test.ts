import { afterEach, describe, expect, test } from 'vitest'
import type { Arrival } from '#outside/arrival.ts'
import { setDeactivated } from '#records/account/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'

const world = testWorld(() => openDepositWorld(3))
const settle = (arrival: Arrival, process = 0) => world.processes[process]!.settle(arrival)

afterEach(async () => {
  expect(await world.violations()).toEqual([])
})

describe('happy', () => {
  test('a transfer from the bank is in the wallet and on the statement with its coins, and the member is notified', async () => {
    const member = await world.addMember()
    const settled = await settle(
      anyArrival({ memberId: member.id, money: { amount: 123_456n, currency: 'BAHT' } }),
    )
    expect(settled).toMatchObject({ outcome: 'credited', state: 'credited', why: null })
    expect(await world.balanceOf(member.id)).toBe(123_456)
    expect(await world.balanceOf(member.id, 'coin')).toBe(12)
    expect(await world.rowsOf(member.id)).toMatchObject([
      { statementType: 'deposit', from: 'SCB', to: 'wallet', status: 'SUCCESS', seq: 1n },
    ])
    expect(world.pushes.filter(({ memberId }) => memberId === member.id)).toEqual([
      {
        memberId: member.id,
        name: 'deposit',
        push: { seq: 1, _id: settled.statement!.id, status: 'SUCCESS' },
      },
      { memberId: member.id, name: 'wallet', push: { seq: 1 } },
    ])
  })

  test('kip arrive as kip, in whole units', async () => {
    const member = await world.addMember({ currency: 'LAK', bankCode: 'BCEL' })
    const money = { amount: 150_000n, currency: 'LAK' } as const
    const house = { kind: 'bank', party: 'BCEL:1601110001234567' } as const
    const settled = await settle(anyArrival({ memberId: member.id, money, house }))
    expect(settled).toMatchObject({ outcome: 'credited', money })
    expect(await world.balanceOf(member.id)).toBe(150_000)
    expect(await world.balanceOf(member.id, 'coin')).toBe(3)
  })
})

describe('seen again', () => {
  test('I10 the same reference through another channel is the same transfer', async () => {
    const member = await world.addMember()
    const first = anyArrival({ memberId: member.id })
    const { id } = await settle(first)
    const again = await settle({ ...first, channel: 'slip', eventId: 'the-same-by-slip' })
    expect(again).toMatchObject({ outcome: 'already', id, state: 'credited', firstChannel: 'bank' })
    expect(await world.balanceOf(member.id)).toBe(50_000)
  })

  test('I09 the same event is the same transfer, whatever else it reports', async () => {
    const member = await world.addMember()
    const first = anyArrival({ memberId: member.id })
    const { id } = await settle(first)
    const other = {
      ...first,
      references: [],
      money: { amount: 99_000n, currency: 'BAHT' } as const,
    }
    expect(await settle(other)).toMatchObject({ outcome: 'already', id, differs: true })
    expect(await world.balanceOf(member.id)).toBe(50_000)
  })

  test('F22 another event with the same reference and another amount moves nothing and is listed', async () => {
    const member = await world.addMember()
    const first = anyArrival({ memberId: member.id })
    const { id } = await settle(first)
    const money = { amount: 50_001n, currency: 'BAHT' } as const
    expect(await settle({ ...first, eventId: 'forged', money })).toMatchObject({
      outcome: 'already',
      id,
      differs: true,
    })
    const listed = await world.database.db.query(
      `select event_id from deposits_report where differs and deposit = $1`,
      [id],
    )
    expect(listed).toEqual([{ event_id: 'forged' }])
    expect(await world.balanceOf(member.id)).toBe(50_000)
  })

  test('an SMS without a reference is matched to the transfer that the feed reported, in either order', async () => {
    for (const smsFirst of [false, true]) {
      const member = await world.addMember()
      const payer = { bank: 'SCB', account: member.bankAccountNo.slice(-6) }
      const paidAt = new Date('2026-11-21T04:10:00Z')
      const sms = anyArrival({ channel: 'sms', references: [], memberId: member.id, payer, paidAt })
      const feed = anyArrival({
        memberId: member.id,
        payer: { bank: 'SCB', account: member.bankAccountNo },
        paidAt: new Date(paidAt.getTime() + 42_000),
      })
      const [one, two] = smsFirst ? ([sms, feed] as const) : ([feed, sms] as const)
      const { id } = await settle(one)
      expect(await settle(two)).toMatchObject({ outcome: 'already', id })
      expect(await world.balanceOf(member.id)).toBe(50_000)
    }
  })

  test('two honest equal transfers in one minute are two, reported by both channels in any order', async () => {
    const paidAt = new Date('2026-11-21T03:33:00Z')
    const orders = [
      ['feed', 'feed', 'sms', 'sms'],
      ['sms', 'sms', 'feed', 'feed'],
      ['feed', 'sms', 'feed', 'sms'],
      ['sms', 'feed', 'feed', 'sms'],
    ]
    for (const order of orders) {
      const member = await world.addMember()
      const payer = { bank: 'SCB', account: member.bankAccountNo.slice(-6) }
      for (const channel of order) {
        const arrival = anyArrival({ memberId: member.id, payer, paidAt })
        await settle(channel === 'sms' ? { ...arrival, channel: 'sms', references: [] } : arrival)
      }
      expect(await world.balanceOf(member.id)).toBe(100_000)
    }
  })

  test('an equal transfer of another payer is another one; one of the same payer, two minutes later, may be the same', async () => {
    const [one, other] = [await world.addMember(), await world.addMember()]
    const paidAt = new Date('2026-11-21T02:00:00Z')
    const payer = (account: string) => ({ bank: 'SCB', account })
    const feed = (id: string, account: string) =>
      anyArrival({ memberId: id, payer: payer(account), paidAt })
    await settle(feed(one.id, '123456'))
    const sms = { channel: 'sms', references: [] } as const
    await settle({ ...feed(other.id, '654321'), ...sms, eventId: 'other-payer' })
    const later = new Date(paidAt.getTime() + 120_000)
    const alike = { ...feed(one.id, '123456'), ...sms, eventId: 'later', paidAt: later }
    expect(await settle(alike)).toMatchObject({ outcome: 'suspended', why: 'alike' })
    expect(await world.balanceOf(one.id)).toBe(50_000)
    expect(await world.balanceOf(other.id)).toBe(50_000)
  })
})

describe('suspense', () => {
  const member = () => world.addMember()

  test('F27 money without a known owner waits, and a slip that shows more of the payer claims it', async () => {
    const payee = await member()
    const before = await world.suspended()
    const unknown = anyArrival({ hold: 'unknown-payer' })
    const { id, why } = await settle(unknown)
    expect(why).toBe('unknown-payer')
    expect(await world.suspended()).toBe(before + 50_000)
    const slip = { ...unknown, channel: 'slip', eventId: `slip-${id}`, hold: null } as const
    const placed = await settle({ ...slip, memberId: payee.id })
    expect(placed).toMatchObject({
      outcome: 'credited',
      id,
      state: 'credited',
      firstChannel: 'bank',
    })
    expect(await world.suspended()).toBe(before)
    expect(await world.balanceOf(payee.id)).toBe(50_000)
    const thief = await member()
    expect(await settle({ ...slip, eventId: 'thief', memberId: thief.id })).toMatchObject({
      outcome: 'already',
      memberId: payee.id,
    })
    expect(await world.balanceOf(thief.id)).toBe(0)
  })

  test('F27 a slip with another amount does not claim it', async () => {
    const payee = await member()
    const unknown = anyArrival({ hold: 'unknown-payer' })
    await settle(unknown)
    const money = { amount: 60_000n, currency: 'BAHT' } as const
    const slip = { ...unknown, channel: 'slip', eventId: 'edited', hold: null, money } as const
    expect(await settle({ ...slip, memberId: payee.id })).toMatchObject({
      outcome: 'already',
      state: 'suspended',
      differs: true,
    })
    expect(await world.balanceOf(payee.id)).toBe(0)
  })

  test('I23 while a bonus is held it waits on the statement, and is credited when the bonus ends', async () => {
    const payee = await member()
    await world.giveBonus(payee.id)
    const arrival = anyArrival({ memberId: payee.id })
    expect(await settle(arrival)).toMatchObject({ outcome: 'suspended', why: 'bonus' })
    expect(await world.balanceOf(payee.id)).toBe(100)
    expect(await world.rowsOf(payee.id)).toMatchObject([
      { status: 'PENDING', about: { bonus: { description: expect.stringContaining('โบนัส') } } },
    ])
    await world.processes[0]!.releaseHeld(payee.id)
    expect(await world.balanceOf(payee.id)).toBe(100)
    await world.endBonus(payee.id)
    await Promise.all(world.processes.map((process) => process.releaseHeld(payee.id)))
    expect(await world.balanceOf(payee.id)).toBe(50_100)
    expect(await world.balanceOf(payee.id, 'coin')).toBe(5)
    expect(await world.rowsOf(payee.id)).toMatchObject([
      { status: 'SUCCESS', about: null, seq: 1n },
    ])
    expect(
      world.pushes.filter(({ memberId }) => memberId === payee.id).map(({ name }) => name),
    ).toEqual(['deposit', 'deposit', 'wallet'])
  })

  test(
    'however many deposits wait before it, one that need not wait any longer is credited, and the others are not judged again',
    { tags: 'long-3' },
    async () => {
      const [waiting, payee] = [await member(), await member()]
      for (const { id } of [waiting, payee]) await world.giveBonus(id)
      const inLine = Array.from({ length: 600 }, () => anyArrival({ memberId: waiting.id }))
      await Promise.all(inLine.map((arrival) => settle(arrival)))
      await settle(anyArrival({ memberId: payee.id }))
      await world.endBonus(payee.id)
      const judged: string[] = []
      world.atStep(async (step) => void judged.push(step))
      await world.processes[0]!.jobs.find(({ name }) => name === 'deposits.release')!.run()
      world.atStep(null)
      expect(await world.balanceOf(payee.id)).toBe(50_100)
      expect(judged).toEqual(['deposit.prepared', 'deposit.booked'])
    },
  )

  test('a deposit for an inactive member is credited when they are active again', async () => {
    const payee = await member()
    await world.deactivate(payee.id)
    await settle(anyArrival({ memberId: payee.id }))
    const release = world.processes[0]!.jobs.find(({ name }) => name === 'deposits.release')!
    await release.run()
    expect(await world.balanceOf(payee.id)).toBe(0)
    const { db } = world.database
    await db.begin((tx) => setDeactivated(tx, { id: payee.id, at: null, why: null }))
    await release.run()
    expect(await world.balanceOf(payee.id)).toBe(50_000)
  })

  test.each([
    ['inactive', 'BAHT'],
    ['currency', 'LAK'],
  ] as const)('a member who is %s gets nothing, and nothing is dropped', async (why, currency) => {
    const payee = await world.addMember({ currency })
    if (why === 'inactive') await world.deactivate(payee.id)
    const before = await world.suspended()
    expect(await settle(anyArrival({ memberId: payee.id }))).toMatchObject({
      outcome: 'suspended',
      why,
    })
    expect(await world.balanceOf(payee.id)).toBe(0)
    expect(await world.suspended()).toBe(before + 50_000)
  })

  test('an unknown member and a zero amount', async () => {
    expect(await settle(anyArrival({ memberId: 'NOBODY000000' }))).toMatchObject({
      outcome: 'suspended',
      why: 'unknown-member',
      memberId: null,
    })
    for (const amount of [0n, -1n])
      await expect(settle(anyArrival({ money: { amount, currency: 'BAHT' } }))).rejects.toThrow(
        'nothing has arrived',
      )
  })
})
