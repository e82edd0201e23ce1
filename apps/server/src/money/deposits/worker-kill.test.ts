import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { beforeEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { systemClock } from '#core/clock.ts'
import { killServerAt } from '#testing/processes/killed-server.ts'
import { sampled } from '#testing/models/sample.ts'
import { openSlipWorld } from '#testing/worlds/slip-world.ts'
import {
  foundByWorker,
  goOn,
  payerStory,
  type Story,
  type TransferReport,
} from '#testing/models/transfer-story.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'

/** Each case opens its own world, and starts, kills and recovers a process. */
const patienceMs = 120_000

const world = freshWorld(openSlipWorld)
beforeEach(async () => {
  await world.set('slip.closeFrom', '00:00')
  await world.set('slip.closeTo', '00:00')
  // A worker starts nothing while its clock differs from the database's; the world's clock is the real time when it
  // starts.
  const apartMs = systemClock.now().getTime() - world.clock.now().getTime()
  await world.passTime(apartMs - 2 * hourMs)
}, patienceMs)
const catchUpWithTheClock = () =>
  world.passTime(systemClock.now().getTime() - world.clock.now().getTime())

type StoryResult = {
  reports: TransferReport[]
  found: TransferReport
  /** The deposits before, after the step, and in the end. */
  before: string[]
  after: string[]
}
const stories: [string, (story: Story) => Promise<StoryResult>][] = [
  [
    'a line of the statement minutes after its SMS',
    async (story) => {
      await world.passTime(2 * hourMs - 4 * minuteMs)
      const sms = story.sms()
      await catchUpWithTheClock()
      const found = await story.line()
      return { reports: [sms], found, before: ['credited'], after: ['credited', 'alike'] }
    },
  ],
  [
    'the statement’s name of the second of two transfers',
    async (story) => {
      const slip = await story.slip()
      await slip.to(world.address)
      await catchUpWithTheClock()
      const reports = [slip, story.sms()]
      const found = await story.line()
      return { reports, found, before: ['credited', 'alike'], after: ['credited', 'credited'] }
    },
  ],
  [
    'a waiting transfer, once the first one has its reference',
    async (story) => {
      await world.passTime(hourMs)
      const [sms, first] = [story.sms(), await story.slip()]
      await world.passTime(50 * minuteMs)
      const second = await story.slip()
      return {
        reports: [sms, second, first],
        found: foundByWorker,
        before: ['credited', 'alike'],
        after: ['credited', 'credited'],
      }
    },
  ],
]
const cases = stories.flatMap(([what, begin]) =>
  (['deposit.prepared', 'deposit.booked'] satisfies CrashPoint[]).map((step) => ({
    what,
    step,
    begin,
  })),
)

test.each(sampled('deposits: worker', 1, cases))(
  'CARE-55 the worker is killed at $step over $what: credited as often as there are transfers',
  { tags: 'long-3', timeout: patienceMs },
  async ({ step, begin }) => {
    const story = await payerStory(world)
    const { reports, found, before, after } = await begin(story)
    for (const { to } of reports) await to(world.address)
    expect(await story.deposits()).toEqual(before)
    await catchUpWithTheClock()
    await killServerAt(world, step, found)
    expect(await story.deposits()).toEqual(step === 'deposit.booked' ? after : before)
    await goOn(world, ...reports)
    expect(await story.deposits()).toEqual(after)
    const credited = after.filter((state) => state === 'credited').length
    expect(await story.balance()).toBe(story.satang * BigInt(credited))
    expect(await story.waiting()).toEqual(after.filter((state) => state === 'alike'))
  },
)
