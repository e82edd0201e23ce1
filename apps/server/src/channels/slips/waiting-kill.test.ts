import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { beforeAll, expect, test } from 'vitest'
import { matchDeposit } from '#money/deposits/match.ts'
import { listSuspended } from '#money/deposits/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openTestDepositDesk } from '#testing/processes/open-deposits.ts'
import { killServerAt } from '#testing/processes/killed-server.ts'
import { sampled } from '#testing/models/sample.ts'
import { openSlipWorld } from '#testing/worlds/slip-world.ts'
import { goOn, payerStory } from '#testing/models/transfer-story.ts'

const world = testWorld(openSlipWorld)
beforeAll(async () => {
  await world.set('slip.closeFrom', '00:00')
  await world.set('slip.closeTo', '00:00')
})

/** Starting, killing and recovering a process takes long on a busy machine. */
const patienceMs = 90_000
/** A slip that is not credited automatically: its service omits the sending bank. */
const unnamedBank = { fromShown: { bank: '' } }
const unwatched = { toBank: 'SCB', toAccount: '4445556667' }
const steps: CrashPoint[] = [
  'slip.checked',
  'slip.paying',
  'deposit.prepared',
  'deposit.booked',
  'slip.paid',
]

test.each(sampled<CrashPoint>('slips: the feed', 1, ['deposit.prepared', 'deposit.booked']))(
  'CARE-55 a slip waits for the feed, which is killed at %s: credited once, and linked to the slip',
  { tags: 'long-2', timeout: patienceMs },
  async (step) => {
    const story = await payerStory(world)
    const slip = await story.slip(unnamedBank)
    await slip.to(world.address)
    expect(await story.deposits()).toEqual([])
    const feed = story.feed(slip.reference)
    await killServerAt(world, step, feed)
    await goOn(world, feed)
    expect(await story.deposits()).toEqual(['credited'])
    expect(await story.balance()).toBe(story.satang)
    const shown = await world.slips(story.who)
    expect(shown.slips.map(({ status }) => status)).toEqual(['SUCCESS'])
  },
)

test.each(sampled('slips: after the feed', 1, steps))(
  'CARE-55 a slip that the feed has reported is killed at %s: linked to it, and nothing more is credited',
  { tags: 'long-3', timeout: patienceMs },
  async (step) => {
    const story = await payerStory(world)
    const slip = await story.slip(unnamedBank)
    const feed = story.feed(slip.reference)
    await feed.to(world.address)
    await killServerAt(world, step, slip)
    await goOn(world, feed)
    expect(await story.deposits()).toEqual(['credited'])
    expect(await story.balance()).toBe(story.satang)
    const shown = await world.slips(story.who)
    expect(shown.slips.map(({ status }) => status)).toEqual(['SUCCESS'])
  },
)

test.each(sampled('slips: for an operator', 1, steps))(
  'CARE-55 a slip for an operator is killed at %s: it waits once, and is credited once when an operator decides',
  { tags: 'long-4', timeout: patienceMs },
  async (step) => {
    const story = await payerStory(world)
    const slip = await story.slip({ ...unnamedBank, ...unwatched })
    await killServerAt(world, step, slip)
    await goOn(world)
    expect(await story.deposits()).toEqual(['review'])
    expect(await story.waiting()).toEqual(['review'])
    expect(await story.balance()).toBe(0n)

    const { db } = world.database
    const waits = await listSuspended(db, { memberId: story.who.id, limit: 10 })
    const desk = openTestDepositDesk(db, world.clock)
    const by = { actor: 'operator:nok', requestId: 'test', note: 'the bank shows it' } as const
    await matchDeposit(desk, { id: waits[0]!.id, memberId: story.who.id, ...by })
    await goOn(world)
    expect(await story.deposits()).toEqual(['credited'])
    expect(await story.balance()).toBe(story.satang)
    const shown = await world.slips(story.who)
    expect(shown.slips.map(({ status }) => status)).toEqual(['SUCCESS'])
  },
)
