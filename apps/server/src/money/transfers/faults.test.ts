import { expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { resolveTransfer } from './resolve.ts'

const world = testWorld(openGameWorld)

const operations = {
  pg: { in: 'games.pg.transfer-in', out: 'games.pg.transfer-out' },
  betflix: { in: 'games.betflix.transfer', out: 'games.betflix.transfer' },
  askmebet: { in: 'games.askmebet.deposit', out: 'games.askmebet.withdraw' },
  joker2: { in: 'games.joker2.transfer', out: 'games.joker2.transfer' },
} as const
type Game = keyof typeof operations

const kinds = [
  'drop-before',
  'drop-after',
  'status-before',
  'status-after',
  'garbage',
  'empty',
  'html-403',
  'maintenance',
  'duplicate',
  'wrong-amount',
  'floating',
]

/** Moves the time and runs the sweeper until nothing is in transit. */
async function settle(player: Player): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) {
    if ((await player.balances())['transit'] === 0) return
    await world.passTime(61_000)
    await world.runJobs()
  }
}

async function endByHand(player: Player, game: Game, before: number): Promise<string | null> {
  const db = world.database.db
  const [open] = await db.query<{ id: string }>(
    `select id from transfers_transfer where member_id = $1 and state = 'exception'`,
    [player.id],
  )
  if (!open) return null
  const done = (await world.balanceAt(player, game)) !== before
  await resolveTransfer(
    { db, clock: systemClock },
    { id: open.id, done, why: 'seen there', actor: 'operator:test', requestId: 'test' },
  )
  return open.id
}

const cases = (Object.keys(operations) as Game[]).flatMap((game) =>
  (['in', 'out'] as const).flatMap((direction) => kinds.map((kind) => ({ game, direction, kind }))),
)

test.each(cases)(
  'F14 F15 I18 $game $direction $kind: no one richer or poorer, nothing stays in transit',
  { tags: 'long-2' },
  async ({ game, direction, kind }) => {
    const player = await world.addPlayer(100_000n, [game])
    const move = (from: string, to: string, amount: number, key: string = systemIds.key()) =>
      player.call('POST /api/wallet/transfer', {
        body: { from, to, amount },
        headers: { 'idempotency-key': key },
      })
    expect((await move('wallet', game, 300)).status).toBe(200)
    const operation = operations[game][direction]
    await world.sandbox.addFault({ operation, kind, count: 1 })
    const key = systemIds.key()
    const [from, to] = direction === 'in' ? ['wallet', game] : [game, 'wallet']
    const answer = await move(from, to, 100, key)
    expect([200, 202, 502]).toContain(answer.status)
    await settle(player)
    await endByHand(player, game, 30_000)

    const balances = await player.balances()
    expect(balances['transit']).toBe(0)
    const there = await world.balanceAt(player, game)
    // A provider that did it twice has money of ours, or lost some: its error, which the next refresh books.
    const twice = kind === 'duplicate' && (game === 'betflix' || game === 'askmebet')
    const doubled = twice ? (direction === 'in' ? 10_000 : -10_000) : 0
    expect(balances[game]).toBe(there - doubled)
    expect(balances['wallet']! + balances[game]!).toBe(100_000)
    const again = await move(from, to, 100, key)
    // A pending one has ended meanwhile; an ended one is answered as before.
    expect(answer.status === 202 ? [200, 502] : [answer.status]).toContain(again.status)
    expect(await player.balances()).toEqual(balances)
  },
)
