import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGameWorld, type GameWorld, type Player } from '../../testing/game-world.ts'

let world: GameWorld

beforeAll(async () => {
  world = await openGameWorld()
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
})

const refresh = (player: Player) => player.call('GET /api/wallet/refresh/slot')
const slotsOf = async (player: Player) =>
  (await player.call('GET /api/wallet')).body.slots as Record<string, unknown>[]
const transferIn = (player: Player, game: string, amount: number) =>
  player.call('POST /api/wallet/transfer', { body: { from: 'wallet', to: game, amount } })

test('OP-WALLET GAME-09 the wallet shows member, money and every game, active or not', async () => {
  const player = await world.addPlayer(123_456n, ['pg'])
  const { status, body } = await player.call('GET /api/wallet')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    profile: { _id: player.id, coin: 0 },
    bankAccount: { bank: { code: 'KBANK' } },
    currency: 'BAHT',
    wallet: { amount: 1234.56 },
    invite: { amount: 0 },
  })
  expect(body.slots).toHaveLength(12)
  expect(body.slots.filter((one: { isActive: boolean }) => one.isActive)).toMatchObject([
    { code: 'pg', category: 'slot', amount: 0, ftWalletSlot: 1, amountAt: null },
  ])
})

test.each(['pg', 'betflix', 'askmebet', 'joker2'])(
  'OP-REFRESH I17 what was won and lost at %s is booked against the house',
  async (game) => {
    const player = await world.addPlayer(100_000n, [game])
    await transferIn(player, game, 300)
    await world.setBalanceAt(player, game, '420.50')
    expect((await refresh(player)).body).toEqual({ message: 'SUCCESS' })
    expect(await player.balances()).toMatchObject({ wallet: 70_000, [game]: 42_050 })
    await world.setBalanceAt(player, game, '0.07')
    await world.passTime(5_000)
    await refresh(player)
    expect(await player.balances()).toMatchObject({ wallet: 70_000, [game]: 7 })
    const [slot] = (await slotsOf(player)).filter(({ code }) => code === game)
    expect(slot).toMatchObject({ amount: 0.07, amountAt: world.clock.now().toISOString() })
  },
)

test('I17 however many ask, a provider is asked once in five seconds', async () => {
  const player = await world.addPlayer(0n, ['betflix'])
  const before = await world.sandbox.countCalls('games.betflix.balance')
  await Promise.all(Array.from({ length: 10 }, () => refresh(player)))
  await refresh(player)
  expect((await world.sandbox.countCalls('games.betflix.balance')) - before).toBe(1)
  await world.passTime(5_001)
  await refresh(player)
  expect((await world.sandbox.countCalls('games.betflix.balance')) - before).toBe(2)
})

test('OP-REFRESH a provider that fails keeps its last balance and its age; the others are told', async () => {
  const player = await world.addPlayer(100_000n, ['pg', 'betflix'])
  await transferIn(player, 'pg', 100)
  await transferIn(player, 'betflix', 100)
  await world.setBalanceAt(player, 'betflix', '150')
  await world.setBalanceAt(player, 'pg', '150')
  await world.sandbox.control('POST', '/games/pg/maintenance', { on: true })
  expect((await refresh(player)).status).toBe(200)
  await world.sandbox.control('POST', '/games/pg/maintenance', { on: false })
  expect(await player.balances()).toMatchObject({ pg: 10_000, betflix: 15_000 })
  const slots = await slotsOf(player)
  expect(slots.find(({ code }) => code === 'pg')).toMatchObject({ amountAt: null })
})

test('I17 a game with a transfer under way is left alone', async () => {
  const player = await world.addPlayer(100_000n, ['askmebet'])
  await world.sandbox.addFault({
    operation: 'games.askmebet.deposit',
    kind: 'drop-before',
    count: 1,
  })
  expect((await transferIn(player, 'askmebet', 100)).status).toBe(202)
  await world.setBalanceAt(player, 'askmebet', '777')
  await refresh(player)
  expect(await player.balances()).toEqual({ wallet: 90_000, transit: 10_000, askmebet: 0 })
})
