import { undoSeconds } from '@kapao/contract/console/limits'
import { hourMs, secondMs } from '@kapao/contract/times'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Moment } from '#testing/database/database-wire.ts'
import { sampled } from '#testing/models/sample.ts'
import { openKilledConsole, type KilledConsole } from '#testing/operators/killed-console.ts'
import { openTestDepositDesk } from '#testing/processes/open-deposits.ts'
import { anyArrival, openDepositWorld } from '#testing/worlds/deposit-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { giveBack, refuse } from './give-back.ts'
import { findDeposit } from './store.ts'

/** A console is a process of its own. */
const patienceMs = 120_000
const world = testWorld(openDepositWorld)
let atConsole: KilledConsole
beforeAll(async () => {
  atConsole = await openKilledConsole(world)
  world.clock.moveMs(48 * hourMs)
})
afterAll(() => atConsole.close())

const statement = 'set sent_at'
const moments: Moment[] = [
  { at: 'before', statement },
  { at: 'before the commit of', statement },
  { at: 'after the commit of', statement },
]

test.each(sampled('desk: marked as sent back', 1, moments))(
  'HOUSE-10 HOUSE-127 refused money marked as sent back, the console killed $at $statement: marked once, by the repetition at the latest',
  { tags: 'long-2', timeout: patienceMs },
  async (moment) => {
    const { db } = world.database
    const { id } = await world.processes[0]!.settle(anyArrival({ paidAt: world.clock.now() }))
    const desk = openTestDepositDesk(db, world.clock)
    await refuse(desk, { id, note: 'x', actor: 'operator:nok', requestId: 'test' })
    world.clock.moveMs(undoSeconds * secondMs)
    await giveBack(desk, id)
    const marks = async () => [
      (await findDeposit(db, id))!.sentReference,
      (
        await db.query(`select from core_audit where subject = $1 and action = 'deposits.sent'`, [
          id,
        ])
      ).length,
    ]
    const line = ['work', 'decide', 'deposit', id, '--decision', 'sent', '--reference', '4711']
    const { again } = await atConsole.killedAt(moment, line)
    const isDone = moment.at === 'after the commit of'
    expect(await marks()).toEqual(isDone ? ['4711', 1] : [null, 0])
    expect(await again()).toMatch(/^state +done/m)
    expect(await marks()).toEqual(['4711', 1])
  },
)
