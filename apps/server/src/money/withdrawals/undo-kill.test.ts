import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { accountBook } from '#ledger/accounts.ts'
import type { Moment } from '#testing/database/database-wire.ts'
import { sampled } from '#testing/models/sample.ts'
import { killWorkerAt } from '#testing/processes/killed-worker.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { reject } from './decide.ts'

/** Each worker is a process of its own. */
const patienceMs = 60_000
const world = testWorld(openPayoutWorld)
beforeAll(async () => {
  await world.addOperators({ nok: 'system:bootstrap' })
})

const moments: Moment[] = [
  { at: 'before', statement: 'ledger_apply' },
  { at: 'before the commit of', statement: 'ledger_apply' },
  { at: 'after the commit of', statement: 'ledger_apply' },
]

test.each(sampled('withdrawals: rejected', 1, moments))(
  'HOUSE-67 I14 a rejected withdrawal, the worker that gives it back killed $at $statement: back in the wallet once',
  { tags: 'long-4', timeout: patienceMs },
  async (moment) => {
    const { db, ownerDb, url } = world.database
    const player = await world.addPlayer(3_000_000n, [])
    const id = (await world.withdraw(player, 5_000)).body.receipt._id as string
    const deps = { db, clock: world.clock, accounts: accountBook(db) }
    const by = { actor: 'operator:nok', requestId: 'test' } as const
    await reject(deps, { id, reason: 'ACCOUNT_NAME', why: null, ...by })
    const endUndo = (at: Date) =>
      ownerDb.query(
        'update withdrawals_withdrawal set undo_until = $2, next_at = $2 where id = $1',
        [id, at],
      )
    // A worker goes by the real time.
    await endUndo(systemClock.now())
    await killWorkerAt(url, moment)
    const seen = async () => [
      await world.stateOf(player),
      await world.walletOf(player),
      await world.heldOf(player),
    ]
    const isDone = moment.at === 'after the commit of'
    expect(await seen()).toEqual(
      isDone ? ['returned', 3_000_000, 0] : ['rejected', 2_500_000, 500_000],
    )
    await endUndo(world.clock.now())
    await world.work(2)
    expect(await seen()).toEqual(['returned', 3_000_000, 0])
    expect(await world.payoutsOf(player)).toEqual([])
  },
)
