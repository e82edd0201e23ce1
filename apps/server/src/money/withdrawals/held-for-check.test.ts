import { beforeEach, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { listItems, noteItem } from '#records/items/store.ts'
import { decideItem } from '#records/items/decide.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { send } from '#testing/worlds/test-app.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { findLatest } from './store.ts'

const world = testWorld(openPayoutWorld)
beforeEach(() => world.mode('at-once'))

/** The worker looks every two seconds; a row that is not made due waits for minutes. */
const soonMs = 3_000

const find = (player: Player) =>
  noteItem(world.database.db, {
    kind: 'rewards.opposite',
    key: crypto.randomUUID(),
    memberId: 'somebody',
    otherId: player.id,
    words: 'opposite bets',
    holds: ['rewards', 'withdrawals'],
    since: world.clock.now(),
  })
async function decide(player: Player, decision: 'allow' | 'deny'): Promise<void> {
  const { db } = world.database
  const open = await listItems(db, { kind: null, memberId: player.id, open: true, limit: 9 })
  const by = { actor: 'operator:som', requestId: 'test', why: 'talked to both' } as const
  for (const { id } of open)
    await decideItem({ db, clock: world.clock, onDecided: {} }, id, { decision, ...by })
}
const shown = async (player: Player) =>
  (await player.call('GET /api/withdrawals/current')).body.withdrawal
test('CARE-102 raised before the request: it is accepted, shown as being checked, and paid once allowed', async () => {
  const player = await world.addPlayer(100_000n, [])
  await find(player)
  expect((await world.withdraw(player, 400)).status).toBe(200)
  await world.work(3)
  expect(await world.payoutsOf(player)).toEqual([])
  expect(await world.heldOf(player)).toBe(40_000)
  expect(await shown(player)).toMatchObject({ stage: 'REVIEW', reason: 'UNDER_REVIEW' })
  expect((await findLatest(world.database.db, player.id))!.why).toContain(
    'kapao work list suspicion',
  )
  await decide(player, 'allow')
  await world.work(1, soonMs)
  await world.becomes(player, 'paid')
  expect(await world.payoutsOf(player)).toHaveLength(1)
  // The next one is not delayed.
  expect((await world.withdraw(player, 400)).status).toBe(200)
  await world.becomes(player, 'paid')
})

test('CARE-102 after a denial an operator has to approve the waiting one, and returns or pays it', async () => {
  const player = await world.addPlayer(100_000n, [])
  await find(player)
  await world.withdraw(player, 400)
  await decide(player, 'deny')
  await world.work(3)
  expect(await world.payoutsOf(player)).toEqual([])
  expect(await findLatest(world.database.db, player.id)).toMatchObject({
    state: 'held',
    approvalsNeeded: 1,
  })
})

test('CARE-102 a withdrawal of everything, out of games, waits as well and goes on', async () => {
  const player = await world.addPlayer(100_000n, ['pg'])
  await player.call('POST /api/wallet/transfer', {
    body: { from: 'wallet', to: 'pg', amount: 600 },
  })
  await find(player)
  await world.withdrawAll(player, 900)
  await world.work(3)
  expect(await world.stateOf(player)).toBe('held')
  await decide(player, 'allow')
  await world.work(1, soonMs)
  await world.becomes(player, 'paid')
})

test(
  'CARE-102 raised between approval and sending: it is not sent before the decision',
  { tags: 'long-2', timeout: 60_000 },
  async () => {
    const player = await world.addPlayer(100_000n, [])
    const doomed = await startDoomedServer(world, 'withdrawal.approved')
    const { token } = player
    const options = {
      token,
      body: { amount: 400 },
      headers: { 'idempotency-key': systemIds.key() },
    }
    await send(doomed.address, 'POST /api/wallet/withdraw', options).catch(() => null)
    expect(await doomed.died).toBe('SIGKILL')
    expect(await world.stateOf(player)).toBe('approved')
    await find(player)
    await world.work(3)
    expect(await shown(player)).toMatchObject({ stage: 'REVIEW', reason: 'UNDER_REVIEW' })
    const approving = `update withdrawals_withdrawal set state = 'approved', approved_at = now() where member_id = $1`
    await world.database.db.query(approving, [player.id])
    const sending = `update withdrawals_withdrawal set state = 'sent', channel = 'BANK' where member_id = $1`
    await expect(world.database.db.query(sending, [player.id])).rejects.toThrow('is not decided')
    await decide(player, 'allow')
    await world.work(1, soonMs)
    await world.becomes(player, 'paid')
    expect(await world.payoutsOf(player)).toHaveLength(1)
  },
)

test('CARE-102 raised concurrently with the request: paid before, or waiting until the decision, never paid while it waits', async () => {
  for (let round = 0; round < 6; round += 1) {
    const player = await world.addPlayer(100_000n, [])
    await Promise.all([world.withdraw(player, 400), find(player)])
    const early = await world.until(
      () => world.stateOf(player),
      (state) => state === 'paid' || state === 'held',
    )
    await world.work(2)
    expect(await world.stateOf(player)).toBe(early)
    expect(await world.payoutsOf(player)).toHaveLength(early === 'paid' ? 1 : 0)
    await decide(player, 'allow')
    await world.work(1, soonMs)
    await world.becomes(player, 'paid')
    expect(await world.payoutsOf(player)).toHaveLength(1)
  }
})
