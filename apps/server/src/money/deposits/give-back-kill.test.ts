import { expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import type { Moment } from '#testing/database/database-wire.ts'
import { sampled } from '#testing/models/sample.ts'
import { killWorkerAt } from '#testing/processes/killed-worker.ts'
import { openTestDepositDesk } from '#testing/processes/open-deposits.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { refuse } from './give-back.ts'
import { findDeposit } from './store.ts'

/** Each worker is a process of its own. */
const patienceMs = 60_000
const world = testWorld(openDepositWorld)

const moments: Moment[] = [
  { at: 'before', statement: 'ledger_apply' },
  { at: 'before the commit of', statement: 'ledger_apply' },
  { at: 'after the commit of', statement: 'ledger_apply' },
]

test.each(sampled('deposits: given back', 1, moments))(
  'HOUSE-80 refused money, the worker that gives it back killed $at $statement: booked as given back once',
  { tags: 'long-2', timeout: patienceMs },
  async (moment) => {
    const { db, ownerDb, url } = world.database
    const { id } = await world.processes[0]!.settle(anyArrival({ paidAt: world.clock.now() }))
    const desk = openTestDepositDesk(db, world.clock)
    await refuse(desk, { id, note: 'x', actor: 'operator:nok', requestId: 'test' })
    const endUndo = (at: Date) =>
      ownerDb.query('update deposits_deposit set undo_until = $2 where id = $1', [id, at])
    // A worker goes by the real time.
    await endUndo(systemClock.now())
    await killWorkerAt(url, moment)
    const seen = async () => [(await findDeposit(db, id))!.state, await world.suspended()]
    const isDone = moment.at === 'after the commit of'
    expect(await seen()).toEqual(isDone ? ['returned', 0] : ['refused', 50_000])
    await endUndo(world.clock.now())
    const work = world.processes[0]!.jobs.find(({ name }) => name === 'deposits.giveBack')!
    for (let round = 0; round < 2; round += 1) await work.run()
    expect(await seen()).toEqual(['returned', 0])
  },
)
