import { afterEach, beforeAll, expect, test } from 'vitest'
import { insertRow } from '#records/statement/store.ts'
import { systemIds } from '#core/ids.ts'
import { postAll } from '#ledger/post.ts'
import { openTestDepositDesk } from '#testing/processes/open-deposits.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { listArrived } from './booked-store.ts'
import { matchDeposit } from './match.ts'
import { setTaken } from './store.ts'
import { takeBack } from './take-back.ts'

const world = testWorld(openDepositWorld)
let desk: ReturnType<typeof openTestDepositDesk>
const operator = { actor: 'operator:nok', requestId: 'kapao', note: 'receipt 4711' } as const

beforeAll(async () => {
  const { db } = world.database
  desk = openTestDepositDesk(db, world.clock)
})
afterEach(async () => {
  expect(await world.violations()).toEqual([])
})

const settle = (given: Parameters<typeof anyArrival>[0]) =>
  world.processes[0]!.settle(anyArrival(given))
const back = (id: string, isGone = false) => takeBack(desk, { ...operator, id, isGone })

test('I06 money credited to the wrong member is taken back once, waits, and reaches the right one; the row gives the reason', async () => {
  const [wrong, right] = [await world.addMember({ language: 'la' }), await world.addMember()]
  const arrival = anyArrival({ memberId: wrong.id })
  const { id } = await world.processes[0]!.settle(arrival)
  const asked = await Promise.allSettled([1, 2, 3, 4, 5].map(() => back(id)))
  const [done] = asked.filter((one) => one.status === 'fulfilled')
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  const words = expect.stringContaining(`Deposit ${id} is taken, not credited`)
  expect(refused).toEqual([words, words, words, words])
  expect(await world.balanceOf(wrong.id)).toBe(0)
  expect(await world.balanceOf(wrong.id, 'coin')).toBe(0)
  expect(await world.suspended()).toBe(50_000)
  expect((await world.rowsOf(wrong.id))[0]).toMatchObject({
    statementType: 'withdraw',
    from: 'wallet',
    status: 'SUCCESS',
    about: { correction: { description: expect.stringMatching(/ຜິດພາດ/) } },
  })
  // Reported once more, by the feed and by a slip, it is still unassigned.
  expect(await world.processes[0]!.settle(arrival)).toMatchObject({
    outcome: 'already',
    state: 'taken',
  })
  const slip = { ...arrival, channel: 'slip', eventId: systemIds.key() } as const
  expect(await world.processes[0]!.settle(slip)).toMatchObject({
    outcome: 'already',
    state: 'taken',
  })
  const { again } = done!.value
  // Compared with the bank's own list it is one transfer.
  const house = await desk.accounts.house('bank', arrival.house.party, 'BAHT')
  const day = { from: new Date('2026-11-20T17:00:00Z'), to: new Date('2026-11-21T17:00:00Z') }
  const arrived = await listArrived(world.database.db, { house: house.id, ...day })
  expect(arrived.map((one) => one.id)).toEqual([id])
  await matchDeposit(desk, { ...operator, id: again!, memberId: right.id })
  expect(await world.balanceOf(right.id)).toBe(50_000)
  expect(await world.suspended()).toBe(0)
  await expect(back(id)).rejects.toThrow('is taken')
})

test('I06 the database itself takes back only a credited deposit', async () => {
  const { id: memberId } = await world.addMember()
  const { id } = await settle({ memberId })
  const taken = { id, operation: systemIds.key(), again: null, note: 'x', at: world.clock.now() }
  await back(id, true)
  await expect(setTaken(world.database.db, taken)).rejects.toThrow('returned no rows')
})

test('I06 money that was taken back and credited again can be taken back as well, whatever it waited for', async () => {
  const [one, other] = [await world.addMember(), await world.addMember()]
  const { id } = await settle({ hold: 'unknown-payer' })
  await matchDeposit(desk, { ...operator, id, memberId: one.id })
  const { again } = await back(id)
  await matchDeposit(desk, { ...operator, id: again!, memberId: other.id })
  expect(await back(again!, true)).toMatchObject({ again: null })
  expect(await world.balanceOf(one.id)).toBe(0)
  expect(await world.balanceOf(other.id)).toBe(0)
  expect(await world.suspended()).toBe(0)
})

test('a transfer that the bank recalls leaves the books, and the same amount later is a new one', async () => {
  const member = await world.addMember()
  const first = anyArrival({ memberId: member.id })
  const { id } = await world.processes[0]!.settle(first)
  await back(id, true)
  expect(await world.balanceOf(member.id)).toBe(0)
  expect(await settle({ memberId: member.id })).toMatchObject({ outcome: 'credited' })
  expect(await world.balanceOf(member.id)).toBe(50_000)
})

test('money that was spent cannot be taken back: refused with a reason, and nothing moves', async () => {
  const member = await world.addMember()
  const { id } = await settle({ memberId: member.id })
  const { db } = world.database
  const [wallet] = await desk.accounts.find(member.id, [['wallet', '']])
  const opening = await desk.accounts.house('opening', '', 'BAHT')
  const money = { amount: 1n, currency: 'BAHT' } as const
  const row = { statementType: 'withdraw', from: 'wallet', to: 'test', status: 'SUCCESS' } as const
  await db.begin(async (tx) => {
    const operation = systemIds.key()
    const at = world.clock.now()
    await insertRow(tx, at, {
      memberId: member.id,
      operation,
      ...row,
      money,
      about: { correction: { description: 'test' } },
    })
    await postAll(tx, at, [
      { idem: operation, debit: wallet!, credit: opening, money, kind: 'opening' },
    ])
  })
  await expect(back(id)).rejects.toThrow('holds less')
  expect(await world.balanceOf(member.id)).toBe(49_999)
  expect(await world.suspended()).toBe(0)
})

test('of its coins the unspent are taken back, and the spent are reported as lost; a held bonus has to end first', async () => {
  const member = await world.addMember()
  const { id } = await settle({ memberId: member.id })
  await world.giveBonus(member.id)
  await expect(back(id)).rejects.toThrow('holds a bonus')
  await world.endBonus(member.id)
  const { db } = world.database
  const [coin] = await desk.accounts.find(member.id, [['coin', '']])
  const house = await desk.accounts.house('coin', '', 'COIN')
  await db.begin((tx) =>
    postAll(tx, world.clock.now(), [
      {
        idem: systemIds.key(),
        debit: coin!,
        credit: house,
        money: { amount: 1n, currency: 'COIN' },
        kind: 'opening',
      },
    ]),
  )
  expect(await back(id)).toMatchObject({ coinsTaken: 4n, coinsLost: 1n })
  expect(await world.balanceOf(member.id)).toBe(100)
  expect(await world.balanceOf(member.id, 'coin')).toBe(0)
})
