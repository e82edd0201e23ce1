import { expect, test } from 'vitest'
import { accountBook } from '#ledger/accounts.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { setRejected } from './decide-store.ts'
import { endOf } from './end.ts'

const world = testWorld(openPayoutWorld)

test('I14 a hold is released once: the same end again, at once too, and another end move nothing, though more is held by then', async () => {
  const player = await world.addPlayer(1_000_000n, [])
  const askForHalf = async (): Promise<string> =>
    (await world.withdraw(player, 5_000)).body.receipt._id as string
  const notified: string[] = []
  const { db } = world.database
  const deps = {
    db,
    clock: world.clock,
    accounts: accountBook(db),
    notify: ({ id }: { id: string }) => void notified.push(id),
  }
  const back = { state: 'returned', payout: null, reason: 'BANK_REFUSED', why: 'no' } as const
  const paid = { state: 'paid', payout: 'seen-4711', reason: null, why: null } as const

  const first = await askForHalf()
  const undoUntil = world.clock.now()
  const no = { by: 'operator:nok', reason: 'ACCOUNT_NAME', why: null, undoUntil } as const
  await db.begin((tx) => setRejected(tx, first, no))
  const ended = await Promise.all([1, 2, 3, 4, 5].map(() => endOf(deps, first, back)))
  expect(ended.filter(Boolean)).toHaveLength(1)
  expect([await world.walletOf(player), await world.heldOf(player)]).toEqual([1_000_000, 0])

  await askForHalf()
  expect(await endOf(deps, first, back)).toBe(false)
  await expect(endOf(deps, first, paid)).rejects.toThrow('returned and cannot become paid')
  expect([await world.walletOf(player), await world.heldOf(player)]).toEqual([500_000, 500_000])
  expect(notified).toEqual([first])
})
