import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { sampled } from '#testing/models/sample.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { resolveTransfer } from './resolve.ts'

const world = testWorld(openGameWorld)

/** Starting, killing and cleaning up after a process takes long on a busy machine. */
const patienceMs = 60_000

type Case = {
  step: CrashPoint
  from: string
  to: string
  fault?: { operation: string; kind: string }
  all?: boolean
}

const cases: Case[] = [
  { step: 'transfer.held', from: 'wallet', to: 'pg' },
  { step: 'transfer.held', from: 'betflix', to: 'wallet' },
  { step: 'transfer.marked-sent', from: 'wallet', to: 'askmebet' },
  { step: 'transfer.marked-sent', from: 'betflix', to: 'wallet' },
  { step: 'transfer.answered', from: 'wallet', to: 'joker2' },
  { step: 'transfer.answered', from: 'askmebet', to: 'wallet' },
  { step: 'transfer.ended', from: 'pg', to: 'wallet' },
  { step: 'transfer.answered', from: 'pg', to: 'betflix' },
  { step: 'transfer.ended', from: 'joker2', to: 'pg' },
  {
    step: 'transfer.answered',
    from: 'wallet',
    to: 'pg',
    fault: { operation: 'games.pg.transfer-in', kind: 'drop-after' },
  },
  {
    step: 'transfer.answered',
    from: 'betflix',
    to: 'wallet',
    fault: { operation: 'games.betflix.transfer', kind: 'status-after' },
  },
  {
    step: 'transfer.answered',
    from: 'wallet',
    to: 'askmebet',
    fault: { operation: 'games.askmebet.deposit', kind: 'drop-before' },
  },
  { step: 'transfer.balance-read', from: 'askmebet', to: 'wallet' },
  { step: 'transfer.player-kicked', from: 'pg', to: 'wallet' },
  {
    step: 'transfer.unknown',
    from: 'wallet',
    to: 'betflix',
    fault: { operation: 'games.betflix.transfer', kind: 'garbage' },
  },
  { step: 'next transfer.held', from: 'pg', to: 'joker2' },
  { step: 'next transfer.answered', from: 'joker2', to: 'askmebet' },
  { step: 'transfer.before-reply', from: 'wallet', to: 'joker2' },
  { step: 'transfer.answered', from: 'all', to: 'betflix', all: true },
  { step: 'transfer.all-in-wallet', from: 'all', to: 'wallet', all: true },
]

const games = ['pg', 'betflix', 'askmebet', 'joker2']

/** Moves the time and runs the worker until only exceptions are open; operators then find out and decide. */
async function cleanUp(player: Player, theirs: () => Promise<number>): Promise<void> {
  const { db } = world.database
  for (let turn = 0; turn < 6; turn += 1) {
    await world.passTime(61_000)
    await world.runJobs()
  }
  const open = await db.query<{ id: string; kind: 'in' | 'out' }>(
    `select id, kind from transfers_transfer where member_id = $1 and state = 'exception'`,
    [player.id],
  )
  for (const { id, kind } of open) {
    const { transit, wallet: _, ...ours } = await player.balances()
    const known = Object.values(ours).reduce((sum, one) => sum + one, 0)
    const done = (await theirs()) !== (kind === 'in' ? known : known + transit!)
    await resolveTransfer(
      { db, clock: world.clock },
      { id, done, why: 'seen there', actor: 'operator:test', requestId: 'test' },
    )
  }
  // The parent of a leg that operators ended ends at the next look.
  await world.passTime(61_000)
  await world.runJobs()
}

test.each(sampled('transfers: killed', 3, cases))(
  'F01 I16 killed at $step on the way from $from to $to: no one richer or poorer',
  { tags: 'long-1', timeout: patienceMs },
  async ({ step, from, to, fault, all }) => {
    const player = await world.addPlayer(200_000n, games)
    for (const game of games)
      await player.call('POST /api/wallet/transfer', {
        body: { from: 'wallet', to: game, amount: 300 },
      })
    const theirs = async () => {
      const balances = await Promise.all(games.map((game) => world.balanceAt(player, game)))
      return balances.reduce((sum, one) => sum + one, 0)
    }
    if (fault) await world.sandbox.addFault({ ...fault, count: 1 })
    const doomed = await startDoomedServer(world, step)
    const key = systemIds.key()
    const name = `POST /api/wallet/${all ? 'transferAll' : 'transfer'}`
    const options = {
      token: player.token,
      body: all ? { to } : { from, to, amount: 100 },
      headers: { 'idempotency-key': key },
    }
    await expect(send(doomed.address, name, options)).rejects.toThrow('fetch failed')
    expect(await doomed.died).toBe('SIGKILL')

    await cleanUp(player, theirs)
    const { wallet, transit, ...ours } = await player.balances()
    expect(transit).toBe(0)
    for (const game of games) expect(await world.balanceAt(player, game)).toBe(ours[game])
    expect(wallet! + (await theirs())).toBe(200_000)

    const again = await player.call(name, options)
    expect([200, 502]).toContain(again.status)
    expect(await player.balances()).toEqual({ wallet, transit, ...ours })
  },
)
