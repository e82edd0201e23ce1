import { beforeAll, expect, test } from 'vitest'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { sampled } from '#testing/models/sample.ts'
import { openSlipWorld } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openSlipWorld)
beforeAll(async () => {
  await world.set('slip.closeFrom', '00:00')
  await world.set('slip.closeTo', '00:00')
})

const steps = [
  ['slip.received', false],
  ['slip.stored', true],
  ['slip.rewritten', true],
  ['slip.read', true],
  ['slip.checked', true],
  ['slip.paying', true],
  ['slip.paid', true],
] as const

test.each(sampled('slips: killed', 2, steps))(
  'F01 killed at %s: the slip is credited once, or was never taken',
  { tags: 'long-4', timeout: 90_000 },
  async (step, isKept) => {
    const who = await world.addPayer()
    const token = await world.login(who.username, who.password)
    const transfer = await world.transfer(who, { amount: '250.00' })
    const picture = await world.picture(transfer)
    const doomed = await startDoomedServer(world, step)
    await world.upload({ ...who, token }, picture, doomed.address).catch(() => null)
    expect(await doomed.died).toBe('SIGKILL')

    expect((await world.slips(who)).total).toBe(isKept ? 1 : 0)
    await world.passTime(61_000)
    if (!isKept) await world.upload(who, picture)
    await world.runJobs()
    expect(await world.settled(who)).toMatchObject({ status: 'SUCCESS', amount: 250 })
    await world.passTime(61_000)
    await world.runJobs()
    expect(await world.balanceOf(who)).toBe(25_000n)
    expect((await world.slips(who)).total).toBe(1)
  },
)
