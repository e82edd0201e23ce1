import { beforeAll, expect, test } from 'vitest'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { accountBook } from '#ledger/accounts.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { approve } from './decide.ts'

const world = testWorld(openPayoutWorld)
beforeAll(async () => {
  await world.addOperators({ boss: 'system:bootstrap', nok: 'operator:boss' })
})

const current = async (player: Player) => (await player.call('GET /api/withdrawals/current')).body

/** One that is paid after so long, with an operator if it is too much to be paid without. */
async function payAfter(ms: number, amount: number): Promise<Player> {
  const player = await world.addPlayer(1_000_000n, [])
  const answer = await world.withdraw(player, amount)
  await world.passTime(ms)
  if (amount > 2_000) {
    const { db } = world.database
    const by = { actor: 'operator:nok', requestId: 'test' } as const
    const deps = { db, clock: world.clock, accounts: accountBook(db) }
    await approve(deps, { id: answer.body.receipt._id, why: null, ...by })
  }
  await world.work(2)
  expect(await world.stateOf(player)).toBe('paid')
  return player
}

test('SAY-10 the time that is promised is that of withdrawals which are paid as this one will be', async () => {
  const first = await payAfter(0, 100)
  await payAfter(0, 150)
  await payAfter(2 * hourMs, 2_500)
  await world.passTime(minuteMs)
  const before = await current(first)
  expect(before.typicalMinutes).toBeLessThan(10)
  expect(before.reviewedMinutes).toBeGreaterThanOrEqual(120)

  // While it waits for staff, theirs is the usual time, and after the approval, too.
  const player = await world.addPlayer(1_000_000n, [])
  const large = await world.withdraw(player, 3_000)
  expect(await current(player)).toMatchObject({
    withdrawal: { stage: 'REVIEW' },
    typicalMinutes: before.reviewedMinutes,
  })

  // One that waits until a set time says until when, and promises nothing else.
  const waiting = await world.addPlayer(1_000_000n, [])
  await world.database.db.query('update account_member set bank_changed_at = $2 where id = $1', [
    waiting.id,
    world.clock.now(),
  ])
  expect((await world.withdraw(waiting, 100)).status).toBe(200)
  const shown = await current(waiting)
  expect(shown.withdrawal.notBefore).not.toBeNull()
  expect(shown.typicalMinutes).toBeNull()
  expect(large.status).toBe(200)
})
