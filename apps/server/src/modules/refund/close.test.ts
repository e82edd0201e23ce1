import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { closeDeps } from '../../compose/rewards/refund.ts'
import { settingsOf } from '../settings/read.ts'
import { findRows } from '../settings/store.ts'
import type { Player } from '../../testing/game-world.ts'
import { openLossWorld, type LossWorld } from '../../testing/loss-world.ts'
import { closeDuePeriods, type CloseDeps } from './close.ts'

let world: LossWorld
beforeAll(async () => {
  world = await openLossWorld()
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
})

/** What the worker closes with; nothing is kept in memory, so each is a process of its own. */
function worker(given: Partial<CloseDeps> = {}): () => ReturnType<typeof closeDuePeriods> {
  const { db } = world.database
  const readSettings = async () => settingsOf(await findRows(db))
  const deps = { ...closeDeps({ db, clock: world.clock, readSettings }), ...given }
  return () => closeDuePeriods(deps, { by: 'system:worker', waitMs: 0 })
}

async function addLosers(count: number): Promise<Player[]> {
  const players: Player[] = []
  for (let at = 0; at < count; at += 1) {
    const player = await world.addPlayer(10_000n, ['pg'])
    await world.bring(player, 'pg', 100)
    await world.play(player, 'pg', '0.00')
    players.push(player)
  }
  return players
}

const periodsOf = (players: readonly Player[]) =>
  world.database.db.query<{ lost: bigint; amount: bigint }>(
    'select lost, amount from refund_period where member_id = any ($1) order by member_id',
    [players.map(({ id }) => id)],
  )
const once = (players: readonly Player[]) => players.map(() => ({ lost: 10_000n, amount: 500n }))

test('I26 F32 closed by four workers at once, and once more after them: each member and each loss is counted once', async () => {
  const players = await addLosers(5)
  await world.moveTo('2026-11-22T17:20:00Z')
  const closed = await Promise.all([worker(), worker(), worker(), worker()].map((run) => run()))
  expect(closed.flat().map(({ name }) => name)).toHaveLength(1)
  expect(await periodsOf(players)).toEqual(once(players))
  expect(await worker()()).toEqual([])
  expect(await periodsOf(players)).toEqual(once(players))
})

test('killed between two members: those who were counted stay so, and the next turn counts the others', async () => {
  const players = await addLosers(5)
  await world.moveTo('2026-11-29T17:20:00Z')
  let counted = 0
  const { findCurrency } = closeDeps({
    db: world.database.db,
    clock: world.clock,
    readSettings: async () => settingsOf([]),
  })
  const dying = worker({
    findCurrency: (on, memberId) => {
      counted += 1
      if (counted > 2) throw new Error('killed here')
      return findCurrency(on, memberId)
    },
  })
  await expect(dying()).rejects.toThrow('killed here')
  expect(await periodsOf(players)).toHaveLength(2)
  expect((await worker()()).map(({ name }) => name)).toEqual(['week 2026-11-23'])
  expect(await periodsOf(players)).toEqual(once(players))
})

test('a worker that was away for three weeks closes each of them, and a movement that commits late is in the next', async () => {
  const [player] = (await addLosers(1)) as [Player]
  await world.moveTo('2026-12-20T17:20:00Z')
  const names = (await worker()()).map(({ name }) => name)
  expect(names).toEqual(['week 2026-11-30', 'week 2026-12-07', 'week 2026-12-14'])
  expect(await periodsOf([player])).toEqual(once([player]))
  // It began in the week that is closed, and commits only now.
  await loseAt(player, new Date('2026-12-20T16:59:59Z'), 700n)
  expect(await worker()()).toEqual([])
  await world.moveTo('2026-12-27T17:20:00Z')
  expect((await worker()()).map(({ name }) => name)).toEqual(['week 2026-12-21'])
  const lost = (await periodsOf([player])).map((one) => one.lost)
  expect(lost.toSorted((a, b) => Number(b - a))).toEqual([10_000n, 700n])
})

/** Books that a provider has given and taken again: the second is a loss. */
async function loseAt(player: Player, at: Date, amount: bigint): Promise<void> {
  const { db } = world.database
  const book = accountBook(db)
  const [game] = await book.find(player.id, [['game', 'pg']])
  const opening = await book.house('opening', '', 'BAHT')
  const provider = await book.house('provider', 'pg', 'BAHT')
  const money = { amount, currency: 'BAHT' as const }
  await db.begin((tx) =>
    postAll(tx, at, [
      { idem: systemIds.key(), debit: opening, credit: game!, money, kind: 'opening' },
      { idem: systemIds.key(), debit: game!, credit: provider, money, kind: 'play_result' },
    ]),
  )
}

test('OP-RFDACC kip are counted beside baht and given back whole', async () => {
  await world.close()
  world = await openLossWorld({ variant: 'laos' })
  const member = { currency: 'LAK', bankCode: 'BCEL', username: '02055540001' }
  const player = await world.addPlayer(0n, ['pg'], member)
  await fundKip(player, 100_019n)
  await world.bring(player, 'pg', 100_019)
  await world.play(player, 'pg', '30000.00')
  await world.moveTo('2026-11-22T17:20:00Z')
  await worker()()
  const check = (await player.call('GET /api/refund/check')).body
  expect(check).toMatchObject({ result: true, refundAmount: 3_500 })
  expect(await world.asked(player, '/api/refund/receive')).toEqual([200, 'REFUND_SUCCESS'])
  expect((await player.balances()).wallet).toBe(3_500)
})

async function fundKip(player: Player, amount: bigint): Promise<void> {
  const { db } = world.database
  const book = accountBook(db)
  const [wallet] = await book.find(player.id, [['wallet', '']])
  const opening = await book.house('opening', '', 'LAK')
  const money = { amount, currency: 'LAK' as const }
  await db.begin((tx) =>
    postAll(tx, world.clock.now(), [
      { idem: systemIds.key(), debit: opening, credit: wallet!, money, kind: 'opening' },
    ]),
  )
}
