import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { readSettings } from '#settings/read.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { killServerAt } from '#testing/processes/killed-server.ts'
import { sampled } from '#testing/models/sample.ts'
import { openSlipWorld } from '#testing/worlds/slip-world.ts'
import {
  goOn,
  payerStory,
  type Story,
  type TransferReport,
} from '#testing/models/transfer-story.ts'

const world = testWorld(openSlipWorld)
beforeAll(async () => {
  await world.set('slip.closeFrom', '00:00')
  await world.set('slip.closeTo', '00:00')
  // No bank transfer backs these messages, so that a statement would deny them.
  const { 'deposit.accounts': accounts } = await readSettings(world.database.db)
  await world.set(
    'deposit.accounts',
    accounts.map((one) => ({ ...one, hasStatement: false as const })),
  )
})

/** Starting, killing and recovering a process takes long on a busy machine. */
const patienceMs = 90_000
const arrives: CrashPoint[] = ['deposit.prepared', 'deposit.booked']
const isShown: CrashPoint[] = ['slip.paying', ...arrives, 'slip.paid']
const isWritten = (step: CrashPoint) => step === 'deposit.booked' || step === 'slip.paid'

type Ways<T> = [way: string, steps: CrashPoint[], begin: (story: Story) => Promise<T>][]
const cases = <T>(ways: Ways<T>) =>
  ways.flatMap(([way, steps, begin]) => steps.map((step) => ({ way, step, begin })))

/** One transfer, reported by one channel and, minutes later, by a second one. */
async function apart(
  first: () => TransferReport,
  second: () => TransferReport,
): Promise<[TransferReport, TransferReport]> {
  const report = first()
  await world.passTime(4 * minuteMs)
  return [report, second()]
}
const oneTransfer: Ways<[TransferReport, TransferReport]> = [
  [
    'an SMS after its slip',
    arrives,
    async (story) => {
      const slip = await story.slip()
      return apart(() => slip, story.sms)
    },
  ],
  [
    'a slip after its SMS',
    isShown,
    async (story) => [story.sms(), await story.slip({ minutesAgo: 4 })],
  ],
  ['the feed after its SMS', arrives, (story) => apart(story.sms, story.feed)],
  [
    'the feed with a name after its SMS',
    arrives,
    (story) => apart(story.sms, () => story.feed(systemIds.key())),
  ],
  ['an SMS after the feed', arrives, (story) => apart(story.feed, story.sms)],
]

test.each(sampled('deposits: one transfer', 2, cases(oneTransfer)))(
  'CARE-55 $way, killed at $step: credited once, and what came second waits and is listed',
  { tags: 'long-3', timeout: patienceMs },
  async ({ step, begin }) => {
    const story = await payerStory(world)
    const [first, second] = await begin(story)
    await first.to(world.address)
    expect(await story.deposits()).toEqual(['credited'])
    await killServerAt(world, step, second)
    const left = isWritten(step) ? ['credited', 'alike'] : ['credited']
    expect(await story.deposits()).toEqual(left)
    await goOn(world, second, first)
    expect(await story.deposits()).toEqual(['credited', 'alike'])
    expect(await story.balance()).toBe(story.satang)
    expect(await story.waiting()).toEqual(['alike'])
  },
)

/** A credited transfer and a similar one an hour later that waits; then evidence that there were two. */
type Evidence = { reports: TransferReport[]; shows: TransferReport }
const smsThenSlip = async (story: Story): Promise<TransferReport[]> => {
  const sms = story.sms()
  await world.passTime(hourMs)
  return [sms, await story.slip()]
}
const slipThenSms = async (story: Story): Promise<TransferReport[]> => {
  const slip = await story.slip()
  await slip.to(world.address)
  await world.passTime(hourMs)
  return [slip, story.sms()]
}
const twoTransfers: Ways<Evidence> = [
  [
    'its own SMS',
    arrives,
    async (story) => ({ reports: await smsThenSlip(story), shows: story.sms() }),
  ],
  [
    'its own slip',
    isShown,
    async (story) => ({ reports: await slipThenSms(story), shows: await story.slip() }),
  ],
  [
    'its reference from the feed',
    arrives,
    async (story) => ({ reports: await slipThenSms(story), shows: story.feed(systemIds.key()) }),
  ],
]

describe('a similar second transfer that waited, when evidence of it arrives', () => {
  test.each(sampled('deposits: two transfers', 2, cases(twoTransfers)))(
    'CARE-55 is credited once by $way, killed at $step',
    { tags: 'long-4', timeout: patienceMs },
    async ({ step, begin }) => {
      const story = await payerStory(world)
      const { reports, shows } = await begin(story)
      for (const { to } of reports) await to(world.address)
      expect(await story.deposits()).toEqual(['credited', 'alike'])
      await killServerAt(world, step, shows)
      expect(await story.balance()).toBe(story.satang * (isWritten(step) ? 2n : 1n))
      await goOn(world, shows, ...reports)
      expect(await story.deposits()).toEqual(['credited', 'credited'])
      expect(await story.balance()).toBe(2n * story.satang)
      expect(await story.waiting()).toEqual([])
    },
  )
})
