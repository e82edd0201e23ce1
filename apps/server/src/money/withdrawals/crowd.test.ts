import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Player } from '#testing/worlds/game-world.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const crowdSize = 60

const world = testWorld(openPayoutWorld)
const crowd: Player[] = []

beforeAll(async () => {
  // A few at a time, since each has a password to hash.
  while (crowd.length < crowdSize)
    crowd.push(
      ...(await Promise.all(Array.from({ length: 6 }, () => world.addPlayer(100_000n, [])))),
    )
}, 180_000)
beforeEach(async () => {
  await world.set('withdraw.channel.BAHT', 'BANK')
  await world.passTime(0)
})
afterEach(() => world.sandbox.control('DELETE', '/faults', {}))

const patienceMs = 120_000

const paidOf = async (players: readonly Player[]): Promise<number> => {
  const [row] = await world.database.db.query<{ paid: number }>(
    `select count(*)::int as paid from withdrawals_withdrawal where member_id = any($1) and state = 'paid'`,
    [players.map(({ id }) => id)],
  )
  return row!.paid
}

/** Time until all of them were paid; no jobs run, so the process that began them carries them on. */
async function untilPaid(players: readonly Player[], before: number): Promise<number> {
  const began = performance.now()
  const wanted = before + players.length
  while ((await paidOf(players)) < wanted) {
    if (performance.now() - began > 110_000)
      throw new Error(`paid: ${await paidOf(players)} of ${wanted}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return performance.now() - began
}

test.each(['BANK', 'PAYONEX'])(
  'RUN-12 sixty members who withdraw concurrently are all paid immediately, and once, by %s',
  { tags: 'long-2', timeout: patienceMs },
  async (channel) => {
    await world.set('withdraw.channel.BAHT', channel)
    await world.passTime(0)
    const before = await paidOf(crowd)
    const answers = await Promise.all(crowd.map((player) => world.withdraw(player, 100)))
    expect(answers.map(({ status }) => status)).toEqual(crowd.map(() => 200))
    if (channel === 'PAYONEX') {
      // The channel only accepts them; none of them waits for another attempt.
      await world.until(
        async () => (await Promise.all(crowd.map((one) => world.payoutsOf(one, channel)))).flat(),
        (seen) => seen.length === crowdSize,
      )
      await world.work(3)
    }
    await untilPaid(crowd, before)
    const orders = await Promise.all(crowd.map((player) => world.payoutsOf(player, channel)))
    expect(orders.map(({ length }) => length)).toEqual(crowd.map(() => 1))
  },
)

test(
  'RUN-12 twenty withdrawals at a bank that takes three seconds: two rounds of sixteen slots, and no wait for a sweeper',
  { tags: 'long-1', timeout: patienceMs },
  async () => {
    const members = crowd.slice(0, 20)
    const before = await paidOf(members)
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'delay', delayMs: 3_000 })
    await Promise.all(members.map((player) => world.withdraw(player, 100)))
    // Two rounds are six seconds; eight slots and a sweeper took forty.
    expect(await untilPaid(members, before)).toBeLessThan(20_000)
  },
)

test(
  'RUN-12 sixty at a bank that takes three seconds: a request that waited too long in our queue is tried again within a second',
  { tags: 'long-4', timeout: patienceMs },
  async () => {
    const before = await paidOf(crowd)
    await world.sandbox.addFault({ operation: 'payout.pay', kind: 'delay', delayMs: 3_000 })
    await Promise.all(crowd.map((player) => world.withdraw(player, 100)))
    expect(await untilPaid(crowd, before)).toBeLessThan(35_000)
    const orders = await Promise.all(crowd.map((player) => world.payoutsOf(player)))
    const references = orders.flat().map(({ reference }) => reference)
    expect(new Set(references).size).toBe(references.length)
  },
)

/** Five failing orders open the channel's breaker; returns their members. */
async function shutDoor(from: number): Promise<Player[]> {
  const failing = crowd.slice(from, from + 5)
  // Later than their earlier requests.
  await world.passTime(1_000)
  await world.sandbox.addFault({ operation: 'payout.pay', kind: 'status-before' })
  for (const player of failing) {
    await world.withdraw(player, 100)
    await world.becomes(player, 'unknown')
  }
  return failing
}

type Row = { state: string; why: string | null; tries: number; waitsMs: number }

async function rowOf({ id }: Player): Promise<Row> {
  const [row] = await world.database.db.query<Row>(
    `select state::text as state, why, tries, (extract(epoch from next_at - $2::timestamptz) * 1000)::int as "waitsMs"
     from withdrawals_withdrawal where member_id = $1 order by created_at desc limit 1`,
    [id, world.clock.now()],
  )
  return row!
}

test(
  'RUN-12 a request that was never sent is marked as such, and is paid under its reference a second after the breaker closes',
  async () => {
    const failing = await shutDoor(0)
    const late = crowd[10]!
    const before = (await world.payoutsOf(late)).length
    const { body } = await world.withdraw(late, 100)
    const unsent = await world.until(
      () => rowOf(late),
      ({ why }) => why !== null,
    )
    expect(unsent).toMatchObject({
      state: 'sent',
      tries: 0,
      why: 'it was not sent: the breaker is open',
    })
    expect(await world.payoutsOf(late)).toHaveLength(before)
    expect(await world.heldOf(late)).toBe(10_000)

    await world.sandbox.control('DELETE', '/faults', {})
    await world.passTime(10_000)
    // No job runs: the process that began it tries again.
    await world.becomes(late, 'paid')
    const references = (await world.payoutsOf(late)).map(({ reference }) => reference)
    expect(references.filter((one) => one === body.receipt._id)).toHaveLength(1)
    await world.work(3)
    for (const player of failing) expect(await world.stateOf(player)).toBe('paid')
  },
  patienceMs,
)

test(
  'RUN-12 the sweeper takes over an unsent one: it alone tries again soon, and it is paid once',
  { tags: 'long-3', timeout: patienceMs },
  async () => {
    const failing = await shutDoor(20)
    const late = crowd[30]!
    const before = (await world.payoutsOf(late)).length
    await world.withdraw(late, 100)
    await world.until(
      () => rowOf(late),
      ({ why }) => why !== null,
    )
    // As if its process had died: its ownership expires, and the breaker lets one of them through to fail.
    await world.database.db.query(
      `update withdrawals_withdrawal set next_at = $2 where member_id = $1 and state = 'sent'`,
      [late.id, world.clock.now()],
    )
    await world.passTime(6_000)
    await world.runJobs()
    const swept = await world.until(
      () => rowOf(late),
      ({ tries }) => tries > 0,
    )
    expect(swept).toMatchObject({
      state: 'unknown',
      why: 'it was not sent: the breaker is open',
    })
    // One that may have been received waits half a minute, doubling each time.
    expect(swept.waitsMs).toBeLessThanOrEqual(1_000)
    // The previous owner finds that it no longer owns it, and stops.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(await rowOf(late)).toEqual(swept)
    await world.sandbox.control('DELETE', '/faults', {})
    await world.work(4)
    for (const player of [...failing, late]) expect(await world.stateOf(player)).toBe('paid')
    expect(await world.payoutsOf(late)).toHaveLength(before + 1)
  },
)
