import { expect, test } from 'vitest'
import { openSlipWorld } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openSlipWorld)

const leaseMs = 61_000

test(
  'a check that was overtaken by another one decides nothing any more, whatever reply it gets',
  { tags: 'long-2', timeout: 60_000 },
  async () => {
    const { db } = world.database
    const who = await world.addPayer()
    const slip = await world.picture(await world.transfer(who, { amount: '451.00' }))
    const slow = { operation: 'slips.slipok', kind: 'delay', count: 1, delayMs: 6_000 }
    await world.sandbox.addFault(slow)
    await world.upload(who, slip)
    const rowOf = async () => {
      const [row] = await db.query<{ state: string; bank: string | null; why: string | null }>(
        'select state, sending_bank as bank, why from slips_slip where member_id = $1',
        [who.id],
      )
      return row!
    }
    await expect.poll(async () => (await rowOf()).bank, { timeout: 15_000 }).toBe(who.bankCode)

    // The first check waits for its reply; the second finds the money good, and holds it because its member is
    // deactivated.
    await db.query(
      `update account_member set deactivated_at = $2, deactivated_why = 'test' where id = $1`,
      [who.id, world.clock.now()],
    )
    await world.passTime(leaseMs)
    await world.runJobs()
    expect(await rowOf()).toMatchObject({ state: 'paying', why: 'in suspense: inactive' })
    await db.query(`update account_member set bank_account_no = '5550009991' where id = $1`, [
      who.id,
    ])
    // The first check has its reply by then, and must not change anything.
    await new Promise((resolve) => setTimeout(resolve, slow.delayMs))
    expect(await rowOf()).toMatchObject({ state: 'paying', why: 'in suspense: inactive' })

    await db.query(
      'update account_member set deactivated_at = null, deactivated_why = null where id = $1',
      [who.id],
    )
    await world.passTime(leaseMs)
    await world.runJobs()
    await world.passTime(leaseMs)
    await world.runJobs()
    expect(await rowOf()).toMatchObject({ state: 'credited' })
    expect(await world.balanceOf(who)).toBe(45_100n)
  },
)
