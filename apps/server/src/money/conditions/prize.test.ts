import { beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { defineWheel, switchWheel } from '#rewards/spinwheel/define.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openGameWorld)
beforeAll(async () => {
  const deps = { db: world.database.db, clock: world.clock }
  const act = { actor: 'operator:test', requestId: 'test' } as const
  const look = { bgColor: '#112233', textColor: '#ffffff', description: null, weight: 1 }
  const prize = { amount: '120', currency: 'BAHT' }
  const slices = [
    { ...look, code: 'win', label: 'Win', prize },
    { ...look, code: 'none', label: 'None', prize: null, weight: 0 },
  ]
  const definition = anyWheel({ name: 'Lucky', slices })
  const wheel = await defineWheel(deps, { ...act, code: 'lucky', definition })
  await switchWheel(deps, { ...act, currency: 'BAHT', wheel })
}, 60_000)

/** A member with 500 of their own and a prize of 120 in the wallet. */
async function addWinner(): Promise<Player> {
  const player = await world.addPlayer(50_000n, ['pg'])
  const { db } = world.database
  const book = accountBook(db)
  const [credit] = await book.find(player.id, [['coin', '']])
  const debit = await book.house('coin', '', 'COIN')
  const money = { amount: 1n, currency: 'COIN' } as const
  const movement = {
    idem: systemIds.key(),
    debit,
    credit: credit!,
    money,
    kind: 'coin_grant',
  } as const
  await db.begin((tx) => postAll(tx, world.clock.now(), [movement]))
  await player.call('POST /api/spinwheel/spin', { body: {} })
  const [coupon] = (await player.call('GET /api/spinwheel/coupon')).body
  const body = { coupon: coupon._id }
  const headers = { 'idempotency-key': systemIds.key() }
  for (let turn = 0; turn < 2; turn += 1)
    expect((await player.call('POST /api/spinwheel/coupon/claim', { body, headers })).status).toBe(
      200,
    )
  expect((await player.balances()).wallet).toBe(62_000)
  return player
}

async function withdraw(player: Player, amount: number) {
  await world.passTime(6_000)
  const { status, body } = await player.call('POST /api/wallet/withdraw', { body: { amount } })
  return status === 200 ? 'begun' : body.code
}

const keptOf = async (player: Player) =>
  (await player.call('GET /api/withdrawals/current')).body.kept

test('CARE-30 a spin, a claim and a withdrawal without a bet gain nothing, and the member sees what is left to play', async () => {
  const player = await addWinner()
  expect(await keptOf(player)).toEqual({ amount: 120, toPlay: 600 })
  expect(await withdraw(player, 501)).toBe('BONUS_REMAINING')
  expect(await withdraw(player, 500)).toBe('begun')
})

test("CARE-30 a prize that was played five times is the member's", async () => {
  const player = await addWinner()
  const body = { from: 'wallet', to: 'pg', amount: 620 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(200)
  for (const balance of ['300.00', '700.00', '400.00']) {
    await world.passTime(6_000)
    await world.setBalanceAt(player, 'pg', balance)
    await player.call('GET /api/wallet/refresh/slot')
  }
  expect(await keptOf(player)).toBeNull()
  const all = { body: { amount: 400 } }
  await world.passTime(6_000)
  expect((await player.call('POST /api/wallet/withdrawAll', all)).status).toBeLessThan(300)
})

test('CARE-30 without a turnover setting prizes have no condition', async () => {
  await world.set('spin.prizeTurnover', '0')
  const player = await addWinner()
  expect(await keptOf(player)).toBeNull()
  expect(await withdraw(player, 620)).toBe('begun')
})
