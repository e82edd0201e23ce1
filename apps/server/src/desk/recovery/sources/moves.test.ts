import type { AmountText } from '@kapao/contract/money'
import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { ListedMove } from '#outside/games/client.ts'
import { insertAccount } from '#money/games/store.ts'
import { findTransfer } from '#money/transfers/store.ts'
import { refreshGames, type RefreshDeps } from '#money/wallet/refresh.ts'
import { fundAccount, listWritten } from '#testing/worlds/batch-world.ts'
import { insertAnyMember, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { openInstantTransfers } from '#testing/doubles/instant-transfers.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { moveSources, type MoveDeps } from './moves.ts'

const world = testWorld(openDepositWorld)

const game = 'betflix'
const start = new Date('2026-11-21T01:00:00Z')
const at = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
const amount = '100' as AmountText
const baht = (satang: bigint) => ({ amount: satang, currency: 'BAHT' as const })

/** What a provider lists: its balance before, and what went in or out. */
function listed(
  direction: 'in' | 'out',
  moved: bigint,
  before: bigint,
  reference = systemIds.key(),
): ListedMove {
  return { reference, direction, money: baht(moved), before: baht(before), at: at(1) }
}

/** A member with 500 baht in the wallet and an empty account at the game. */
async function addPlayer() {
  const { db } = world.database
  const { id } = await insertAnyMember(db)
  const book = accountBook(db)
  const [wallet] = await book.find(id, [['wallet', '']])
  await fundAccount(world, wallet!, 50_000n)
  await book.open(db, [{ owner: id, kind: 'game', party: game, currency: 'BAHT' }])
  const account = { game, username: id, passwordBox: Buffer.from('none'), at: start }
  await db.begin((tx) => insertAccount(tx, id, account))
  return {
    id,
    has: async () => [await world.balanceOf(id), await world.balanceOf(id, 'game')],
    rows: async () =>
      (await listWritten(world, id)).map((row) => [row.from, row.to, row.amount, row.status]),
    /** Books what the provider lists of this member; everybody else has no moves. */
    ask: (moves: ListedMove[], more: { isClosed?: boolean } = {}) => askMoves(id, moves, more),
  }
}

async function askMoves(username: string, moves: ListedMove[], { isClosed = true }) {
  const { db } = world.database
  const { clock } = world
  const accounts = accountBook(db)
  const transfers = openInstantTransfers({ db, clock }, [game])
  const wallet = { db, clock, ids: systemIds, accounts } as unknown as RefreshDeps
  const list = async (asked: { username: string }) => ({
    outcome: 'listed' as const,
    moves: asked.username === username ? moves : [],
  })
  const deps = {
    transfers: { db, clock, accounts, transfers },
    games: { readGames: async () => [{ code: game }], findClient: async () => ({ list }) },
    wallet: refreshGames(wallet),
    isClosed,
  } as unknown as MoveDeps
  const [source] = await moveSources(deps)
  const result = await source!.find({ since: start, until: at(60) })
  if (!('found' in result)) throw new Error(result.why)
  const answers = []
  for (const { book } of result.found) answers.push(await book())
  return answers
}

test('RUN-72 lost transfers are rebuilt in their own direction, with what was played between them, and once', async () => {
  const player = await addPlayer()
  const moves = [listed('in', 30_000n, 0n), listed('out', 41_000n, 45_000n)]
  expect(await player.ask(moves)).toEqual(['rebuilt', 'rebuilt'])
  const after = [
    ['wallet', game, 30_000n, 'SUCCESS'],
    [game, 'wallet', 41_000n, 'SUCCESS'],
  ]
  expect(await player.rows()).toEqual(after)
  expect(await player.has()).toEqual([61_000, 4_000])
  const kept = await Promise.all(
    moves.map(({ reference }) => findTransfer(world.database.db, reference)),
  )
  expect(kept).toMatchObject([
    { memberId: player.id, kind: 'in', from: 'wallet', to: game, state: 'done' },
    { memberId: player.id, kind: 'out', from: game, to: 'wallet', state: 'done' },
  ])
  expect(await player.ask(moves)).toEqual(['known', 'known'])
  expect([await player.rows(), await player.has()]).toEqual([after, [61_000, 4_000]])
})

test('RUN-73 a transfer that the provider lists twice waits for a person, and moves nothing', async () => {
  const player = await addPlayer()
  const one = listed('in', 10_000n, 0n)
  const twice = { words: expect.stringContaining('they list it 2 times'), memberId: player.id }
  expect(await player.ask([one, one])).toMatchObject([twice, twice])
  expect([await player.rows(), await player.has()]).toEqual([[], [50_000, 0]])
})

test('RUN-73 a transfer that is open in the books ends only as the one that it is', async () => {
  const player = await addPlayer()
  const stranger = await addPlayer()
  const caller = { memberId: player.id, key: systemIds.key(), requestId: 'test' }
  const transfers = openInstantTransfers({ db: world.database.db, clock: world.clock }, [game])
  const begun = await transfers.begin(caller, { from: 'wallet', to: game, amount })
  const { id } = begun
  const another = { words: expect.stringContaining('the books have another one') }
  expect(await player.ask([listed('out', 10_000n, 0n, id)])).toMatchObject([another])
  expect(await player.ask([listed('in', 9_999n, 0n, id)])).toMatchObject([another])
  expect(await stranger.ask([listed('in', 10_000n, 0n, id)])).toMatchObject([another])
  expect([await player.has(), await stranger.has()]).toEqual([
    [40_000, 0],
    [50_000, 0],
  ])
  expect(await player.ask([listed('in', 10_000n, 0n, id)])).toEqual(['rebuilt'])
  expect(await player.has()).toEqual([40_000, 10_000])
})

test('RUN-73 what the books have given back, or hear of once the house is open, waits for a person', async () => {
  const player = await addPlayer()
  const db = world.database.db
  const transfers = openInstantTransfers({ db, clock: world.clock }, [game])
  const caller = { memberId: player.id, key: systemIds.key(), requestId: 'test' }
  const { id } = await transfers.begin(caller, {
    from: 'wallet',
    to: game,
    amount,
  })
  await transfers.end({ id, memberId: player.id, done: false, why: 'test' })
  expect(await player.ask([listed('in', 10_000n, 0n, id)])).toMatchObject([
    { words: expect.stringContaining('given it back') },
  ])
  expect(await player.ask([listed('in', 10_000n, 0n)], { isClosed: false })).toMatchObject([
    { words: expect.stringContaining('after the house was opened again') },
  ])
  expect(await player.ask([listed('in', 10_000n, 0n, 'of somebody else')])).toMatchObject([
    { words: expect.stringContaining('none of ours') },
  ])
  expect(await player.has()).toEqual([50_000, 0])
})

test('RUN-72 a transfer out that is open in the books has left the account there already: it ends without play', async () => {
  const player = await addPlayer()
  expect(await player.ask([listed('in', 20_000n, 0n)])).toEqual(['rebuilt'])
  const transfers = openInstantTransfers({ db: world.database.db, clock: world.clock }, [game])
  const caller = { memberId: player.id, key: systemIds.key(), requestId: 'test' }
  const { id } = await transfers.begin(caller, { from: game, to: 'wallet', amount })
  expect(await player.ask([listed('out', 10_000n, 20_000n, id)])).toEqual(['rebuilt'])
  expect(await player.has()).toEqual([40_000, 10_000])
})
