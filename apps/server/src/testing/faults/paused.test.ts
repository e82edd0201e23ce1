import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import type { Player } from '../worlds/game-world.ts'
import { openPayoutWorld } from '../worlds/payout-world.ts'
import { send } from '../worlds/test-app.ts'
import { startRealServer, type RealServer } from './real-server.ts'
import { testWorld } from '../worlds/test-world.ts'

/** One that counts a reference once, and two whose balance must be read before anything is sent. */
const games = ['pg', 'betflix', 'askmebet'] as const
const openingSatang = 120_000n
/** Longer than a process may have been suspended to continue with its recorded attempts. */
const pausedMs = 11_000

const world = testWorld(openPayoutWorld)
const players: Player[] = []
beforeAll(async () => {
  // The paused process uses this machine's clock; the one that takes over must not be behind.
  await world.passTime(systemClock.now().getTime() - world.clock.now().getTime())
  for (let n = 0; n < 5; n += 1) players.push(await world.addPlayer(openingSatang, games))
}, 90_000)

function isStopped({ pid }: RealServer): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T')
}

/** Everything concurrently: each member withdraws and sends money to three games. */
function sendAll(address: string): Promise<unknown>[] {
  return players.flatMap(({ token }) => {
    const post = (name: string, body: object) =>
      send(address, `POST /api/wallet/${name}`, {
        token,
        body,
        headers: { 'idempotency-key': systemIds.key() },
      }).catch(() => null)
    return [
      post('withdraw', { amount: 900 }),
      ...games.map((to) => post('transfer', { from: 'wallet', to, amount: 50 })),
    ]
  })
}

/** The last step before money is sent that cannot be sent twice; all of them with `KAPAO_LONG=1`. */
const stopsAt = process.env['KAPAO_LONG']
  ? ['withdrawal.marked-sent', 'transfer.held', 'transfer.balance-read']
  : ['transfer.balance-read']

test.each(stopsAt)(
  'F05 a process suspended at "%s" in the middle of its work, while another takes over, does nothing twice when it goes on',
  { tags: 'long-1', timeout: 120_000 },
  async (step) => {
    await world.sandbox.control('POST', '/clock', { offsetMs: 0 })
    // Calls in progress at the bank and the games continue there, and their answers wait.
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'delay', delayMs: 500 })
    const before = await Promise.all(players.map((player) => moneyOf(player)))
    const server = await startRealServer(world, {
      env: { FAILPOINT: `stop:${step}`, RUN_WORKER: '1' },
    })
    const sent = sendAll(server.address)
    await expect.poll(() => isStopped(server), { timeout: 20_000, interval: 20 }).toBe(true)
    const begun = performance.now()
    await world.sandbox.control('DELETE', '/faults', {})
    // Past every ownership period of the suspended one.
    await world.work(3)
    await sleep(Math.max(0, pausedMs - (performance.now() - begun)))
    server.signal('SIGCONT')
    await Promise.all(sent)
    server.signal('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })

    await world.work(3)
    for (const [at, player] of players.entries()) {
      const [was, is] = [before[at]!, await moneyOf(player)]
      expect(is.theirs).toEqual(is.ours)
      expect({ transit: is.transit, held: is.held }).toEqual({ transit: 0, held: 0 })
      expect(is.paidOut - was.paidOut).toBeLessThanOrEqual(1)
      expect(is.whole).toBe(was.whole)
      for (const game of games) expect([0, 5_000]).toContain(is.ours[game]! - was.ours[game]!)
    }
  },
)

async function moneyOf(player: Player) {
  const { wallet = 0, transit = 0, ...ours } = await player.balances()
  const theirs: Record<string, number> = {}
  for (const game of games) theirs[game] = await world.balanceAt(player, game)
  const held = await world.heldOf(player)
  const payouts = await world.payoutsOf(player)
  const inGames = games.reduce((sum, game) => sum + (ours[game] ?? 0), 0)
  return {
    ours: Object.fromEntries(games.map((game) => [game, ours[game] ?? 0])),
    theirs,
    transit,
    held,
    paidOut: payouts.length,
    /** Money is conserved: the payouts make up for what is missing. */
    whole: wallet + transit + held + inGames + payouts.length * 90_000,
  }
}
