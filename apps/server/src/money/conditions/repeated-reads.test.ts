import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { addCondition } from './store.ts'

const world = testWorld(openPayoutWorld)
let player: Player
let people = 0
const password = 'seven slow turtles'
const phoneOf = (person: number) => `0812340${String(person).padStart(3, '0')}`
beforeEach(async () => {
  people += 1
  player = await world.addPlayer(100_000n, ['pg'], { username: phoneOf(people), password })
})

/** Marks another 200 of the member's money as a prize that must be played five times. */
async function bind(): Promise<void> {
  const createdAt = world.clock.now()
  const given = { memberId: player.id, kind: 'prize', source: 'lucky', currency: 'BAHT' } as const
  const amounts = { amount: 20_000n, toPlay: 100_000n }
  await world.database.db.begin((tx) =>
    addCondition(tx, { ...given, ...amounts, id: systemIds.key(), createdAt }),
  )
  await world.passTime(6_000)
}

async function move(from: string, to: string, amount: number): Promise<void> {
  const answer = await player.call('POST /api/wallet/transfer', { body: { from, to, amount } })
  expect(answer.status).toBe(200)
}

async function play(...balances: string[]): Promise<void> {
  for (const balance of balances) {
    await world.setBalanceAt(player, 'pg', balance)
    await world.passTime(6_000)
    await player.call('GET /api/wallet/refresh/slot')
  }
}

async function keptNow(): Promise<unknown> {
  // A session does not last as long as these days.
  const token = await world.login(phoneOf(people), password)
  return (await world.call('GET /api/withdrawals/current', { token })).body.kept
}

test('CARE-104 a stake counts for one condition, however often the conditions are read', async () => {
  for (let prize = 0; prize < 3; prize += 1) await bind()
  await move('wallet', 'pg', 1_000)
  await play('1900.00', '900.00')
  // After a month the line is cut, and counted stakes stay counted.
  for (let turn = 0; turn < 12; turn += 1) {
    expect(await keptNow()).toEqual({ amount: 400, toPlay: 2_000 })
    await world.passTime(3 * dayMs)
  }
  const rows = await world.database.db.query(
    `select met_by as "by" from conditions_condition where member_id = $1 order by created_at`,
    [player.id],
  )
  expect(rows).toEqual([{ by: 'played' }, { by: null }, { by: null }])
})

test('CARE-104 a condition met by a stake is unmet again when the stake comes back after a read', async () => {
  await bind()
  await move('wallet', 'pg', 1_000)
  await play('0.00')
  expect(await keptNow()).toBeNull()
  await play('1000.00')
  expect(await keptNow()).toEqual({ amount: 200, toPlay: 1_000 })
  await move('pg', 'wallet', 1_000)
  await world.passTime(6_000)
  expect((await world.withdraw(player, 801)).body.code).toBe('BONUS_REMAINING')
})

test('CARE-104 a played condition is met for good after three days, whatever is won or lost then', async () => {
  await bind()
  await move('wallet', 'pg', 1_000)
  await play('1900.00', '900.00')
  await world.passTime(3 * dayMs)
  expect(await keptNow()).toBeNull()
  await play('1900.00')
  expect(await keptNow()).toBeNull()
})

test('CARE-107 of very many rewards none may be withdrawn unplayed', async () => {
  await world.database.db.query(
    `insert into conditions_condition (id, member_id, kind, source, currency, amount, to_play, created_at)
     select gen_random_uuid(), $1, 'prize', 'lucky', 'BAHT', 10, 50, $2 from generate_series(1, 5003)`,
    [player.id, world.clock.now()],
  )
  await world.passTime(6_000)
  expect(await keptNow()).toEqual({ amount: 500.3, toPlay: 2_501.5 })
  expect((await world.withdraw(player, 500)).body.code).toBe('BONUS_REMAINING')
  // A loss of a hundred is a thousand of them, and its stake meets another two hundred.
  await move('wallet', 'pg', 100)
  await play('0.00')
  expect(await keptNow()).toEqual({ amount: 380.3, toPlay: 1_901.5 })
})
