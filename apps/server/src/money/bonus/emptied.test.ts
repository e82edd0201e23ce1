import { beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import { whileHeld } from '#testing/database/database.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBonusWorld)
beforeAll(async () => {
  await world.set('bonus.endEmptyAfter', 30)
})

const active = async (player: Player) =>
  (await player.call('GET /api/bonus/check/active')).body.status
const bill = async (player: Player) => (await player.call('GET /api/bonus/bill')).body
const work = async (afterMs: number) => {
  await world.passTime(afterMs)
  await world.runJobs()
}

/** A member whose bonus was moved to a game, where game and books then show this balance. */
async function playedTo(code: string, balance: string, game = 'pg'): Promise<Player> {
  await world.defineBonus(code)
  const player = await world.addPlayer(0n, [game])
  expect((await player.call(`GET /api/bonus/activate/${code}`)).status).toBe(200)
  const move = { from: 'wallet', to: game, amount: 100 }
  expect((await player.call('POST /api/wallet/transfer', { body: move })).status).toBe(200)
  await world.setBalanceAt(player, game, balance)
  await world.passTime(6_000)
  await player.call('GET /api/wallet/refresh/slot')
  return player
}

describe('happy', () => {
  test('a bonus under which nothing is left ends automatically after the configured time, and has a bill', async () => {
    const player = await playedTo('BUST', '0')
    await work(29 * minuteMs)
    expect(await active(player)).toBe(true)
    await work(2 * minuteMs)
    expect(await active(player)).toBe(false)
    expect(await bill(player)).toMatchObject({
      code: 'BUST',
      state: 'ended',
      endedBy: 'emptied',
      totalAtEnd: 0,
      taken: [],
      takenTotal: 0,
    })
    const [row] = await world.rowsOf(player)
    expect(row).toMatchObject({ statementType: 'finish_bonus', money: { amount: 0n } })
  })
})

describe('refused', () => {
  test('one satang that is left keeps it, however low: only its member gives that up', async () => {
    const player = await playedTo('SATANG', '0.01')
    await work(120 * minuteMs)
    await work(120 * minuteMs)
    expect(await active(player)).toBe(true)
  })

  test('a win of a running bet is found before anything ends', async () => {
    const player = await playedTo('BET', '0')
    await world.setBalanceAt(player, 'pg', '350')
    await work(31 * minuteMs)
    expect(await active(player)).toBe(true)
    expect((await player.balances())['pg']).toBe(35_000)
  })

  test('a game that does not answer keeps it', async () => {
    const player = await playedTo('SILENT', '0', 'betflix')
    await world.passTime(31 * minuteMs)
    await world.sandbox.addFault({ operation: 'games.betflix.*', kind: 'drop-before', count: 9 })
    await world.runJobs()
    expect(await active(player)).toBe(true)
  })

  test('a movement of money restarts the time', async () => {
    const player = await playedTo('ANEW', '1')
    await world.passTime(29 * minuteMs)
    await world.setBalanceAt(player, 'pg', '0')
    await world.passTime(6_000)
    await player.call('GET /api/wallet/refresh/slot')
    await work(2 * minuteMs)
    expect(await active(player)).toBe(true)
    await work(30 * minuteMs)
    expect(await active(player)).toBe(false)
  })
})

describe('at once', () => {
  test('its member and two workers end it once', async () => {
    const player = await playedTo('TWICE', '0')
    await world.passTime(31 * minuteMs)
    await Promise.all([
      world.runJobs(),
      player.call('GET /api/bonus/clear'),
      world.runJobs(),
      player.call('GET /api/bonus/clear'),
    ])
    await work(minuteMs)
    expect(await active(player)).toBe(false)
    const rows = await world.rowsOf(player)
    expect(rows.filter(({ statementType }) => statementType === 'finish_bonus')).toHaveLength(1)
  })

  test(
    'a member whose row is locked delays no other member, and is ended by the next run',
    { tags: 'long-4' },
    async () => {
      const players = [await playedTo('FIRST', '0'), await playedTo('SECOND', '0')]
      const [first, second] = players.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [Player, Player]
      await world.passTime(31 * minuteMs)
      const held = { rows: 'select from bonus_held where member_id = $1', values: [first.id] }
      await whileHeld(world.database, held, async () => {
        await world.runJobs()
        expect([await active(first), await active(second)]).toEqual([true, false])
      })
      await work(minuteMs)
      expect(await active(first)).toBe(false)
    },
  )
})
