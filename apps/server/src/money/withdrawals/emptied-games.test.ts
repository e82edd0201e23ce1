import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { listBalances } from '#ledger/read.ts'
import { withBonuses } from '#testing/worlds/bonus-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { beginStatus, insertBeginnings } from './begin-store.ts'

const openWorld = async () => withBonuses(await openPayoutWorld())
const world = testWorld(openWorld)

/** Judges a withdrawal of 300 by what the member has now; the answer begins it, as `withdrawAll` does before it asks the games. */
async function judgeSwept(memberId: string) {
  const balances = await listBalances(world.database.db, memberId)
  const find = (wanted: string) => balances.find(({ kind }) => kind === wanted)!
  return async () => {
    const planned = {
      id: systemIds.key(),
      memberId,
      key: systemIds.key(),
      fingerprint: systemIds.key(),
      ofAll: true,
      amount: 30_000n,
      currency: 'BAHT' as const,
      approvalsNeeded: 0,
      autoDayMax: 1_000_000n,
      twoFrom: 2_000_000n,
      wallet: find('wallet'),
      hold: find('withdrawal'),
      isSwept: true,
      expectSeq: find('wallet').seq,
      requestId: 'test',
    }
    const at = world.clock.now()
    const [begun] = await insertBeginnings(world.database.db, [planned], { at, skipBusy: false })
    expect(begun!.status).toBe(beginStatus.done)
    return planned.id
  }
}

test('CARE-81 a bonus that was credited between the check and the emptying of the games keeps its money', async () => {
  await world.defineBonus('BETWEEN')
  const player = await world.addPlayer(100_000n, ['pg'])
  const body = { from: 'wallet', to: 'pg', amount: 600 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(200)
  const begin = await judgeSwept(player.id)
  await world.passTime(6_000)
  expect((await player.call('GET /api/bonus/activate/BETWEEN')).status).toBe(200)
  await begin()
  await world.work(2)
  await world.until(
    () => world.stateOf(player),
    (state) => state !== 'sweeping',
  )
  expect(await world.stateOf(player)).toBe('failed')
  expect((await player.call('GET /api/withdrawals/current')).body.withdrawal).toMatchObject({
    stage: 'FAILED',
    reason: 'BONUS_TERMS',
  })
  expect(await world.heldOf(player)).toBe(0)
  expect(await world.payoutsOf(player)).toEqual([])
})

test('I14 a withdrawal whose games are being emptied is not approved, since its money is not held yet', async () => {
  const player = await world.addPlayer(100_000n, ['pg'])
  const begin = await judgeSwept(player.id)
  const id = await begin()
  expect(await world.stateOf(player)).toBe('sweeping')
  const approving = `update withdrawals_withdrawal set state = 'approved', approved_at = $2 where id = $1`
  await expect(world.database.db.query(approving, [id, world.clock.now()])).rejects.toMatchObject({
    code: 'KW001',
  })
  await world.work(2)
  await world.becomes(player, 'paid')
  expect(await world.walletOf(player)).toBe(70_000)
})
