import { describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import { whileHeld } from '#testing/database/database.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBonusWorld)

const activate = (player: Player, code: string) => player.call(`GET /api/bonus/activate/${code}`)
const preview = async (player: Player) => (await player.call('GET /api/bonus/preview')).body
const clear = (player: Player) => player.call('GET /api/bonus/clear')
const bill = async (player: Player) => (await player.call('GET /api/bonus/bill')).body
const active = async (player: Player) => (await player.call('GET /api/bonus/check/active')).body
const minimum = async (player: Player) => (await player.call('GET /api/bonus/check/minimum')).body
const toGame = async (player: Player, to: string, amount: number) => {
  const answer = await player.call('POST /api/wallet/transfer', {
    body: { from: 'wallet', to, amount },
  })
  expect(answer.status).toBe(200)
}

describe('happy', () => {
  test('BON-20 BON-24 BON-25 BON-30 OP-BONMIN ERRC-39 I25 ending takes what the preview shows, game by game, and the bill lists it', async () => {
    await world.defineBonus('LOW')
    const player = await world.addPlayer(20_000n, ['pg', 'joker2', 'betflix'])
    await activate(player, 'LOW')
    await toGame(player, 'pg', 200)
    await toGame(player, 'joker2', 98)
    expect(await preview(player)).toMatchObject({ allowed: false, why: 'condition', total: 298 })
    expect((await clear(player)).body.code).toBe('BONUS_CONDITION')
    expect(await minimum(player)).toEqual({ status: false })

    // Played down to 3.25 and 4.75, and two in the wallet: ten together.
    await world.setBalanceAt(player, 'pg', '3.25')
    await world.setBalanceAt(player, 'joker2', '4.75')
    await world.passTime(6_000)
    const shown = await preview(player)
    expect(shown).toEqual({
      allowed: true,
      why: 'below',
      lost: [
        { place: 'pg', amount: 3.25 },
        { place: 'joker2', amount: 4.75 },
      ],
      total: 8,
      kept: 2,
    })
    expect(await minimum(player)).toEqual({ status: true })
    const before = await world.forfeited()
    const answer = await clear(player)
    expect([answer.status, answer.body]).toEqual([200, { message: 'BONUS_CLEAR' }])
    expect(await player.balances()).toEqual({
      wallet: 200,
      transit: 0,
      pg: 0,
      joker2: 0,
      betflix: 0,
    })
    expect([await world.balanceAt(player, 'pg'), await world.balanceAt(player, 'joker2')]).toEqual([
      0, 0,
    ])
    expect((await world.forfeited()) - before).toBe(800)
    expect(await active(player)).toEqual({ status: false, type: null, progress: null })
    expect(await bill(player)).toMatchObject({
      code: 'LOW',
      state: 'ended',
      endedBy: 'cancelled',
      deposit: 200,
      bonus: 100,
      target: 1500,
      totalAtEnd: 10,
      taken: [
        { place: 'joker2', amount: 4.75 },
        { place: 'pg', amount: 3.25 },
      ],
      takenTotal: 8,
    })
    const rows = await world.rowsOf(player)
    expect(rows[0]).toMatchObject({
      statementType: 'finish_bonus',
      money: { amount: 800n },
      about: { bonus: { description: 'LOW' } },
    })
    expect((await clear(player)).body.code).toBe('NO_DATA')
  })

  test('WD-11 WD-13 BON-26 a met target allows a withdrawal, and the rest is deducted, games included', async () => {
    await world.set('withdraw.autoMax.BAHT', '1')
    await world.defineBonus('MET', { terms: { factor: '2', withdrawMax: { BAHT: '900' } } })
    const player = await world.addPlayer(40_000n, ['pg'])
    await activate(player, 'MET')
    await toGame(player, 'pg', 100)
    const withdraw = (amount: number) =>
      player.call('POST /api/wallet/withdraw', { body: { amount } })
    expect((await withdraw(300)).body.code).toBe('BONUS_REMAINING')
    // 400 in the wallet and 600 in the game are (400 + 100) x 2.
    await world.setBalanceAt(player, 'pg', '600')
    await world.passTime(6_000)
    expect((await withdraw(300)).status).toBe(200)
    await expect.poll(() => active(player)).toMatchObject({ status: false })
    expect(await player.balances()).toMatchObject({ wallet: 0, pg: 0 })
    expect(await bill(player)).toMatchObject({
      endedBy: 'withdrawn',
      totalAtEnd: 700,
      taken: [
        { place: 'wallet', amount: 100 },
        { place: 'pg', amount: 600 },
      ],
    })
    const types = (await world.rowsOf(player)).map(({ statementType }) => statementType)
    expect(types.slice(0, 3)).toEqual(['finish_bonus', 'transfer', 'withdraw'])
  })

  test('no more is withdrawn than the terms allow', async () => {
    await world.defineBonus('CAP', { terms: { factor: '1', withdrawMax: { BAHT: '250' } } })
    const player = await world.addPlayer(40_000n, [])
    await activate(player, 'CAP')
    const withdraw = (amount: number) =>
      player.call('POST /api/wallet/withdraw', { body: { amount } })
    expect((await withdraw(251)).body.code).toBe('WITHDRAW_MAXIMUM')
    expect((await withdraw(250)).status).toBe(200)
    await expect.poll(async () => (await player.balances()).wallet).toBe(0)
  })

  test('stakes count by category if the terms ask for turnover', async () => {
    await world.defineBonus('TURN', {
      terms: { kind: 'turnover', base: 'bonus', factor: '1', contributions: { slot: 50 } },
    })
    const player = await world.addPlayer(40_000n, ['pg'])
    await activate(player, 'TURN')
    await toGame(player, 'pg', 300)
    await world.setBalanceAt(player, 'pg', '140')
    await world.passTime(6_000)
    const first = await preview(player)
    const { progress } = await active(player)
    const categories = (await player.call('GET /api/wallet')).body.slots
    const { category } = categories.find((one: { code: string }) => one.code === 'pg')
    const share = category === 'slot' ? 0.5 : 1
    expect(progress).toMatchObject({ kind: 'turnover', total: 160 * share, target: 100 })
    expect(first.why).toBe(160 * share >= 100 ? 'met' : 'condition')
  })

  test('stakes from before a bonus are no part of its turnover', async () => {
    await world.defineBonus('SINCE', { terms: { kind: 'turnover', base: 'bonus', factor: '1' } })
    const player = await world.addPlayer(60_000n, ['pg'])
    await toGame(player, 'pg', 300)
    await world.setBalanceAt(player, 'pg', '140')
    await world.passTime(6_000)
    await player.call('GET /api/wallet/refresh/slot')
    await world.passTime(6_000)
    await activate(player, 'SINCE')
    expect((await active(player)).progress).toMatchObject({ kind: 'turnover', total: 0 })
    await world.setBalanceAt(player, 'pg', '90')
    await world.passTime(6_000)
    expect(await preview(player)).toMatchObject({ why: 'condition' })
    expect((await active(player)).progress).toMatchObject({ total: 50, target: 100 })
  })

  test('a category of no weight is no part of the turnover', async () => {
    const player = await world.addPlayer(40_000n, ['pg'])
    const { slots } = (await player.call('GET /api/wallet')).body
    const { category } = slots.find((one: { code: string }) => one.code === 'pg')
    await world.defineBonus('WEIGHTLESS', {
      terms: { kind: 'turnover', base: 'bonus', factor: '1', contributions: { [category]: 0 } },
    })
    await activate(player, 'WEIGHTLESS')
    await toGame(player, 'pg', 300)
    await world.setBalanceAt(player, 'pg', '140')
    await world.passTime(6_000)
    expect(await preview(player)).toMatchObject({ why: 'condition' })
    expect((await active(player)).progress).toMatchObject({ total: 0, target: 100 })
  })
})

describe('refused', () => {
  test('OP-BONCLR a provider that does not answer, or an open transfer, blocks the ending, and nothing has moved', async () => {
    await world.defineBonus('SILENT', { terms: { endAmount: { BAHT: '999999' } } })
    const player = await world.addPlayer(40_000n, ['pg', 'betflix'])
    await activate(player, 'SILENT')
    await toGame(player, 'pg', 100)
    await world.passTime(20_000)
    await world.sandbox.addFault({ operation: 'games.pg.*', kind: 'drop-before', count: 9 })
    expect(await preview(player)).toMatchObject({ allowed: false, why: 'unknown' })
    expect((await clear(player)).body.code).toBe('BONUS_CONDITION')
    expect(await player.balances()).toMatchObject({ wallet: 40_000, pg: 10_000 })
  })
})

describe('outcome by key', () => {
  const clearWith = (player: Player, key: string) =>
    player.call('GET /api/bonus/clear', { headers: { 'idempotency-key': key } })
  const outcome = async (player: Player, key: string) =>
    (await player.call(`GET /api/outcome/${key}`)).body
  const route = 'GET /api/bonus/clear'

  test('an ending is running until its games are empty, then done, and its key ends nothing else', async () => {
    await world.defineBonus('ASKED', { maxReceived: 2, terms: { endAmount: { BAHT: '999999' } } })
    const player = await world.addPlayer(40_000n, ['joker2'])
    await activate(player, 'ASKED')
    await toGame(player, 'joker2', 100)
    await world.passTime(20_000)
    // The transfer's outcome is asked twice, and neither question is answered.
    for (const [operation, count] of [
      ['games.joker2.transfer', 1],
      ['games.joker2.check', 2],
    ] as const)
      await world.sandbox.addFault({ operation, kind: 'drop-before', count })
    const key = systemIds.key()
    const answer = await clearWith(player, key)
    expect([answer.status, answer.body.code]).toEqual([202, 'TRANSFER_PENDING'])
    expect(await outcome(player, key)).toEqual({ state: 'running', route })
    expect(await bill(player)).toMatchObject({ state: 'clearing', endedAt: null })
    expect(await active(player)).toMatchObject({ status: true })
    await expect
      .poll(
        async () => {
          await world.passTime(61_000)
          await world.runJobs()
          return outcome(player, key)
        },
        { timeout: 20_000 },
      )
      .toEqual({ state: 'done', route, code: 'SUCCESS' })
    expect(await player.balances()).toMatchObject({ wallet: 40_000, joker2: 0 })
    await activate(player, 'ASKED')
    expect((await clearWith(player, key)).status).toBe(200)
    expect(await active(player)).toMatchObject({ status: true })
  })

  test('an ending that was reported as never begun never begins', async () => {
    await world.defineBonus('NEVER', { terms: { endAmount: { BAHT: '999999' } } })
    const player = await world.addPlayer(40_000n, [])
    await activate(player, 'NEVER')
    const key = systemIds.key()
    expect(await outcome(player, key)).toMatchObject({ state: 'never' })
    expect((await clearWith(player, key)).body.code).toBe('ABANDONED')
    expect(await active(player)).toMatchObject({ status: true })
  })
})

describe('the worker', () => {
  test(
    "ends bonuses that could not be ended when the withdrawal was made, even if another member's row is locked",
    { tags: 'long-4' },
    async () => {
      // The seal of the night would wait for the transaction that holds the rows.
      await world.runJobs()
      await world.defineBonus('LATER', { terms: { factor: '1' } })
      const players: Player[] = []
      for (const _ of [1, 2, 3]) {
        const player = await world.addPlayer(40_000n, [])
        expect((await activate(player, 'LATER')).status).toBe(200)
        players.push(player)
      }
      const held = (members: readonly Player[], work: () => Promise<unknown>) =>
        whileHeld(
          world.database,
          {
            rows: 'select from bonus_held where member_id = any ($1)',
            values: [members.map(({ id }) => id)],
          },
          work,
        )
      await held(players, async () => {
        for (const player of players)
          await player.call('POST /api/wallet/withdraw', { body: { amount: 300 } })
        // Longer than the worker waits for the row.
        await new Promise((resolve) => setTimeout(resolve, 2_500))
      })
      const standing = () =>
        Promise.all(players.map(async (player) => (await active(player)).status as boolean))
      expect(await standing()).toEqual([true, true, true])
      // In either order, one of these comes before the last.
      const [oldest] = players
      const [lowest] = players.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const stuck = [oldest!, lowest!]
      await world.passTime(30_000)
      await held(stuck, () => world.runJobs())
      expect(await standing()).toEqual(players.map((player) => stuck.includes(player)))
    },
  )
})

describe('terms', () => {
  test('I24 later changes by operators do not touch a bonus that was given', async () => {
    await world.defineBonus('KEPT', { terms: { factor: null, endAmount: null } })
    const player = await world.addPlayer(40_000n, [])
    await activate(player, 'KEPT')
    const given = (await active(player)).progress
    // The setting is five times, and twenty percent of 500 is a hundred.
    expect(given).toMatchObject({ target: 2500, endAmount: 100 })
    await world.set('bonus.factor', '9')
    await world.set('bonus.endAmount.BAHT', '7')
    await world.defineBonus('KEPT', {
      isOn: false,
      terms: { factor: '8', endAmount: { BAHT: '1' } },
    })
    expect((await active(player)).progress).toEqual(given)
    expect((await player.call('GET /api/bonus')).body).toHaveLength(
      (await player.call('GET /api/bonus')).body.length,
    )
  })
})
