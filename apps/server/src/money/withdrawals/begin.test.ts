import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { listBalances } from '#ledger/read.ts'
import { fund, type Player } from '#testing/worlds/game-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { type NewWithdrawal, beginStatus, insertBeginnings } from './begin-store.ts'

const world = testWorld(openPayoutWorld)

/** A withdrawal as it is planned from the member's current balances. */
async function plan({ id: memberId }: Player): Promise<NewWithdrawal> {
  const balances = await listBalances(world.database.db, memberId)
  const find = (wanted: string) => balances.find(({ kind }) => kind === wanted)!
  return {
    id: systemIds.key(),
    memberId,
    key: systemIds.key(),
    fingerprint: systemIds.key(),
    ofAll: false,
    amount: 40_000n,
    currency: 'BAHT',
    approvalsNeeded: 1,
    autoDayMax: 1_000_000n,
    twoFrom: 2_000_000n,
    wallet: find('wallet'),
    hold: find('withdrawal'),
    isSwept: false,
    expectSeq: find('wallet').seq,
    requestId: 'test',
  }
}

const begin = async (...plans: NewWithdrawal[]) => {
  const at = world.clock.now()
  const begun = await insertBeginnings(world.database.db, plans, { at, skipBusy: false })
  return begun.map(({ status }) => status)
}

test('WD-11 a withdrawal is held only if nothing has moved in the wallet since the check', async () => {
  const [player, other] = [await world.addPlayer(100_000n, []), await world.addPlayer(100_000n, [])]
  const [stale, sound] = [await plan(player), await plan(other)]
  // As if a bonus were credited between the check and the hold.
  await fund(world, player.id, 10_000n)
  expect(await begin(stale, sound)).toEqual([beginStatus.moved, beginStatus.done])
  expect([await world.walletOf(player), await world.heldOf(player)]).toEqual([110_000, 0])
  expect([await world.walletOf(other), await world.heldOf(other)]).toEqual([60_000, 40_000])
  expect(await begin(await plan(player))).toEqual([beginStatus.done])
  expect(await world.heldOf(player)).toBe(40_000)
})
