import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import { openGameWorld, type Player } from '../worlds/game-world.ts'
import { send } from '../worlds/test-app.ts'
import { testWorld } from '../worlds/test-world.ts'
import { startRealServer } from './real-server.ts'

const players: Player[] = []
/** A member has one open transfer per game, so each caller has its own pair of them. */
const games = ['pg', 'betflix', 'joker2', 'askmebet'] as const
const openingSatang = 1_000_000n

const world = testWorld(openGameWorld)
beforeAll(async () => {
  // The processes use this machine's clock; the checks of their work must not be behind.
  await world.passTime(systemClock.now().getTime() - world.clock.now().getTime())
  for (let n = 0; n < 3; n += 1) players.push(await world.addPlayer(openingSatang, games))
  await world.sandbox.control('POST', '/clock', { offsetMs: 0 })
})

type CallRecord = { player: Player; game: string; key: string; status: number | null }

/** Sends one baht at a time, and records each call with its answer; null where none came. */
function startCallers(address: string): { journal: CallRecord[]; stop: () => Promise<void> } {
  const journal: CallRecord[] = []
  let stopping = false
  const run = async (player: Player, game: string): Promise<void> => {
    while (!stopping) {
      const sent: CallRecord = { player, game, key: systemIds.key(), status: null }
      journal.push(sent)
      sent.status = await transfer(address, sent)
      // The server is gone.
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

function transfer(address: string, { player, game, key }: CallRecord): Promise<number | null> {
  return send(address, 'POST /api/wallet/transfer', {
    token: player.token,
    body: { from: 'wallet', to: game, amount: 1 },
    headers: { 'idempotency-key': key },
  }).then(
    ({ status }) => status,
    () => null,
  )
}

test(
  'F04 stopped under load, twice: running calls are answered, it is gone within 10 s, and nothing is half done',
  { tags: 'long-1', timeout: 90_000 },
  async () => {
    // Long enough that each stop comes while many calls are in progress.
    await world.sandbox.addFault({ operation: 'games.*', kind: 'delay', delayMs: 400 })
    const sent: CallRecord[] = []
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
      // Every answer is a success, and every running call was answered.
      expect(new Set(load.journal.map(({ status }) => status))).toEqual(new Set([200, null]))
      expect(running.map(({ status }) => status)).toEqual(running.map(() => 200))
      sent.push(...load.journal)
    }
    await world.sandbox.control('DELETE', '/faults', {})
    // Each is sent again under its key; done ones are answered again, and the others happen now.
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
  },
)
