import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { GameFamily } from '#outside/games/family.ts'
import { openClients } from '../../system/outside.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import type { MoveAllDeps } from './move-all.ts'
import type { CarryDeps, TransferDeps } from './carry.ts'
import { recover } from './recover.ts'
import { createTransfers } from './move.ts'

const world = testWorld(openGameWorld)

const families = { pg: 'pg', betflix: 'betflix' } as const satisfies Record<string, GameFamily>
type Game = keyof typeof families
/** A closed port, which fetch does not refuse to try: a certain refusal. */
const nowhere = 'http://127.0.0.1:2'

type HandOptions = { sandboxUrl?: string; carriedEveryMs?: number | null }

/** One of our processes that stops at a step until it is released, like one that was suspended for half a minute. */
function openHand(
  player: Player,
  stayAt: string[],
  { sandboxUrl = world.sandbox.url, carriedEveryMs = null }: HandOptions = {},
) {
  const { db } = world.database
  let isEmptied = false
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  const arrived = new Map(stayAt.map((step) => [step, Promise.withResolvers<void>()]))
  const config = { ...world.config, sandboxUrl }
  const { games: clients } = openClients({ config, db, clock: world.clock })
  const deps: TransferDeps = {
    db,
    clock: world.clock,
    ids: systemIds,
    log: { warn: () => undefined, error: () => undefined },
    accounts: accountBook(db),
    players: {
      listGames: async () => Object.keys(families),
      mayEnter: async (game) => game in families,
      findPlayer: async (_, game) => {
        const places = { address: null, addressLaos: null, launchAddress: null, launchHosts: [] }
        const client = clients.find({ code: game, family: families[game as Game], ...places })
        return { client: client!, username: await player.usernameAt(game) }
      },
    },
    mayMove: async () => !isEmptied,
    readDayMax: async () => 1_000,
    askAgainAfterMs: [],
    carriedEveryMs,
    notifyEnded: () => undefined,
    failpoint: async (step) => {
      if (!stayAt.includes(step)) return
      const gate = Promise.withResolvers<void>()
      waiting.set(step, gate)
      arrived.get(step)!.resolve()
      await gate.promise
    },
  }
  const transfers = createTransfers(deps)
  const mover: CarryDeps & MoveAllDeps = { ...deps, transfers, end: transfers.end }
  return {
    arrivedAt: (step: string) => arrived.get(step)!.promise,
    letGoFrom: (step: string) => waiting.get(step)!.resolve(),
    begin: async (game: Game) => {
      const caller = { memberId: player.id, key: systemIds.key(), requestId: 'race' }
      const wanted = { from: 'wallet', to: game, amount: '100' as never }
      const { id } = await transfers.begin(await transfers.plan(caller, wanted))
      return { id, carried: transfers.carryOn(id) }
    },
    /** Planned before the member's games are emptied for another purpose, and begun after. */
    leaveTooLate: async (game: Game) => {
      const caller = { memberId: player.id, key: systemIds.key(), requestId: 'race' }
      const wanted = { from: game, to: 'wallet', amount: '100' as never }
      const planned = await transfers.plan(caller, wanted)
      isEmptied = true
      await transfers.carryOn((await transfers.begin(planned)).id)
    },
    recover: (id: string) => recover(mover, { id }),
  }
}

async function runSweeper(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await world.passTime(61_000)
    await world.runJobs()
  }
}

test('RUN-45 a transfer that a dead process left is ended 5 s after it began', async () => {
  const player = await world.addPlayer(100_000n, ['pg'])
  // Begun, and no process is recorded as carrying it.
  const dead = openHand(player, ['transfer.held'])
  await dead.begin('pg')
  await dead.arrivedAt('transfer.held')
  await world.passTime(4_500)
  await world.runJobs()
  expect(await player.balances()).toEqual({ wallet: 90_000, transit: 10_000, pg: 0 })
  await world.passTime(2_000)
  await world.runJobs()
  expect(await player.balances()).toEqual({ wallet: 90_000, transit: 0, pg: 10_000 })
  expect(await world.balanceAt(player, 'pg')).toBe(10_000)
})

test('RUN-45 a transfer that a slow call still carries is left to it, however long that takes', async () => {
  const player = await world.addPlayer(100_000n, ['betflix'])
  const slow = openHand(player, ['transfer.balance-read'], { carriedEveryMs: 20 })
  const { id, carried } = await slow.begin('betflix')
  await slow.arrivedAt('transfer.balance-read')
  for (let turn = 0; turn < 4; turn += 1) {
    await world.passTime(6_000)
    await expect.poll(() => nextLookOf(id)).toBeGreaterThan(world.clock.now().getTime())
    await world.runJobs()
  }
  const [row] = await world.database.db.query<{ state: string; tries: number }>(
    'select state, tries from transfers_transfer where id = $1',
    [id],
  )
  expect(row).toEqual({ state: 'held', tries: 0 })
  slow.letGoFrom('transfer.balance-read')
  await carried
  expect(await player.balances()).toEqual({ wallet: 90_000, transit: 0, betflix: 10_000 })
})

async function nextLookOf(id: string): Promise<number> {
  const [row] = await world.database.db.query<{ nextAt: Date }>(
    'select next_at as "nextAt" from transfers_transfer where id = $1',
    [id],
  )
  return row!.nextAt.getTime()
}

test('F01 I16 a transfer that the sweeper returned as never sent is not sent any more', async () => {
  const player = await world.addPlayer(100_000n, ['betflix'])
  const slow = openHand(player, ['transfer.balance-read'])
  const { carried } = await slow.begin('betflix')
  await slow.arrivedAt('transfer.balance-read')
  await runSweeper()
  expect(await player.balances()).toEqual({ wallet: 100_000, transit: 0, betflix: 0 })
  slow.letGoFrom('transfer.balance-read')
  await carried
  expect(await world.balanceAt(player, 'betflix')).toBe(0)
  expect(await player.balances()).toEqual({ wallet: 100_000, transit: 0, betflix: 0 })
})

test('F01 I16 a transfer that is sent while the sweeper decides is not returned as never sent', async () => {
  const player = await world.addPlayer(100_000n, ['betflix'])
  const slow = openHand(player, ['transfer.balance-read', 'transfer.marked-sent'])
  const sweeper = openHand(player, ['transfer.claimed'])
  const { id, carried } = await slow.begin('betflix')
  await slow.arrivedAt('transfer.balance-read')
  await world.passTime(31_000)
  const recovered = sweeper.recover(id)
  await sweeper.arrivedAt('transfer.claimed')
  slow.letGoFrom('transfer.balance-read')
  await slow.arrivedAt('transfer.marked-sent')
  sweeper.letGoFrom('transfer.claimed')
  await recovered
  slow.letGoFrom('transfer.marked-sent')
  await carried
  expect(await player.balances()).toEqual({ wallet: 90_000, transit: 0, betflix: 10_000 })
  expect(await world.balanceAt(player, 'betflix')).toBe(10_000)
})

test('F01 I16 a refusal that arrives after the sweeper has sent it returns nothing', async () => {
  const player = await world.addPlayer(100_000n, ['pg'])
  const slow = openHand(player, ['transfer.held'], { sandboxUrl: nowhere })
  const { carried } = await slow.begin('pg')
  await slow.arrivedAt('transfer.held')
  await world.sandbox.addFault({ operation: 'games.pg.transfer-in', kind: 'drop-after', count: 1 })
  await world.passTime(31_000)
  await world.runJobs()
  expect(await world.balanceAt(player, 'pg')).toBe(10_000)
  slow.letGoFrom('transfer.held')
  await carried
  expect(await player.balances()).toEqual({ wallet: 90_000, transit: 10_000, pg: 0 })
  await runSweeper()
  expect(await player.balances()).toEqual({ wallet: 90_000, transit: 0, pg: 10_000 })
  expect(await world.balanceAt(player, 'pg')).toBe(10_000)
})

test('F01 I16 killed between marking it as never sent and returning it, it is returned', async () => {
  const player = await world.addPlayer(100_000n, ['betflix'])
  const slow = openHand(player, ['transfer.balance-read'])
  const { id } = await slow.begin('betflix')
  await slow.arrivedAt('transfer.balance-read')
  await world.database.ownerDb.query(
    `update transfers_transfer set state = 'unknown' where id = $1`,
    [id],
  )
  await runSweeper()
  expect(await player.balances()).toEqual({ wallet: 100_000, transit: 0, betflix: 0 })
})

test('I25 a transfer out of a game that is being emptied since it was planned comes back unsent', async () => {
  const player = await world.addPlayer(100_000n, ['pg'])
  const hand = openHand(player, [])
  await (
    await hand.begin('pg')
  ).carried
  await hand.leaveTooLate('pg')
  expect(await player.balances()).toEqual({ wallet: 90_000, transit: 0, pg: 10_000 })
  expect(await world.balanceAt(player, 'pg')).toBe(10_000)
})
