import { afterEach, beforeEach, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { addCondition } from './store.ts'

const world = testWorld(openPayoutWorld)

afterEach(async () => expect(await world.violations()).toEqual([]))

let player: Player
beforeEach(async () => {
  player = await world.addPlayer(100_000n, ['pg', 'sport'])
  await bind(player, 20_000n, 100_000n)
})

/** Marks this much of the member's money as a reward that must be played before a withdrawal. */
async function bind({ id }: Player, amount: bigint, toPlay: bigint): Promise<void> {
  const createdAt = world.clock.now()
  const given = { id: systemIds.key(), memberId: id, kind: 'prize', source: 'lucky' } as const
  await world.database.db.begin((tx) =>
    addCondition(tx, { ...given, currency: 'BAHT', amount, toPlay, createdAt }),
  )
}

/** After a pause, so that the games may be asked again. */
async function withdraw(amount: number, all = false) {
  await world.passTime(6_000)
  return all ? world.withdrawAll(player, amount) : world.withdraw(player, amount)
}

const move = (from: string, to: string, amount: number) =>
  player.call('POST /api/wallet/transfer', { body: { from, to, amount } })

async function setAt(game: string, balance: string): Promise<void> {
  await world.setBalanceAt(player, game, balance)
  await world.passTime(6_000)
  await player.call('GET /api/wallet/refresh/slot')
}

test("CARE-29 the amount of a reward stays until it is played, and the member's own money can be withdrawn", async () => {
  const refused = await withdraw(801)
  expect([refused.status, refused.body.code]).toEqual([409, 'BONUS_REMAINING'])
  expect(await player.balances()).toMatchObject({ wallet: 100_000 })
  expect((await withdraw(800)).status).toBe(200)
  await world.becomes(player, 'paid')
  expect((await withdraw(200)).body.code).toBe('BONUS_REMAINING')
})

test('CARE-29 moving it through games and back is no play', async () => {
  await move('wallet', 'pg', 1_000)
  expect((await withdraw(900, true)).body.code).toBe('BONUS_REMAINING')
  await move('pg', 'wallet', 1_000)
  expect((await withdraw(900)).body.code).toBe('BONUS_REMAINING')
})

test('CARE-28 CARE-29 a void bet is no play, wherever it was placed, and an open one is none yet', async () => {
  for (const game of ['sport', 'pg']) {
    await move('wallet', game, 1_000)
    await setAt(game, '0.00')
    await setAt(game, '1000.00')
    await move(game, 'wallet', 1_000)
    expect((await withdraw(900)).body.code).toBe('BONUS_REMAINING')
  }
  await move('wallet', 'sport', 500)
  await setAt('sport', '0.00')
  expect((await withdraw(400)).body.code).toBe('BONUS_REMAINING')
  expect((await withdraw(300)).status).toBe(200)
})

test('CARE-29 a member who has played enough may withdraw all, and a refusal asks the games first', async () => {
  await move('wallet', 'pg', 1_000)
  for (const balance of ['400.00', '700.00', '290.00', '1000.00']) await setAt('pg', balance)
  expect((await withdraw(900, true)).body.code).not.toBe('BONUS_REMAINING')
})

test('CARE-29 a member who has lost the reward may withdraw all of their own money', async () => {
  await move('wallet', 'pg', 200)
  await setAt('pg', '0.00')
  expect((await withdraw(800)).status).toBe(200)
  // A stake that might still come back is recorded as lost once it no longer can.
  await world.passTime(72 * hourMs)
  await player.call('GET /api/withdrawals/current')
  const rows = await world.database.db.query(
    `select met_by as "by" from conditions_condition where member_id = $1`,
    [player.id],
  )
  expect(rows).toEqual([{ by: 'lost' }])
})

test("CARE-29 no refusal is based on the games' outdated balances", async () => {
  await move('wallet', 'pg', 200)
  await world.setBalanceAt(player, 'pg', '0.00')
  await world.passTime(6_000)
  expect((await withdraw(700)).status).toBe(200)
})

test('CARE-84 CARE-29 before a refusal the games are asked: a win there meanwhile counts', async () => {
  await move('wallet', 'pg', 100)
  expect((await withdraw(850)).body.code).toBe('BONUS_REMAINING')
  await world.setBalanceAt(player, 'pg', '300.00')
  expect((await withdraw(850)).status).toBe(200)
})

test('CARE-84 CARE-29 a member with less than they ask for is refused for that, and not for a condition', async () => {
  expect((await withdraw(1_100)).body.code).toBe('MONEY_NOT_ENOUGH')
})

test("CARE-84 CARE-29 money on its way to a game still counts as the member's", async () => {
  await world.sandbox.addFault({ operation: 'games.pg.*', kind: 'drop-before' })
  await move('wallet', 'pg', 200)
  expect(await player.balances()).toMatchObject({ wallet: 80_000, transit: 20_000 })
  expect((await withdraw(750)).status).toBe(200)
  await world.sandbox.control('DELETE', '/faults', {})
})

test(
  'CARE-29 a reward that arrives while games are being emptied for a withdrawal is kept, too',
  { tags: 'long-2' },
  async () => {
    const own = await world.addPlayer(60_000n, ['pg'])
    player = own
    await move('wallet', 'pg', 600)
    await world.sandbox.addFault({
      operation: 'games.pg.transfer-out',
      kind: 'delay',
      count: 1,
      delayMs: 1_500,
    })
    const asked = world.withdrawAll(own, 600)
    await world.becomes(own, 'sweeping')
    await bind(own, 10_000n, 50_000n)
    await asked
    await world.becomes(own, 'failed')
    expect(await own.balances()).toMatchObject({ wallet: 60_000, pg: 0 })
  },
)
