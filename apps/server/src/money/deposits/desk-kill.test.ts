import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import type { Moment } from '#testing/database/database-wire.ts'
import { forge } from '#testing/attacks/forged.ts'
import { openKilledConsole, type KilledConsole } from '#testing/operators/killed-console.ts'
import { openPayWorld, type PayWorld } from '#testing/worlds/pay-world.ts'
import { sampled } from '#testing/models/sample.ts'
import { openSlipWorld } from '#testing/worlds/slip-world.ts'
import { goOn, payerStory } from '#testing/models/transfer-story.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

/** A console is a process of its own. */
const patienceMs = 120_000
const receive = 'deposits_receive'

const world = testWorld(openSlipWorld)
let desk: KilledConsole
beforeAll(async () => {
  await world.set('slip.closeFrom', '00:00')
  await world.set('slip.closeTo', '00:00')
  desk = await openKilledConsole(world)
})
afterAll(() => desk.close())

/** A deposit that waits as `alike` next to a credited transfer: an operator decides whether it is another one. */
async function waiting() {
  const story = await payerStory(world)
  const slip = await story.slip()
  await slip.to(world.address)
  await world.passTime(hourMs)
  const sms = story.sms()
  await sms.to(world.address)
  expect(await story.deposits()).toEqual(['credited', 'alike'])
  const [row] = await world.database.db.query<{ id: string }>(
    `select id from deposits_deposit where amount = $1 and state = 'suspended'`,
    [story.satang],
  )
  return { story, id: row!.id, reports: [slip, sms] }
}
const audited = (subject: string, action: string) =>
  world.database.db.query('select 1 from core_audit where subject = $1 and action = $2', [
    subject,
    action,
  ])

const given: Moment[] = [
  { at: 'before', statement: receive },
  { at: 'after', statement: receive },
]

test.each(sampled('desk: alike given', 1, given))(
  'CARE-55 HOUSE-10 a look-alike given to its member, the console killed $at $statement: credited once, by any repetition',
  { tags: 'long-1', timeout: patienceMs },
  async (moment) => {
    const { story, id, reports } = await waiting()
    const words = ['--memberId', story.who.id, '--why', 'the bank shows two']
    const line = ['work', 'decide', 'deposit', id, '--decision', 'match', ...words]
    const { again } = await desk.killedAt(moment, line)
    const isDone = moment.at === 'after'
    expect(await story.balance()).toBe(story.satang * (isDone ? 2n : 1n))
    expect(await again()).toMatch(/^state +done/m)
    await goOn(world, ...reports)
    expect(await story.deposits()).toEqual(['credited', 'credited'])
    expect(await story.balance()).toBe(2n * story.satang)
    expect(await story.waiting()).toEqual([])
  },
)

const refusing = "state = 'refused'"
const refused: Moment[] = [
  { at: 'before', statement: refusing },
  { at: 'before the commit of', statement: refusing },
  { at: 'after the commit of', statement: refusing },
]

test.each(sampled('desk: alike refused', 1, refused))(
  'CARE-55 HOUSE-10 HOUSE-80 a look-alike that was the same transfer, the console killed $at $statement: booked out once, and a repeated report does not bring it back',
  async (moment) => {
    const { story, id, reports } = await waiting()
    const words = ['--decision', 'refuse', '--why', 'one transfer, reported twice']
    const { again } = await desk.killedAt(moment, ['work', 'decide', 'deposit', id, ...words])
    const isDone = moment.at === 'after the commit of'
    expect(await story.waiting()).toEqual(isDone ? [] : ['alike'])
    expect(await again()).toMatch(/^state +done/m)
    await goOn(world, ...reports)
    expect(await story.deposits()).toEqual(['credited', 'returned'])
    expect(await story.balance()).toBe(story.satang)
    expect(await audited(id, 'deposits.giveBack')).toHaveLength(1)
  },
  patienceMs,
)

test(
  'CARE-55 HOUSE-10 a payment that an operator has found at the gateway, the console killed before and at the commit: booked once',
  { tags: 'long-4', timeout: patienceMs },
  async () => {
    const pay: PayWorld = await openPayWorld()
    const at = await openKilledConsole(pay)
    for (const when of ['before the commit of', 'after the commit of'] as const) {
      const player = await pay.addPlayer(0n, [])
      await pay.order(player, 'ZPAY', 90)
      const { reference, shown: amount } = await pay.newest('ZPAY')
      const payment = systemIds.key()
      await forge(pay, 'ZPAY', { reference, amount, payment })
      await pay.work(2)
      const words = ['--decision', 'received', '--amount', amount, '--why', 'in their settlement']
      const line = ['work', 'decide', 'payment', `ZPAY:${payment}`, ...words]
      const moment = { at: when, statement: 'update qrcodes_payment' }
      const { again } = await at.killedAt(moment, line)
      await pay.work(1)
      const isDone = when === 'after the commit of'
      expect(await pay.walletOf(player)).toBe(isDone ? 9_000 : 0)
      expect(await again()).toMatch(/^state +done/m)
      await pay.work(2)
      await forge(pay, 'ZPAY', { reference, amount, payment })
      await pay.work(1)
      expect(await pay.walletOf(player)).toBe(9_000)
    }
    expect(await pay.violations()).toEqual([])
    await pay.close()
    await at.close()
  },
)
