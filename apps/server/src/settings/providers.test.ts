import { afterEach, beforeAll, expect, test } from 'vitest'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { countLockWaits } from '#testing/database/held-rows.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { readSettings } from './read.ts'
import type { Settings } from './registry.ts'
import { closeProviders } from './store.ts'

const world = testWorld(openBonusWorld)
let all: Settings['games.providers']

beforeAll(async () => {
  all = (await readSettings(world.database.db))['games.providers']
})
afterEach(() => world.set('games.providers', all))

const without = (code: string) =>
  world.set(
    'games.providers',
    all.filter((one) => one.code !== code),
  )
const notOffered = (code: string) =>
  world.set(
    'games.providers',
    all.map((one) => (one.code === code ? { ...one, currencies: [] } : one)),
  )
const move = (player: Player, from: string, to: string, amount: number) =>
  player.call('POST /api/wallet/transfer', { body: { from, to, amount } })
const shown = async (player: Player, code: string) =>
  (await player.call('GET /api/wallet')).body.slots.find(
    (one: { code: string }) => one.code === code,
  )

test("a provider that holds members' money is not removed, and the refusal says how much", async () => {
  const [one, other] = [
    await world.addPlayer(100_000n, ['joker2']),
    await world.addPlayer(100_000n, ['joker2']),
  ]
  await move(one, 'wallet', 'joker2', 500)
  await move(other, 'wallet', 'joker2', 250)
  await expect(without('joker2')).rejects.toThrow(
    'joker2 (accounts: 2, holding 750.00 BAHT). Give it no currencies instead',
  )
  expect(await shown(one, 'joker2')).toMatchObject({ isActive: true, amount: 500 })
  for (const player of [one, other]) {
    const { status } = await move(player, 'joker2', 'wallet', player === one ? 500 : 250)
    expect(status).toBe(200)
  }
  await without('joker2')
  expect(await shown(one, 'joker2')).toBeUndefined()
})

test('nor one with a transfer on its way to it, in its first or in its second half', async () => {
  const player = await world.addPlayer(100_000n, ['pgslot', 'pg', 'slotracha'])
  await move(player, 'wallet', 'pg', 300)
  for (const call of ['pgslot.transfer-in', 'pg.transfer-out'])
    await world.sandbox.addFault({ operation: `games.${call}`, kind: 'drop-after', count: 1_000 })
  for (const call of ['pgslot.transaction', 'pg.transaction'])
    await world.sandbox.addFault({ operation: `games.${call}`, kind: 'maintenance', count: 1_000 })
  await move(player, 'wallet', 'pgslot', 200)
  await move(player, 'pg', 'slotracha', 100)
  await expect(without('pgslot')).rejects.toThrow('open transfers in BAHT: 1')
  await expect(without('slotracha')).rejects.toThrow('open transfers in BAHT: 1')
  await world.sandbox.control('DELETE', '/faults', {})
  for (let turn = 0; turn < 3; turn += 1) {
    await world.passTime(61_000)
    await world.runJobs()
  }
  expect(await player.balances()).toMatchObject({ transit: 0, pgslot: 20_000, slotracha: 10_000 })
  await expect(without('slotracha')).rejects.toThrow('slotracha (accounts: 1, holding 100.00 BAHT)')
})

test('a provider without currencies accepts no money; its money is shown, moved out, withdrawn and counted', async () => {
  const player = await world.addPlayer(100_000n, ['joker2', 'pg'])
  await move(player, 'wallet', 'joker2', 500)
  await notOffered('joker2')
  expect(await shown(player, 'joker2')).toMatchObject({ amount: 500 })
  expect((await move(player, 'wallet', 'joker2', 100)).body.code).toBe('NO_GAME')
  const everything = await player.call('POST /api/wallet/transferAll', { body: { to: 'joker2' } })
  expect(everything.body.code).toBe('NO_GAME')
  expect((await move(player, 'joker2', 'pg', 100)).status).toBe(200)
  expect((await move(player, 'pg', 'joker2', 50)).body.code).toBe('NO_GAME')
  await world.defineBonus('CLOSED')
  expect((await player.call('GET /api/bonus/activate/CLOSED')).status).toBe(200)
  await player.call('GET /api/bonus/clear')

  const saver = await world.addPlayer(0n, [])
  const stranger = await shown(saver, 'joker2')
  expect(stranger).toBeUndefined()
  const other = await world.addPlayer(100_000n, ['pg'])
  await move(other, 'wallet', 'pg', 600)
  await notOffered('pg')
  const withdrawn = await other.call('POST /api/wallet/withdrawAll', { body: { amount: 1000 } })
  expect(withdrawn.status).toBe(200)
})

test('a transfer that begins during the removal of its provider waits, and does not begin', async () => {
  const player = await world.addPlayer(100_000n, ['circus'])
  const [closed, decided] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { db } = world.database
  const closing = db.begin(async (tx) => {
    expect(await closeProviders(tx, ['circus'])).toEqual([])
    closed.resolve()
    await decided.promise
  })
  await closed.promise
  let hasAnswered = false
  const moved = move(player, 'wallet', 'circus', 100).finally(() => (hasAnswered = true))
  await expect.poll(() => countLockWaits(world.database)).toBe(1)
  expect(hasAnswered).toBe(false)
  decided.resolve()
  await closing
  expect((await moved).body.code).toBe('NO_GAME')
  expect(await player.balances()).toEqual({ wallet: 100_000, transit: 0, circus: 0 })
})

test('removed and moved to concurrently, eight times: a removed provider never holds money', async () => {
  const player = await world.addPlayer(100_000n, ['circus'])
  for (let round = 0; round < 8; round += 1) {
    const [taken, moved] = await Promise.all([
      without('circus').then(
        () => true,
        () => false,
      ),
      move(player, 'wallet', 'circus', 100),
    ])
    const { circus } = await player.balances()
    expect(taken && circus! > 0).toBe(false)
    expect(moved.status === 200).toBe(circus! > 0)
    await world.set('games.providers', all)
    await world.passTime(0)
    const back = circus! > 0 ? await move(player, 'circus', 'wallet', 100) : moved
    expect(back.status === 200).toBe(circus! > 0)
  }
})
