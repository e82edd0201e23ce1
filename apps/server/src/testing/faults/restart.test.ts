import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import { openGameWorld, type GameWorld, type Player } from '../game-world.ts'
import { send } from '../test-app.ts'
import { startRealServer } from './real-server.ts'

const players: Player[] = []
/** Between a member and a game one transfer is under way at a time, so each caller has a pair of them to itself. */
const games = ['pg', 'betflix', 'joker2', 'askmebet'] as const
const openingSatang = 1_000_000n

let world: GameWorld
beforeAll(async () => {
  world = await openGameWorld()
  // The processes have the clock of this machine; what looks at their work afterwards must not be behind.
  await world.passTime(systemClock.now().getTime() - world.clock.now().getTime())
  for (let n = 0; n < 3; n += 1) players.push(await world.addPlayer(openingSatang, games))
  await world.sandbox.control('POST', '/clock', { offsetMs: 0 })
})
afterAll(async () => {
  expect(await world.violations()).toEqual([])
  await world.close()
})

type Sent = { player: Player; game: string; key: string; status: number | null }

/** One baht at a time, and each call noted with what its caller was told; null where nobody answered. */
function startCallers(address: string): { journal: Sent[]; stop: () => Promise<void> } {
  const journal: Sent[] = []
  let stopping = false
  const run = async (player: Player, game: string): Promise<void> => {
    while (!stopping) {
      const sent: Sent = { player, game, key: systemIds.key(), status: null }
      journal.push(sent)
      sent.status = await transfer(address, sent)
      // Nobody is there any more.
      if (sent.status === null) return
    }
  }
  const running = players.flatMap((player) => games.map((game) => run(player, game)))
  return {
    journal,
    stop: async () => {
      stopping = true
      await Promise.all(running)
    },
  }
}

function transfer(address: string, { player, game, key }: Sent): Promise<number | null> {
  return send(address, 'POST /api/wallet/transfer', {
    token: player.token,
    body: { from: 'wallet', to: game, amount: 1 },
    headers: { 'idempotency-key': key },
  }).then(
    ({ status }) => status,
    () => null,
  )
}

test('F04 told to end under load, twice over: calls that run are answered, it is gone within 10 s, and nothing is half done', async () => {
  // Long enough that each end comes while many are on their way.
  await world.sandbox.addFault({ operation: 'games.*', kind: 'delay', delayMs: 400 })
  const sent: Sent[] = []
  for (let round = 0; round < 2; round += 1) {
    const server = await startRealServer(world, { env: { RUN_WORKER: '1' } })
    const load = startCallers(server.address)
    await expect
      .poll(() => load.journal.filter(({ status }) => status === 200).length, { timeout: 15_000 })
      .toBeGreaterThan(10)
    const running = load.journal.filter(({ status }) => status === null)
    expect(running.length).toBeGreaterThan(5)
    const from = performance.now()
    server.signal('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(performance.now() - from).toBeLessThan(10_000)
    await load.stop()
    // Whoever was answered was answered well, and whoever was inside was answered.
    expect(new Set(load.journal.map(({ status }) => status))).toEqual(new Set([200, null]))
    expect(running.map(({ status }) => status)).toEqual(running.map(() => 200))
    sent.push(...load.journal)
  }
  await world.sandbox.control('DELETE', '/faults', {})
  // Each is sent again under its key; what had happened is told, and what had not happens now.
  const pairs = Map.groupBy(sent, ({ player, game }) => player.id + game)
  await Promise.all(
    [...pairs.values()].map(async (some) => {
      for (const one of some) expect(await transfer(world.address, one)).toBe(200)
    }),
  )
  for (const player of players) {
    const { wallet, transit, ...at } = await player.balances()
    expect(transit).toBe(0)
    for (const game of games) {
      const wanted = 100 * sent.filter((one) => one.player === player && one.game === game).length
      expect({ ours: at[game], theirs: await world.balanceAt(player, game) }).toEqual({
        ours: wanted,
        theirs: wanted,
      })
    }
    expect(wallet).toBe(
      Number(openingSatang) - 100 * sent.filter((one) => one.player === player).length,
    )
  }
}, 90_000)
