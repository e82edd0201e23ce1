import { beforeAll, describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openGameWorld)

const families = ['pg', 'betflix', 'askmebet', 'joker2'] as const
const transfer = (
  player: Player,
  from: string,
  to: string,
  amount: number,
  key = systemIds.key(),
) =>
  player.call('POST /api/wallet/transfer', {
    body: { from, to, amount },
    headers: { 'idempotency-key': key },
  })
const transferAll = (player: Player, to: string, key = systemIds.key()) =>
  player.call('POST /api/wallet/transferAll', {
    body: { to },
    headers: { 'idempotency-key': key },
  })

describe('happy', () => {
  test.each(families)('TRF-07 TRF-11 to %s and back, and both sides agree', async (game) => {
    const player = await world.addPlayer(100_000n, [game])
    const there = await transfer(player, 'wallet', game, 250.25)
    expect(there).toMatchObject({
      status: 200,
      body: {
        message: 'SUCCESS',
        receipt: { statementType: 'transfer', from: 'wallet', to: game, amount: 250.25 },
      },
    })
    expect(await player.balances()).toEqual({ wallet: 74_975, transit: 0, [game]: 25_025 })
    expect(await world.balanceAt(player, game)).toBe(25_025)
    expect((await transfer(player, game, 'wallet', 50.25)).status).toBe(200)
    expect(await player.balances()).toEqual({ wallet: 80_000, transit: 0, [game]: 20_000 })
    expect(await world.balanceAt(player, game)).toBe(20_000)
  })

  test('TRF-11 TRF-17 from one game to another, through the wallet, as one row of the statement', async () => {
    const player = await world.addPlayer(100_000n, ['pg', 'askmebet'])
    await transfer(player, 'wallet', 'pg', 500)
    expect((await transfer(player, 'pg', 'askmebet', 300)).body).toMatchObject({
      receipt: { from: 'pg', to: 'askmebet', amount: 300 },
    })
    expect(await player.balances()).toEqual({
      wallet: 50_000,
      transit: 0,
      pg: 20_000,
      askmebet: 30_000,
    })
    const rows = await world.database.db.query(
      `select "from", "to", status from statement_row where member_id = $1 order by seq`,
      [player.id],
    )
    expect(rows).toEqual([
      { from: 'wallet', to: 'pg', status: 'SUCCESS' },
      { from: 'pg', to: 'askmebet', status: 'SUCCESS' },
    ])
  })

  test('TRF-16 OP-TRFALL everything to one game, and everything home', async () => {
    const player = await world.addPlayer(100_000n, ['pg', 'betflix', 'joker2'])
    await transfer(player, 'wallet', 'pg', 200)
    await transfer(player, 'wallet', 'betflix', 300)
    const key = systemIds.key()
    const all = await transferAll(player, 'joker2', key)
    expect(all.status).toBe(200)
    expect(all.body.receipts).toHaveLength(3)
    expect(await player.balances()).toEqual({
      wallet: 0,
      transit: 0,
      pg: 0,
      betflix: 0,
      joker2: 100_000,
    })
    expect((await transferAll(player, 'joker2', key)).body).toEqual(all.body)
    expect((await transferAll(player, 'wallet')).status).toBe(200)
    expect(await player.balances()).toMatchObject({ wallet: 100_000, joker2: 0 })
    expect((await transferAll(player, 'wallet')).body.code).toBe('TRANSFER_MINIMUM')
  })
})

describe('refused', () => {
  let player: Player
  beforeAll(async () => {
    player = await world.addPlayer(10_000n, ['pg'])
  })

  test.each([
    ['TRF-12 ERRC-67', 'TRANSFER_MINIMUM', 400, 'wallet', 'pg', 0],
    ['OP-A05', 'TRANSFER_MINIMUM', 400, 'wallet', 'pg', 0.99],
    ['TRF-12', 'TRANSFER_MINIMUM', 400, 'wallet', 'pg', -5],
    ['TRF-15 ERRC-68', 'NO_GAME', 404, 'wallet', 'nowhere', 5],
    ['TRF-15 ERRC-65', 'SLOT_NO_ACCOUNT', 404, 'wallet', 'joker2', 5],
    ['TRF-13 ERRC-69', 'MONEY_NOT_ENOUGH', 400, 'wallet', 'pg', 100.01],
    ['TRF-13', 'MONEY_NOT_ENOUGH', 400, 'pg', 'wallet', 1],
    ['OP-E10', 'KEY_INVALID', 400, 'wallet', 'wallet', 5],
    ['OP-E10', 'KEY_INVALID', 400, 'wallet', 'pg', 1.001],
  ])('S28 %s %s (%i) from %s to %s of %d', async (_, code, status, from, to, amount) => {
    expect(await transfer(player, from, to, amount)).toMatchObject({ status, body: { code } })
    expect(await player.balances()).toEqual({ wallet: 10_000, transit: 0, pg: 0 })
  })

  test('TRF-14 ERRC-70 the provider refuses: TRANSFER_FAIL, and the money is in the wallet', async () => {
    await world.sandbox.control('POST', '/games/pg/maintenance', { on: true })
    await world.sandbox.control('POST', '/games/askmebet/maintenance', { on: true })
    const member = await world
      .addPlayer(10_000n, ['betflix'])
      .finally(() => world.sandbox.control('POST', '/games/pg/maintenance', { on: false }))
    await world.sandbox.control('POST', '/games/betflix/maintenance', { on: true })
    const key = systemIds.key()
    const refused = { status: 502, body: { code: 'TRANSFER_FAIL' } }
    expect(await transfer(member, 'wallet', 'betflix', 50, key)).toMatchObject(refused)
    expect(await member.balances()).toEqual({ wallet: 10_000, transit: 0, betflix: 0 })
    expect(await transfer(member, 'wallet', 'betflix', 50, key)).toMatchObject(refused)
    await world.sandbox.control('POST', '/games/betflix/maintenance', { on: false })
    await world.sandbox.control('POST', '/games/askmebet/maintenance', { on: false })
  })
})

describe('the same key', () => {
  test('I19 the same body gets the same receipt and moves nothing; another body is refused', async () => {
    const player = await world.addPlayer(10_000n, ['pg'])
    const key = systemIds.key()
    const first = await transfer(player, 'wallet', 'pg', 30, key)
    expect((await transfer(player, 'wallet', 'pg', 30, key)).body).toEqual(first.body)
    expect((await transfer(player, 'wallet', 'pg', 31, key)).body.code).toBe('KEY_REUSED')
    expect((await transferAll(player, 'pg', key)).body.code).toBe('KEY_REUSED')
    expect(await player.balances()).toEqual({ wallet: 7_000, transit: 0, pg: 3_000 })
    const outcome = await player.call(`GET /api/outcome/${key}`)
    expect(outcome.body).toMatchObject({ state: 'done', code: 'SUCCESS' })
  })

  test('a key reported as never used is refused from then on', async () => {
    const player = await world.addPlayer(10_000n, ['pg'])
    const [key, other] = [systemIds.key(), systemIds.key()]
    for (const one of [key, other])
      expect((await player.call(`GET /api/outcome/${one}`)).body.state).toBe('never')
    expect((await transfer(player, 'wallet', 'pg', 30, key)).body.code).toBe('ABANDONED')
    expect((await transferAll(player, 'pg', other)).body.code).toBe('ABANDONED')
  })
})

describe('concurrent', () => {
  test('I04 50 transfers from one member spend the balance once', async () => {
    const player = await world.addPlayer(10_000n, ['pg', 'betflix', 'joker2'])
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        transfer(player, 'wallet', ['pg', 'betflix', 'joker2'][n % 3]!, 40),
      ),
    )
    const done = answers.filter(({ status }) => status === 200).length
    const codes = new Set(answers.filter(({ status }) => status !== 200).map((a) => a.body.code))
    expect(
      [...codes].filter((c) => c !== 'MONEY_NOT_ENOUGH' && c !== 'REQUEST_IN_PROGRESS'),
    ).toEqual([])
    const { wallet = 0, transit, ...games } = await player.balances()
    expect(done).toBeGreaterThan(0)
    expect(wallet).toBe(10_000 - done * 4_000)
    expect(transit).toBe(0)
    expect(Object.values(games).reduce((sum, one) => sum + one, 0)).toBe(done * 4_000)
    for (const [game, held] of Object.entries(games))
      expect(await world.balanceAt(player, game)).toBe(held)
  })
})
