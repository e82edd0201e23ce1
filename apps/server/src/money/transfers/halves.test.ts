import { describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openGameWorld)

const post = (player: Player, call: string, body: object, key = systemIds.key()) =>
  player.call(`POST /api/wallet/${call}`, { body, headers: { 'idempotency-key': key } })
const transfer = (player: Player, from: string, to: string, amount: number, key?: string) =>
  post(player, 'transfer', { from, to, amount }, key)
const close = (game: string, on: boolean) =>
  world.sandbox.control('POST', `/games/${game}/maintenance`, { on })
const statement = (player: Player) =>
  world.database.db.query<{ from: string; to: string; status: string }>(
    `select "from", "to", status from statement_row where member_id = $1 order by seq`,
    [player.id],
  )

/** A member with 300.00 in the first game and the rest of 1,000.00 in the wallet. */
async function addRich(games: string[]): Promise<Player> {
  const player = await world.addPlayer(100_000n, games)
  expect((await transfer(player, 'wallet', games[0]!, 300)).status).toBe(200)
  return player
}

describe('from one game to another', () => {
  test('OP-TRF TRF-14 refused by the source game: everything stays there', async () => {
    const player = await addRich(['joker2', 'pg'])
    await world.sandbox.addFault({
      operation: 'games.joker2.transfer',
      kind: 'in-round',
      count: 1,
    })
    const answer = await transfer(player, 'joker2', 'pg', 100)
    expect(answer).toMatchObject({ status: 502, body: { code: 'TRANSFER_FAIL' } })
    expect(await player.balances()).toEqual({ wallet: 70_000, transit: 0, joker2: 30_000, pg: 0 })
    expect((await statement(player)).at(-1)).toEqual({ from: 'joker2', to: 'pg', status: 'FAILED' })
  })

  test('OP-TRF TRF-14 refused by the target game: the money arrived in the wallet, and stays there', async () => {
    const player = await addRich(['pg', 'betflix'])
    await close('betflix', true)
    const key = systemIds.key()
    const failed = { status: 502, body: { code: 'TRANSFER_FAIL' } }
    expect(await transfer(player, 'pg', 'betflix', 100, key)).toMatchObject(failed)
    await close('betflix', false)
    const moved = { wallet: 80_000, transit: 0, pg: 20_000, betflix: 0 }
    expect(await player.balances()).toEqual(moved)
    expect(await transfer(player, 'pg', 'betflix', 100, key)).toMatchObject(failed)
    expect(await player.balances()).toEqual(moved)
    expect(await world.balanceAt(player, 'pg')).toBe(20_000)
  })

  test('I31 TRF-14 money that stays in the wallet has a row of its own, and the first row says that the move failed', async () => {
    const player = await addRich(['pg', 'betflix'])
    await close('betflix', true)
    await transfer(player, 'pg', 'betflix', 100)
    await close('betflix', false)
    expect(await statement(player)).toEqual([
      { from: 'wallet', to: 'pg', status: 'SUCCESS' },
      { from: 'pg', to: 'betflix', status: 'FAILED' },
      { from: 'pg', to: 'wallet', status: 'SUCCESS' },
    ])
  })

  test('OP-TRF the second half is unknown: pending, and nothing is sent back to the source', async () => {
    const player = await addRich(['pg', 'askmebet'])
    const operation = 'games.askmebet.deposit'
    await world.sandbox.addFault({ operation, kind: 'drop-after', count: 1 })
    const key = systemIds.key()
    const answer = await transfer(player, 'pg', 'askmebet', 100, key)
    expect(answer).toMatchObject({ status: 202, body: { code: 'TRANSFER_PENDING' } })
    expect(await player.balances()).toEqual({
      wallet: 70_000,
      transit: 10_000,
      pg: 20_000,
      askmebet: 0,
    })
    expect((await player.call(`GET /api/outcome/${key}`)).body).toMatchObject({ state: 'running' })
    await world.passTime(31_000)
    await world.runJobs()
    expect(await player.balances()).toEqual({
      wallet: 70_000,
      transit: 0,
      pg: 20_000,
      askmebet: 10_000,
    })
    expect((await transfer(player, 'pg', 'askmebet', 100, key)).status).toBe(200)
  })

  test('the target game is busy meanwhile: the money arrives in the wallet, and stays there', async () => {
    const player = await addRich(['pg', 'betflix'])
    const out = { operation: 'games.pg.transfer-out', kind: 'delay', delayMs: 800, count: 1 }
    await world.sandbox.addFault(out)
    const before = await world.sandbox.countCalls(out.operation)
    const first = transfer(player, 'pg', 'betflix', 100)
    await expect.poll(() => world.sandbox.countCalls(out.operation)).toBe(before + 1)
    const operation = 'games.betflix.transfer'
    await world.sandbox.addFault({ operation, kind: 'drop-before', count: 1 })
    const second = await transfer(player, 'wallet', 'betflix', 50)
    expect(second.status).toBe(202)
    expect((await first).body.code).toBe('TRANSFER_FAIL')
    expect(await player.balances()).toMatchObject({ wallet: 75_000, transit: 5_000, pg: 20_000 })
    expect(await statement(player)).toEqual([
      { from: 'wallet', to: 'pg', status: 'SUCCESS' },
      { from: 'pg', to: 'betflix', status: 'FAILED' },
      { from: 'wallet', to: 'betflix', status: 'PENDING' },
      { from: 'pg', to: 'wallet', status: 'SUCCESS' },
    ])
  })
})

describe('everything at once', () => {
  test('I20 OP-TRFALL a refused leg: not a success, each leg has its own row, and the rest has arrived', async () => {
    const player = await addRich(['pg', 'betflix', 'joker2'])
    await transfer(player, 'wallet', 'betflix', 200)
    await close('betflix', true)
    const key = systemIds.key()
    const answer = await post(player, 'transferAll', { to: 'joker2' }, key)
    expect(answer).toMatchObject({ status: 502, body: { code: 'TRANSFER_FAIL' } })
    await close('betflix', false)
    expect(await player.balances()).toEqual({
      wallet: 0,
      transit: 0,
      pg: 0,
      betflix: 20_000,
      joker2: 80_000,
    })
    const legs = (await statement(player)).slice(2)
    expect(legs.toSorted((a, b) => (a.from < b.from ? -1 : 1))).toEqual([
      { from: 'betflix', to: 'wallet', status: 'FAILED' },
      { from: 'pg', to: 'wallet', status: 'SUCCESS' },
      { from: 'wallet', to: 'joker2', status: 'SUCCESS' },
    ])
    const again = await post(player, 'transferAll', { to: 'joker2' }, key)
    expect(again).toMatchObject({ status: 502, body: { code: 'TRANSFER_FAIL' } })
  })

  test('I20 OP-TRFALL a leg that cannot even begin: not a success, and its money stays where it was', async () => {
    const player = await addRich(['pg', 'betflix'])
    await transfer(player, 'wallet', 'betflix', 200)
    // An open transfer at a game blocks every other one there.
    await world.sandbox.addFault({
      operation: 'games.betflix.transfer',
      kind: 'drop-before',
      count: 1,
    })
    expect((await transfer(player, 'wallet', 'betflix', 50)).status).toBe(202)
    const key = systemIds.key()
    const refused = { status: 502, body: { code: 'TRANSFER_FAIL' } }
    expect(await post(player, 'transferAll', { to: 'wallet' }, key)).toMatchObject(refused)
    expect(await player.balances()).toMatchObject({ pg: 0, betflix: 20_000, wallet: 75_000 })
    expect(await post(player, 'transferAll', { to: 'wallet' }, key)).toMatchObject(refused)
    expect((await player.call(`GET /api/outcome/${key}`)).body).toMatchObject({
      state: 'done',
      code: 'TRANSFER_FAIL',
    })
  })

  test('I20 an unknown leg: pending until it is known, then the whole is reported', async () => {
    const player = await addRich(['pg', 'joker2'])
    await world.sandbox.addFault({
      operation: 'games.pg.transfer-out',
      kind: 'drop-before',
      count: 2,
    })
    const key = systemIds.key()
    const answer = await post(player, 'transferAll', { to: 'wallet' }, key)
    expect(answer).toMatchObject({ status: 202, body: { code: 'TRANSFER_PENDING' } })
    const outcome = async () => (await player.call(`GET /api/outcome/${key}`)).body
    expect(await outcome()).toMatchObject({ state: 'running' })
    for (let turn = 0; turn < 3; turn += 1) {
      await world.passTime(61_000)
      await world.runJobs()
    }
    expect(await outcome()).toMatchObject({ state: 'done', code: 'SUCCESS' })
    expect(await player.balances()).toMatchObject({ wallet: 100_000, transit: 0, pg: 0 })
  })

  test('OP-TRFALL refused: unknown games, games without an account', async () => {
    const player = await addRich(['pg'])
    const all = async (to: string) => (await post(player, 'transferAll', { to })).body.code
    expect(await all('nowhere')).toBe('NO_GAME')
    expect(await all('joker2')).toBe('SLOT_NO_ACCOUNT')
  })
})

test('an ending reads only its own transfers, however many were made before', async () => {
  const player = await addRich(['pg', 'betflix'])
  expect((await transfer(player, 'pg', 'betflix', 100)).status).toBe(200)
  const { db } = world.database
  const found = await db.query<{ id: string }>(
    'select id from transfers_transfer where member_id = $1',
    [player.id],
  )
  const scans = await db.begin(async (tx) => {
    const count = () =>
      tx.query(`select seq_scan from pg_stat_xact_user_tables where relname = 'transfers_transfer'`)
    const before = await count()
    await tx.query(`select transfers_end($1, '{true,true,true}', '{"","",""}', now(), false)`, [
      found.map(({ id }) => id),
    ])
    return { before, after: await count() }
  })
  expect(found.length).toBe(3)
  expect(scans.after).toEqual(scans.before)
})
