import { beforeAll, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import { fund, type Player } from '#testing/worlds/game-world.ts'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { lateStakesJob } from './late-stakes.ts'

const world = testWorld(openBonusWorld)
let terminals: Terminals
beforeAll(async () => {
  terminals = openTerminals(world)
  await terminals.add('nok', null)
  await world.defineBonus('WEEK', { terms: { endAmount: { BAHT: '10' } } })
  await world.defineBonus('SLOTS', { terms: { kind: 'turnover', base: 'bonus', factor: '10' } })
}, 60_000)

const password = 'seven slow turtles'
let people = 0

async function addPlayer(games: string[]): Promise<Player> {
  people += 1
  const username = `0812340${String(people).padStart(3, '0')}`
  const player = await world.addPlayer(100_000n, games, { username, password })
  // A session does not last through these days.
  const call: Player['call'] = async (name, options) =>
    world.call(name, { token: await world.login(username, password), ...options })
  return { ...player, call }
}

async function look(player: Player, game: string, balance: string): Promise<void> {
  await world.setBalanceAt(player, game, balance)
  await player.call('GET /api/wallet/refresh/slot')
  await world.passTime(6_000)
}

async function move(player: Player, from: string, to: string, amount: number): Promise<void> {
  const answer = await player.call('POST /api/wallet/transfer', { body: { from, to, amount } })
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
  await world.passTime(6_000)
}

/** Passes this many days, on each of which the worker checks the bonuses once. */
async function passDays(days: number): Promise<void> {
  const job = lateStakesJob({
    db: world.database.db,
    clock: world.clock,
    log: { error: () => undefined },
  })
  for (let half = 0; half < days * 2; half += 1) {
    await world.passTime(12 * hourMs)
    await job.run()
  }
}

async function askFor(player: Player, amount: number): Promise<string> {
  const answer = await player.call('POST /api/wallet/withdraw', { body: { amount } })
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
  const stage = async () =>
    (await player.call('GET /api/withdrawals/current')).body.withdrawal.stage
  for (let turn = 0; turn < 100 && (await stage()) === 'APPROVED'; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
  await world.passTime(60_000)
  return stage()
}

/** Everything is staked under the bonus, which ends without a payout. */
async function loseAll(game: string): Promise<Player> {
  const player = await addPlayer([game])
  expect((await player.call('GET /api/bonus/activate/WEEK')).status).toBe(200)
  await move(player, 'wallet', game, 1_100)
  await look(player, game, '0.00')
  expect((await player.call('GET /api/bonus/clear')).status).toBe(200)
  await world.passTime(6_000)
  return player
}

const itemsOf = async ({ id }: Player) =>
  world.database.db.query(
    `select evidence ->> 'bonus' as bonus, holds from items_item where kind = 'withdrawals.late-stakes' and member_id = $1`,
    [id],
  )
const found = [{ bonus: 'WEEK', holds: ['withdrawals'] }]

test.each([
  ['pg', 8],
  ['sport', 31],
])(
  'CARE-106 a member who keeps the rest of a bonus at %s until withdrawals are no longer checked waits for an operator',
  async (game, days) => {
    const player = await loseAll(game)
    await passDays(1)
    await look(player, game, '1150.00')
    await move(player, game, 'wallet', 1_150)
    await passDays(days - 1)
    expect(await itemsOf(player)).toEqual(found)
    expect(await askFor(player, 1_150)).toBe('REVIEW')
  },
)

test('CARE-106 the worker checks every hour', async () => {
  expect(await world.runJobs()).toContain('withdrawals.lateStakes')
})

test('CARE-106 a bonus on returned stakes is found too', async () => {
  const player = await addPlayer(['pg'])
  expect((await player.call('GET /api/bonus/activate/SLOTS')).status).toBe(200)
  await move(player, 'wallet', 'pg', 1_000)
  await look(player, 'pg', '0.00')
  expect(await askFor(player, 100)).toBe('PAID')
  await world.runJobs()
  await look(player, 'pg', '1000.00')
  await move(player, 'pg', 'wallet', 1_000)
  await passDays(8)
  expect(await itemsOf(player)).toEqual([{ bonus: 'SLOTS', holds: ['withdrawals'] }])
  expect(await askFor(player, 1_000)).toBe('REVIEW')
})

test('CARE-106 a member who lost it again, or won with their own money, does not wait', async () => {
  const loser = await loseAll('sport')
  await look(loser, 'sport', '1000.00')
  await look(loser, 'sport', '0.00')
  const winner = await loseAll('pg')
  await world.passTime(hourMs)
  await fund(world, winner.id, 50_000n)
  await move(winner, 'wallet', 'pg', 500)
  await look(winner, 'pg', '340.00')
  await look(winner, 'pg', '1140.00')
  await move(winner, 'pg', 'wallet', 1_140)
  await passDays(31)
  expect(await itemsOf(loser)).toEqual([])
  expect(await itemsOf(winner)).toEqual([])
  expect(await askFor(winner, 1_140)).toBe('PAID')
})

test('CARE-106 a checked win is not checked again, and a later one is', async () => {
  for (const isLater of [false, true]) {
    const player = await loseAll('pg')
    await look(player, 'pg', '1150.00')
    await move(player, 'pg', 'wallet', 1_150)
    await askFor(player, 200)
    const [held] = await world.database.db.query<{ id: string }>(
      `select id from withdrawals_withdrawal where member_id = $1 and state = 'held'`,
      [player.id],
    )
    const approve = ['--decision', 'approve', '--why', 'looked at']
    await terminals.kapao('nok', 'work', 'decide', 'withdrawal', held!.id, ...approve)
    await passDays(1)
    if (isLater) await look(player, 'pg', '500.00')
    await passDays(7)
    expect(await itemsOf(player)).toEqual(isLater ? found : [])
  }
})
