import { afterEach, beforeAll, expect, test } from 'vitest'
import { readSettings } from '#settings/read.ts'
import type { Settings } from '#settings/registry.ts'
import { describeFacts } from '#talk/chatbot/facts.ts'
import { readFacts } from '#talk/chatbot/read-facts.ts'
import { withBonuses } from '#testing/worlds/bonus-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const open = async () => withBonuses(await openPayWorld())
const world = testWorld(open)
let games: Settings['games.providers']

beforeAll(async () => {
  games = (await readSettings(world.database.db))['games.providers']
})
afterEach(() => world.set('games.providers', games))

const underWay = async (player: Player) => (await player.call('GET /api/wallet/underway')).body
const nothing = {
  withdrawal: null,
  deposits: [],
  transfers: [],
  bonus: null,
  kept: null,
  arrived: null,
  hasDeposited: false,
}
const free = (amount: number) => ({
  withdrawable: { amount, notYet: 0, why: null, played: null },
})

test('REACH-32 operations under way come in one answer, and disappear when they end', async () => {
  const player = await world.addPlayer(100_000n, [])
  const other = await world.addPlayer(100_000n, [])
  expect(await underWay(player)).toEqual({ ...nothing, ...free(1_000) })

  const { qrcodeId } = await world.order(player, 'KBANK', 200)
  await world.set('deposit.manual', true)
  await player.call('POST /api/wallet/add', { body: { amount: 300 } })
  await world.set('withdraw.autoMax.BAHT', '1')
  await player.call('POST /api/wallet/withdrawAll', { body: { amount: 400 } })
  const answer = await underWay(player)
  expect(answer.deposits).toMatchObject([
    { _id: qrcodeId, way: 'QR', amount: 200, secondsLeft: expect.any(Number) },
    { way: 'OTHER', amount: expect.closeTo(300, 0) },
  ])
  expect(answer.withdrawal).toMatchObject({ stage: 'REVIEW', amount: 400 })
  // No other member sees them.
  expect(await underWay(other)).toEqual({ ...nothing, ...free(1_000) })

  await player.call(`DELETE /api/qrcode/${String(qrcodeId)}`)
  expect((await underWay(player)).deposits).toMatchObject([{ way: 'OTHER' }])
})

test('REACH-100 a deposit that is here and waits says so, and its receipt says why', async () => {
  const player = await world.addPlayer(0n, [])
  await world.order(player, 'WW', 200)
  const { reference } = await world.newest('WW')
  await world.pay('WW', { reference, payer: 'stranger' })
  const { deposits } = await world.until(
    () => underWay(player),
    (seen) => seen.deposits.some(({ way }: { way: string }) => way !== 'QR'),
  )
  expect(deposits.at(-1)).toMatchObject({ way: 'HELD' })
  const receipt = await player.call('GET /api/statement/row/1')
  expect(receipt.body).toMatchObject({ held: 'PAYER', movements: [] })

  const other = await world.addPlayer(0n, [])
  await world.set('deposit.manual', true)
  await other.call('POST /api/wallet/add', { body: { amount: 300 } })
  expect((await underWay(other)).deposits).toMatchObject([{ way: 'OTHER' }])
  expect((await other.call('GET /api/statement/row/1')).body).toMatchObject({ held: null })
})

test('SAY-19 the deposit that came last is reported for a day with the coins it earned, and that there was one for good', async () => {
  const player = await world.addPlayer(0n, [])
  const other = await world.addPlayer(0n, [])
  expect(await underWay(player)).toMatchObject({ arrived: null, hasDeposited: false })
  for (const amount of [150, 350]) {
    await world.order(player, 'WW', amount)
    await world.pay('WW', { reference: (await world.newest('WW')).reference })
    await world.until(
      () => underWay(player),
      (seen) => Math.floor(seen.arrived?.amount ?? 0) === amount,
    )
  }
  const { arrived } = await underWay(player)
  const receipt = (await player.call(`GET /api/statement/row/${String(arrived.seq)}`)).body
  expect(receipt.row).toMatchObject({ _id: arrived._id, amount: arrived.amount })
  const { coin } = (await player.call('GET /api/wallet')).body.profile
  expect(arrived.coins).toBe(3)
  expect(coin).toBe(4)
  expect(await underWay(other)).toMatchObject({ arrived: null, hasDeposited: false })

  await world.database.db.query(
    `update deposits_deposit set settled_at = settled_at - interval '25 hours' where member_id = $1`,
    [player.id],
  )
  expect(await underWay(player)).toMatchObject({ arrived: null, hasDeposited: true })
})

test('TEXT-42 a deposit that a bonus holds is credited when it ends: home and the chat say so, and nobody checks it', async () => {
  const player = await world.addPlayer(50_000n, [])
  await world.order(player, 'WW', 200)
  const said = async () =>
    describeFacts(await readFacts(world.database.db, world.clock, player.id), 'en')
  expect(await said()).toMatch(/QR code for 200\.\d\d\u00A0baht: not paid yet/)
  await world.defineBonus('HOLDS')
  expect((await player.call('GET /api/bonus/activate/HOLDS')).status).toBe(200)
  const { reference } = await world.newest('WW')
  await world.pay('WW', { reference })
  await world.until(
    () => underWay(player),
    (seen) => seen.deposits.some(({ way }: { way: string }) => way === 'BONUS'),
  )
  expect(await said()).toContain('It will be added to your wallet when your bonus ends.')
  expect(await said()).not.toMatch(/our staff|checking/i)
})

test('REACH-32 a bonus reports how far its condition is met', async () => {
  const player = await world.addPlayer(50_000n, [])
  await world.defineBonus('METER')
  await player.call('GET /api/bonus/activate/METER')
  expect((await underWay(player)).bonus).toEqual({
    code: 'METER',
    kind: 'balance',
    total: 600,
    target: 3000,
    isEnding: false,
  })
})

test('REACH-32 a transfer with unknown outcome is under way until it is known', async () => {
  const player = await world.addPlayer(50_000n, ['pg'])
  await world.sandbox.control('POST', '/faults', {
    operation: 'games.pg.*',
    kind: 'drop-after',
    count: 40,
  })
  await player.call('POST /api/wallet/transfer', {
    body: { from: 'wallet', to: 'pg', amount: 70 },
  })
  expect((await underWay(player)).transfers).toMatchObject([
    { from: 'wallet', to: 'pg', amount: 70 },
  ])
  await world.sandbox.control('DELETE', '/faults', {})
  await world.work(3)
  expect((await underWay(player)).transfers).toEqual([])
})

test('REACH-34 a closed provider is marked as closed, and its balance is still shown', async () => {
  const player = await world.addPlayer(50_000n, ['joker2'])
  await player.call('POST /api/wallet/transfer', {
    body: { from: 'wallet', to: 'joker2', amount: 120 },
  })
  const find = async () =>
    (await player.call('GET /api/wallet')).body.slots.find(
      (one: { code: string }) => one.code === 'joker2',
    )
  expect(await find()).not.toHaveProperty('isClosed')
  await world.set(
    'games.providers',
    games.map((one) => (one.code === 'joker2' ? { ...one, currencies: [] } : one)),
  )
  expect(await find()).toMatchObject({ isClosed: true, isActive: true, amount: 120 })
})
