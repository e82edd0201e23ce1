import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(() => openGameWorld({ rateLimitFactor: 1 }))

/** As often as the limits by the minute allow. */
async function ask(player: Player, path: string, body: object) {
  world.clock.moveMs(2 * minuteMs)
  return player.call(`POST /api/wallet/${path}`, {
    body,
    headers: { 'idempotency-key': systemIds.key() },
  })
}
const move = (player: Player, from: string, to: string, amount: number) =>
  ask(player, 'transfer', { from, to, amount })

test(
  'COST-02 after so many movements in 24 hours no money enters a game, and all of it comes home',
  { tags: 'long-2' },
  async () => {
    await world.set('transfer.dayMax', 10)
    const player = await world.addPlayer(100_000n, ['pg', 'askmebet'])
    const statuses = []
    for (let n = 0; n < 5; n += 1) {
      statuses.push((await move(player, 'wallet', 'pg', 2)).status)
      statuses.push((await move(player, 'pg', 'wallet', 1)).status)
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
    await world.set('transfer.dayMax', 11)
    expect((await move(player, 'wallet', 'askmebet', 5)).status).toBe(200)
    const refused = [
      await move(player, 'wallet', 'pg', 1),
      await move(player, 'pg', 'wallet', 1),
      await move(player, 'pg', 'askmebet', 5),
      await ask(player, 'transferAll', { to: 'pg' }),
      // All that is in the wallet: only what leaves a game may go as a whole.
      await move(player, 'wallet', 'pg', 990),
    ]
    for (const { status, body } of refused) expect([status, body.code]).toEqual([429, 'DAY_LIMIT'])
    const waitSeconds = Number(refused[0]!.headers.get('retry-after'))
    expect(waitSeconds).toBeGreaterThan(23 * 3_600)
    expect(waitSeconds).toBeLessThan(24 * 3_600)
    const rows = await world.database.db.query(
      'select from transfers_transfer where member_id = $1',
      [player.id],
    )
    expect(rows).toHaveLength(11)

    expect((await move(player, 'pg', 'wallet', 5)).status).toBe(200)
    expect((await ask(player, 'transferAll', { to: 'wallet' })).status).toBe(200)
    expect(await player.balances()).toEqual({ wallet: 100_000, transit: 0, pg: 0, askmebet: 0 })
    await world.passTime(24 * 60 * minuteMs)
    expect((await move(player, 'wallet', 'pg', 1)).status).toBe(200)
  },
)
