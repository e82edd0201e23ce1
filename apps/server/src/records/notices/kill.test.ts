import { minuteMs } from '@kapao/contract/times'
import { expect, test } from 'vitest'
import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { openMemberWorld } from '#testing/worlds/member-world.ts'
import { sampled } from '#testing/models/sample.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'

const world = freshWorld(openMemberWorld)

/** How many SMS there are in the end, whatever is done after the kill. */
const steps: { step: CrashPoint; texts: number; state: string }[] = [
  { step: 'notice.planned', texts: 1, state: 'sent' },
  { step: 'notice.claimed', texts: 0, state: 'unknown' },
  { step: 'notice.sent', texts: 1, state: 'unknown' },
  { step: 'notice.recorded', texts: 1, state: 'sent' },
]

/** Starting, killing and cleaning up after a process takes long on a busy machine. */
const patienceMs = 60_000

test.each(sampled('notices: killed', 2, steps))(
  'NOTE-06 killed at $step: one notice, $texts SMS and no second one, and an item where none is known to be sent',
  { tags: 'long-1', timeout: patienceMs },
  async ({ step, texts, state }) => {
    const { db, ownerDb } = world.database
    const { id, username } = await world.addMember()
    await db.query(`select notices_note($1, 'bank.byHand', 'test', '{}')`, [id])
    // No job begins while the clock of its process is not that of the database.
    const [row] = await db.query<{ now: Date }>('select now() as now')
    world.clock.moveMs(row!.now.getTime() - world.clock.now().getTime())
    const doomed = await startDoomedServer(world, step, { RUN_WORKER: '1' })
    expect(await doomed.died).toBe('SIGKILL')
    for (let minute = 0; minute < 4; minute += 1) {
      world.clock.moveMs(minuteMs)
      await world.runJobs()
    }
    const sent = (await world.sandbox.inbox(username)).filter(({ sender }) => sender === 'KAPAO')
    expect(sent).toHaveLength(texts)
    const rows = await db.query(
      `select d.state from notices_notice n join notices_delivery d on d.notice = n.id where n.member_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ state }])
    await ownerDb.query(
      `update notices_notice set at = at - interval '61 minutes' where member_id = $1`,
      [id],
    )
    world.clock.moveMs(minuteMs)
    await world.runJobs()
    const items = await db.query(
      `select holds from items_item where kind = 'notices.untold' and member_id = $1`,
      [id],
    )
    expect(items).toEqual(state === 'sent' ? [] : [{ holds: ['withdrawals'] }])
  },
)
