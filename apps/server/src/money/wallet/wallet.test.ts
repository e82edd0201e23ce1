import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openGameWorld)

const refresh = (player: Player) => player.call('GET /api/wallet/refresh/slot')
const slotsOf = async (player: Player) =>
  (await player.call('GET /api/wallet')).body.slots as Record<string, unknown>[]
const transferIn = (player: Player, game: string, amount: number) =>
  player.call('POST /api/wallet/transfer', { body: { from: 'wallet', to: game, amount } })

/** What the provider's own account has won or lost. */
const houseOf = async (game: string) => {
  const [row] = await world.database.db.query<{ sum: bigint }>(
    `select coalesce(sum(balance), 0)::bigint as sum from ledger_account where kind = 'provider' and party = $1`,
    [game],
  )
  return Number(row!.sum)
}

test('OP-WALLET GAME-09 REACH-01 the wallet shows member, money and every game, active or not', async () => {
  const player = await world.addPlayer(123_456n, ['pg'])
  const { status, body } = await player.call('GET /api/wallet')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    profile: { _id: player.id, coin: 0 },
    bankAccount: {
      bank: {
        code: 'KBANK',
        nameTH: 'ธนาคารกสิกรไทย',
        nameLA: 'ທະນາຄານກະສິກອນໄທ',
        nameEN: 'Kasikornbank',
      },
    },
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
  'OP-REFRESH I17 wins and losses at %s are booked against the house',
  async (game) => {
    const player = await world.addPlayer(100_000n, [game])
    await transferIn(player, game, 300)
    const before = await houseOf(game)
    await world.setBalanceAt(player, game, '420.50')
    expect((await refresh(player)).body).toEqual({ message: 'SUCCESS' })
    expect(await player.balances()).toMatchObject({ wallet: 70_000, [game]: 42_050 })
    expect((await houseOf(game)) - before).toBe(-12_050)
    await world.setBalanceAt(player, game, '0.07')
    await world.passTime(5_000)
    await refresh(player)
    expect(await player.balances()).toMatchObject({ wallet: 70_000, [game]: 7 })
    const [slot] = (await slotsOf(player)).filter(({ code }) => code === game)
    expect(slot).toMatchObject({ amount: 0.07, amountAt: world.clock.now().toISOString() })
  },
)

test('I32 while money moves between wallet and games, every reading of the wallet has the same sum', async () => {
  const player = await world.addPlayer(100_000n, ['pg', 'betflix'])
  const { db } = world.database
  const places = await accountBook(db).find(player.id, [
    ['wallet', ''],
    ['game', 'pg'],
    ['game', 'betflix'],
  ])
  let moving = true
  const move = async (): Promise<void> => {
    for (let turn = 0; moving; turn += 1) {
      const [debit, credit] = [places[turn % 3]!, places[(turn + 1) % 3]!]
      const money = { amount: 33_300n, currency: 'BAHT' } as const
      const movement = { idem: systemIds.key(), debit, credit, money, kind: 'correction' } as const
      await db.begin((tx) => postAll(tx, world.clock.now(), [movement]))
    }
  }
  const moved = move()
  const totals = new Set<number>()
  const wallets = new Set<number>()
  for (let read = 0; read < 60; read += 1) {
    const { body } = await player.call('GET /api/wallet')
    const inGames = body.slots.map((slot: { amount: number }) => Math.round(slot.amount * 100))
    const inWallet = Math.round(body.wallet.amount * 100)
    wallets.add(inWallet)
    totals.add(inGames.reduce((sum: number, one: number) => sum + one, inWallet))
  }
  moving = false
  await moved
  expect(wallets.size).toBeGreaterThan(1)
  expect([...totals]).toEqual([100_000])
})

test('I17 a provider is queried once in five seconds, however many ask', async () => {
  const player = await world.addPlayer(0n, ['betflix'])
  const before = await world.sandbox.countCalls('games.betflix.balance')
  await Promise.all(Array.from({ length: 10 }, () => refresh(player)))
  await refresh(player)
  expect((await world.sandbox.countCalls('games.betflix.balance')) - before).toBe(1)
  await world.passTime(5_001)
  await refresh(player)
  expect((await world.sandbox.countCalls('games.betflix.balance')) - before).toBe(2)
})

test(
  'I17 a call that is too early gets the new balances when the five seconds are over',
  { tags: 'long-3' },
  async () => {
    const player = await world.addPlayer(100_000n, ['pg'])
    await transferIn(player, 'pg', 100)
    const before = await world.sandbox.countCalls('games.pg.wallet')
    await refresh(player)
    await world.setBalanceAt(player, 'pg', '175.25')
    await world.passTime(3_500)
    await Promise.all([refresh(player), refresh(player)])
    await refresh(player)
    expect(await player.balances()).toMatchObject({ pg: 10_000 })
    await world.passTime(1_500)
    // Sooner than five seconds after the early call.
    await expect
      .poll(() => player.balances(), { timeout: 4_000 })
      .toMatchObject({ wallet: 90_000, pg: 17_525 })
    expect((await world.sandbox.countCalls('games.pg.wallet')) - before).toBe(2)
  },
)

test('OP-REFRESH a provider that fails keeps its last balance and its age; the others are updated', async () => {
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

test('I17 a game with an open transfer is left alone', async () => {
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

test('I17 a balance that a provider reported while money moved is not booked', async () => {
  const player = await world.addPlayer(100_000n, ['pg'])
  await transferIn(player, 'pg', 100)
  const slow = { operation: 'games.pg.wallet', kind: 'delay', delayMs: 900, count: 1 }
  await world.sandbox.addFault(slow)
  const before = await world.sandbox.countCalls(slow.operation)
  const asking = refresh(player)
  await expect.poll(() => world.sandbox.countCalls(slow.operation)).toBe(before + 1)
  expect((await transferIn(player, 'pg', 50)).status).toBe(200)
  await asking
  expect(await player.balances()).toEqual({ wallet: 85_000, transit: 0, pg: 15_000 })
  expect(await world.balanceAt(player, 'pg')).toBe(15_000)
})

test(
  'F16 one provider that answers no one: wallets, refreshes and transfers of others go on as before',
  { tags: 'long-4', timeout: 20_000 },
  async () => {
    const stuck = await world.addPlayer(100_000n, ['pg', 'betflix'])
    const other = await world.addPlayer(100_000n, ['betflix', 'joker2'])
    await transferIn(stuck, 'pg', 100)
    await refresh(stuck)
    await world.passTime(5_001)
    await world.sandbox.addFault({ operation: 'games.pg.*', kind: 'delay', delayMs: 60_000 })
    const begun = performance.now()
    const hanging = refresh(stuck)
    await world.setBalanceAt(other, 'betflix', '12')
    for (let round = 0; round < 5; round += 1) {
      expect((await stuck.call('GET /api/wallet')).status).toBe(200)
      expect((await refresh(other)).status).toBe(200)
      // A different amount each time: the same one within five seconds would be the same transfer.
      expect((await transferIn(other, 'joker2', 5 + round)).status).toBe(200)
      expect((await transferIn(stuck, 'betflix', 5 + round)).status).toBe(200)
    }
    expect(performance.now() - begun).toBeLessThan(4_000)
    expect(await other.balances()).toMatchObject({ betflix: 1_200, joker2: 3_500 })
    expect((await hanging).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(8_000)
    const [slot] = (await slotsOf(stuck)).filter(({ code }) => code === 'pg')
    expect(slot).toMatchObject({ amount: 100 })
    expect(Date.parse(String(slot!['amountAt']))).toBeLessThan(world.clock.now().getTime())
    await world.sandbox.control('DELETE', '/faults', {})
  },
)
