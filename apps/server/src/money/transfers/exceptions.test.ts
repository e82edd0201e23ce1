import { describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { resolveTransfer } from './resolve.ts'
import { updateEndings } from './end-store.ts'

const world = testWorld(openGameWorld)

const transfer = (player: Player, from: string, to: string, amount: number) =>
  player.call('POST /api/wallet/transfer', {
    body: { from, to, amount },
    headers: { 'idempotency-key': systemIds.key() },
  })

const statesOf = (player: Player) =>
  world.database.db.query<{ id: string; game: string; state: string }>(
    `select id, game, state from transfers_transfer where member_id = $1 order by created_at, id`,
    [player.id],
  )

const resolve = (id: string, done: boolean) =>
  resolveTransfer(
    { db: world.database.db, clock: world.clock },
    { id, done, why: 'seen there', actor: 'operator:test', requestId: 'test' },
  )

/** A member whose transfer to a provider was lost on the way: nothing has happened there. */
async function loseOne(game: string, operation: string, kind = 'drop-before'): Promise<Player> {
  const player = await world.addPlayer(100_000n, [game, 'joker2'])
  await world.sandbox.addFault({ operation: `games.${game}.${operation}`, kind, count: 1 })
  const answer = await transfer(player, 'wallet', game, 100)
  expect(answer).toMatchObject({ status: 202, body: { code: 'TRANSFER_PENDING' } })
  return player
}

async function passSeconds(seconds: number): Promise<void> {
  await world.passTime(seconds * 1_000)
  await world.runJobs()
}

describe('outcomes that only operators can find out', () => {
  test.each([
    ['askmebet', 'deposit'],
    ['betflix', 'transfer'],
  ])(
    'F15 OP-TRF a lost call to %s is listed within a minute, and never returned automatically',
    { tags: 'long-3', timeout: 120_000 },
    async (game, operation) => {
      const player = await loseOne(game, operation)
      await passSeconds(31)
      await passSeconds(16)
      expect(await statesOf(player)).toMatchObject([{ game, state: 'exception' }])
      for (let hour = 0; hour < 24; hour += 1) await passSeconds(3_600)
      expect(await statesOf(player)).toMatchObject([{ game, state: 'exception' }])
      expect(await player.balances()).toMatchObject({ wallet: 90_000, transit: 10_000, [game]: 0 })
    },
  )

  test('F15 money taken back from a provider that has no lookup: the member can stake the same amount, so it is never guessed', async () => {
    const player = await world.addPlayer(100_000n, ['askmebet'])
    expect((await transfer(player, 'wallet', 'askmebet', 100)).status).toBe(200)
    const operation = 'games.askmebet.withdraw'
    await world.sandbox.addFault({ operation, kind: 'drop-before', count: 1 })
    expect((await transfer(player, 'askmebet', 'wallet', 100)).status).toBe(202)
    // None of it has left; all of it is on the table now, and comes back when the bet is void.
    await world.setBalanceAt(player, 'askmebet', '0')
    await passSeconds(31)
    await passSeconds(16)
    expect((await statesOf(player)).at(-1)).toMatchObject({ game: 'askmebet', state: 'exception' })
    expect(await player.balances()).toEqual({ wallet: 90_000, transit: 10_000, askmebet: 0 })
  })

  test('F14 I37 a transfer without an answer for a quarter of an hour is listed, and still nothing is returned', async () => {
    const player = await world.addPlayer(100_000n, ['pg'])
    await world.sandbox.addFault({ operation: 'games.pg.*', kind: 'maintenance' })
    expect((await transfer(player, 'wallet', 'pg', 100)).status).toBe(202)
    for (let minute = 0; minute < 14; minute += 1) await passSeconds(60)
    expect(await statesOf(player)).toMatchObject([{ state: 'unknown' }])
    await passSeconds(60)
    await passSeconds(60)
    await passSeconds(60)
    expect(await statesOf(player)).toMatchObject([{ state: 'exception' }])
    await world.sandbox.control('DELETE', '/faults', {})
    const [open] = await statesOf(player)
    await resolve(open!.id, false)
    expect(await player.balances()).toEqual({ wallet: 100_000, transit: 0, pg: 0 })
  })

  test.each([
    ['pg', 'transfer-in'],
    ['joker2', 'transfer'],
  ])(
    'F14 I18 a lost answer of %s is asked for under the same reference, and it counts once',
    async (game, operation) => {
      const player = await world.addPlayer(100_000n, [game])
      const fault = { operation: `games.${game}.${operation}`, kind: 'drop-after', count: 1 }
      await world.sandbox.addFault(fault)
      expect((await transfer(player, 'wallet', game, 100)).status).toBe(200)
      await world.sandbox.addFault(fault)
      await world.sandbox.addFault({ ...fault, kind: 'drop-before' })
      await transfer(player, 'wallet', game, 100)
      await passSeconds(61)
      await passSeconds(61)
      expect(await player.balances()).toEqual({ wallet: 80_000, transit: 0, [game]: 20_000 })
      expect(await world.balanceAt(player, game)).toBe(20_000)
    },
  )

  test(
    'I18 a refusal of a later call may be overtaken by the first, and returns nothing yet',
    { tags: 'long-3' },
    async () => {
      const player = await world.addPlayer(100_000n, ['pg'])
      await transfer(player, 'wallet', 'pg', 300)
      const fault = { operation: 'games.pg.transfer-out', count: 1 }
      await world.sandbox.addFault({ ...fault, kind: 'late-apply', delayMs: 1_500 })
      await world.sandbox.addFault({ ...fault, kind: 'drop-before' })
      const lost = await transfer(player, 'pg', 'wallet', 100)
      expect(lost.status).toBe(202)
      await world.sandbox.addFault({ ...fault, kind: 'in-round' })
      await passSeconds(31)
      const applied = { timeout: 5_000 }
      await expect.poll(() => world.balanceAt(player, 'pg'), applied).toBe(20_000)
      for (let minute = 0; minute < 3; minute += 1) await passSeconds(61)
      expect(await player.balances()).toEqual({ wallet: 80_000, transit: 0, pg: 20_000 })
    },
  )
})

describe('refused', () => {
  test('an open transfer blocks the next one with the same provider, and no other', async () => {
    const player = await loseOne('askmebet', 'deposit')
    const busy = { status: 409, body: { code: 'REQUEST_IN_PROGRESS' } }
    expect(await transfer(player, 'wallet', 'askmebet', 5)).toMatchObject(busy)
    expect(await transfer(player, 'askmebet', 'wallet', 5)).toMatchObject(busy)
    expect(await transfer(player, 'joker2', 'askmebet', 5)).toMatchObject(busy)
    expect((await transfer(player, 'wallet', 'joker2', 5)).status).toBe(200)
    await passSeconds(61)
    expect(await transfer(player, 'wallet', 'askmebet', 5)).toMatchObject(busy)
  })

  test('operators may decide only listed transfers, and only once', async () => {
    const player = await loseOne('askmebet', 'deposit')
    const [open] = await statesOf(player)
    await expect(resolve(open!.id, false)).rejects.toThrow(/is unknown, not on the exceptions list/)
    await passSeconds(61)
    await resolve(open!.id, false)
    await expect(resolve(open!.id, true)).rejects.toThrow(/is returned, not on the exceptions list/)
    await expect(resolve(systemIds.key(), true)).rejects.toThrow(/There is no transfer/)
    expect(await player.balances()).toMatchObject({ wallet: 100_000, transit: 0, askmebet: 0 })
    const audit = await world.database.db.query(
      `select actor, after from core_audit where action = 'transfers.resolve' and subject = $1`,
      [open!.id],
    )
    expect(audit).toEqual([
      { actor: 'operator:test', after: { state: 'returned', why: 'seen there' } },
    ])
  })

  test('I16 an end that contradicts the first one changes nothing, whatever else is in transit', async () => {
    const player = await loseOne('askmebet', 'deposit')
    expect((await transfer(player, 'wallet', 'joker2', 100)).status).toBe(200)
    const before = await player.balances()
    const done = (await statesOf(player)).find(({ state }) => state === 'done')!
    const ending = { id: done.id, memberId: player.id, done: false, why: 'no' }
    const at = world.clock.now()
    expect(await updateEndings(world.database.db, [ending], { at, skipBusy: false })).toEqual([2])
    const again = { ...ending, done: true }
    expect(await updateEndings(world.database.db, [again], { at, skipBusy: false })).toEqual([1])
    expect(await player.balances()).toEqual(before)
  })
})
