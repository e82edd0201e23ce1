import { beforeAll, expect, test } from 'vitest'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openPayoutWorld)

beforeAll(async () => {
  await world.database.ownerDb.query(`
    create function test_wait() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(4711);
      return new;
    end $$`)
  await world.database.ownerDb.query(`
    create trigger test_wait after update of state on withdrawals_withdrawal
      for each row when (new.state = 'sent' and old.state = 'approved') execute function test_wait()`)
})

test('I14 a process suspended after it recorded the attempt does not ask: the sweeper has taken over', async () => {
  const { ownerDb } = world.database
  const player = await world.addPlayer(100_000n, [])
  await ownerDb.begin(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(4711)')
    expect((await world.withdraw(player, 400)).status).toBe(200)
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`
    await expect.poll(() => tx.query(waiting)).toHaveLength(1)
    await world.passTime(11_000)
  })
  await expect.poll(() => world.stateOf(player)).toBe('sent')
  // Long enough for a bank that answers immediately.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await world.payoutsOf(player)).toEqual([])
  expect(await world.stateOf(player)).toBe('sent')
  await world.work(2)
  expect(await world.stateOf(player)).toBe('paid')
  expect(await world.payoutsOf(player)).toHaveLength(1)
})
