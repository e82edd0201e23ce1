import { expect, test } from 'vitest'
import { fund } from '#testing/worlds/game-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { mostAtOnce, readOwnMoney } from './own-money.ts'

const world = testWorld(openPayoutWorld)

const mostOf = (held: bigint, ...amounts: bigint[]) =>
  mostAtOnce(
    held,
    amounts.map((amount) => ({ at: new Date(), amount })),
  )

test('CARE-84 the most at once: withdrawing and depositing again adds nothing, and withdrawn winnings are not missing', () => {
  expect(mostOf(100n)).toBe(100n)
  expect(mostOf(100n, 50n, -120n, 120n)).toBe(150n)
  expect(mostOf(100n, -300n, 120n)).toBe(120n)
  expect(mostOf(100n, -50n, 30n)).toBe(100n)
})

test('CARE-84 deposits and withdrawals are flows, and transfers to games are not', async () => {
  const player = await world.addPlayer(100_000n, ['pg'])
  await world.passTime(1_000)
  const since = world.clock.now()
  await world.passTime(1_000)
  await fund(world, player.id, 50_000n)
  expect((await world.withdraw(player, 300)).status).toBe(200)
  const body = { from: 'wallet', to: 'pg', amount: 200 }
  expect((await player.call('POST /api/wallet/transfer', { body })).status).toBe(200)
  const { heldAt, flows } = await readOwnMoney(world.database.db, player.id, [since])
  expect(heldAt.get(since.getTime())).toBe(100_000n)
  expect(flows.map(({ amount }) => amount)).toEqual([50_000n, -30_000n])
})
