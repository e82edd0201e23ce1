import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { settingsOf } from '#settings/read.ts'
import { findRows } from '#settings/store.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { openLossWorld, type LossWorld } from '#testing/worlds/loss-world.ts'
import { closeDuePeriods, type CloseDeps } from './close.ts'

let world: LossWorld
beforeAll(async () => {
  world = await openLossWorld()
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
})

/** A closing worker; it keeps nothing in memory, so each call acts as a separate process. */
function worker(given: Partial<CloseDeps> = {}): () => ReturnType<typeof closeDuePeriods> {
  const { db } = world.database
  const readSettings = async () => settingsOf(await findRows(db))
  const deps = {
    db,
    clock: world.clock,
    log: { error: () => undefined },
    readSettings,
    ...given,
  }
  return () => closeDuePeriods(deps, { by: 'system:worker', waitMs: 0 })
}

/** A database whose transactions for a member fail before their commit where `end` throws. */
function failingAt(end: (memberId: string) => void): Db {
  const { db } = world.database
  return {
    ...db,
    beginFor: (memberId, work) =>
      db.beginFor(memberId, async (tx) => {
        const result = await work(tx)
        end(memberId)
        return result
      }),
  }
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

test('killed between two members: counted members stay counted, and the next run counts the others', async () => {
  const players = await addLosers(5)
  await world.moveTo('2026-11-29T17:20:00Z')
  let counted = 0
  const dying = worker({
    db: failingAt(() => {
      counted += 1
      if (counted > 2) throw Object.assign(new Error('killed here'), { code: 'ECONNRESET' })
    }),
  })
  await expect(dying()).rejects.toThrow('killed here')
  expect(await periodsOf(players)).toHaveLength(2)
  expect((await worker()()).map(({ name }) => name)).toEqual(['week 2026-11-23'])
  expect(await periodsOf(players)).toEqual(once(players))
})

test('a member who cannot be counted delays no other, and is counted later, period by period', async () => {
  const players = await addLosers(3)
  await world.moveTo('2026-12-06T17:20:00Z')
  for (const player of players) await loseAt(player, world.clock.now(), 700n)
  await world.moveTo('2026-12-13T17:20:00Z')
  const [stuck, ...others] = players.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [
    Player,
    ...Player[],
  ]
  const failing = worker({
    db: failingAt((memberId) => {
      if (memberId === stuck.id) throw new Error('somebody holds the row')
    }),
  })
  const refused = 'the losses of a member could not be counted: 1'
  await expect(failing()).rejects.toThrow(refused)
  await expect(failing()).rejects.toThrow(refused)
  expect(await lostBy(stuck)).toEqual([])
  for (const one of others) expect(await lostBy(one)).toEqual([10_000n, 700n])
  expect((await worker()()).map(({ name }) => name)).toEqual(['week 2026-11-30', 'week 2026-12-07'])
  for (const one of players) expect(await lostBy(one)).toEqual([10_000n, 700n])
})

test('only members who have played since are looked at, however many ever had an account', async () => {
  const [player] = (await addLosers(3)) as [Player]
  await world.moveTo('2026-12-20T17:20:00Z')
  await worker()()
  await loseAt(player, world.clock.now(), 700n)
  await world.moveTo('2026-12-27T17:20:00Z')
  const asked: string[] = []
  expect(await worker({ db: failingAt((memberId) => void asked.push(memberId)) })()).toHaveLength(1)
  expect(asked).toEqual([player.id])
})

test('I26 a movement that commits late for a counted member delays no period, and is counted in the next', async () => {
  const [stuck, counted] = (await addLosers(2)) as [Player, Player]
  const lastSecond = world.clock.now()
  await world.moveTo('2027-01-03T17:20:00Z')
  const failing = worker({
    db: failingAt((memberId) => {
      if (memberId === stuck.id) throw new Error('somebody holds the row')
    }),
  })
  await expect(failing()).rejects.toThrow('could not be counted: 1')
  expect(await lostBy(counted)).toEqual([10_000n])
  // It began in the week that is being closed, and commits only now.
  await loseAt(counted, lastSecond, 700n)
  expect((await worker()()).map(({ name }) => name)).toEqual(['week 2026-12-28'])
  expect([await lostBy(stuck), await lostBy(counted)]).toEqual([[10_000n], [10_000n]])
  await world.moveTo('2027-01-10T17:20:00Z')
  await worker()()
  expect(await lostBy(counted)).toEqual([10_000n, 700n])
})

const lostBy = async (player: Player) => {
  const rows = await world.database.db.query<{ lost: bigint }>(
    'select lost from refund_period where member_id = $1 order by until',
    [player.id],
  )
  return rows.map(({ lost }) => lost)
}

test('a worker that was down for three weeks closes each of them, and a movement that commits late is in the next', async () => {
  const [player] = (await addLosers(1)) as [Player]
  await world.moveTo('2027-01-31T17:20:00Z')
  const names = (await worker()()).map(({ name }) => name)
  expect(names).toEqual(['week 2027-01-11', 'week 2027-01-18', 'week 2027-01-25'])
  expect(await periodsOf([player])).toEqual(once([player]))
  // It began in the closed week, and commits only now.
  await loseAt(player, new Date('2027-01-31T16:59:59Z'), 700n)
  expect(await worker()()).toEqual([])
  await world.moveTo('2027-02-07T17:20:00Z')
  expect((await worker()()).map(({ name }) => name)).toEqual(['week 2027-02-01'])
  const lost = (await periodsOf([player])).map((one) => one.lost)
  expect(lost.toSorted((a, b) => Number(b - a))).toEqual([10_000n, 700n])
})

/** Books a win and then an equal loss at a provider. */
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

test('OP-RFDACC kip are counted along with baht and refunded in whole kip', async () => {
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
