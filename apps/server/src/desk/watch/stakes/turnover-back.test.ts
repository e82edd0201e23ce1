import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBonusWorld)
beforeAll(async () => {
  await world.defineBonus('SLOTS', { terms: { kind: 'turnover', base: 'bonus', factor: '10' } })
}, 60_000)

async function play(player: Player, ...balances: string[]): Promise<void> {
  for (const balance of balances) {
    await world.setBalanceAt(player, 'pg', balance)
    await world.passTime(6_000)
    await player.call('GET /api/wallet/refresh/slot')
    await world.passTime(6_000)
  }
}

async function move(player: Player, from: string, to: string, amount: number): Promise<void> {
  const answer = await player.call('POST /api/wallet/transfer', { body: { from, to, amount } })
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
  await world.passTime(6_000)
}

/** How many operators must approve a withdrawal of this amount. */
async function withdraw(player: Player, amount: number): Promise<number> {
  const answer = await player.call('POST /api/wallet/withdraw', { body: { amount } })
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
  const stage = async () =>
    (await player.call('GET /api/withdrawals/current')).body.withdrawal.stage
  const [row] = await world.database.db.query<{ people: number }>(
    `select approvals_needed as people from withdrawals_withdrawal where member_id = $1 order by created_at desc limit 1`,
    [player.id],
  )
  if (row!.people === 0)
    for (let turn = 0; turn < 100 && (await stage()) !== 'PAID'; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 20))
  await world.passTime(60_000)
  await world.runJobs()
  return row!.people
}

/** 1,100 plus a bonus of 100; 1,000 of it are at the game. */
async function begin(): Promise<Player> {
  const player = await world.addPlayer(110_000n, ['pg'])
  expect((await player.call('GET /api/bonus/activate/SLOTS')).status).toBe(200)
  await move(player, 'wallet', 'pg', 1_000)
  return player
}

test('CARE-105 a bonus whose stakes come back after a withdrawal from it is checked by an operator', async () => {
  const player = await begin()
  await play(player, '0.00')
  expect(await withdraw(player, 200)).toBe(0)
  await play(player, '1000.00')
  await move(player, 'pg', 'wallet', 1_000)
  expect(await withdraw(player, 1_000)).toBe(1)
})

test('CARE-105 a member who really staked it does not wait, whatever they win afterwards', async () => {
  const player = await begin()
  await play(player, '0.00')
  expect(await withdraw(player, 200)).toBe(0)
  // The round was a feature, and paid another amount than its stake.
  await play(player, '960.00')
  await move(player, 'pg', 'wallet', 960)
  expect(await withdraw(player, 400)).toBe(0)

  const other = await begin()
  await play(other, '400.00', '700.00', '100.00', '300.00')
  await move(other, 'pg', 'wallet', 300)
  expect(await withdraw(other, 500)).toBe(0)
})

test('CARE-105 a week later it is no longer checked', async () => {
  const player = await begin()
  await play(player, '0.00')
  expect(await withdraw(player, 200)).toBe(0)
  await world.passTime(6.9 * dayMs)
  await play(player, '1000.00')
  await move(player, 'pg', 'wallet', 1_000)
  expect(await withdraw(player, 400)).toBe(1)
})
