import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { openPayWorld } from '#testing/worlds/pay-world.ts'
import { countOriginal, takeBackup } from '#testing/worlds/restored-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(() => openPayWorld())

test('RUN-72 RUN-73 what a gateway lists is credited once; of a code that the books have lost it waits', async () => {
  const player = await world.addPlayer(0n, [])
  await world.order(player, 'WW', 500)
  const known = await world.newest('WW')
  await countOriginal(world)
  await world.passTime(minuteMs)
  const since = world.clock.now()
  const backup = await takeBackup(world)
  await world.passTime(minuteMs)
  await countOriginal(world)
  await world.pay('WW', { reference: known.reference })
  await world.until(
    () => world.walletOf(player),
    (satang) => satang >= 500_00,
  )
  const paid = await world.walletOf(player)
  await world.order(player, 'WW', 300)
  await world.pay('WW', { reference: (await world.newest('WW')).reference })
  await world.until(
    () => world.walletOf(player),
    (satang) => satang >= paid + 300_00,
  )

  const restored = await backup.start()
  try {
    await world.passTime(1_000)
    const span = { since: new Date(since.getTime() - 10 * minuteMs), until: world.clock.now() }
    const ask = async () => {
      const { sources } = await restored.recovery().ask({ epoch: 1, span, isClosed: true })
      return sources.find(({ source }) => source === 'gateway WW')
    }
    expect(await ask()).toMatchObject({ why: null, known: 0, rebuilt: 1, waiting: 1 })
    expect(await restored.balances(player.id)).toMatchObject({ wallet: paid })
    const waiting = await restored.db.query('select why from deposits_deposit where state = $1', [
      'suspended',
    ])
    expect(waiting).toEqual([{ why: 'unknown-member' }])
    expect(await ask()).toMatchObject({ known: 2, rebuilt: 0, waiting: 0 })
    expect(await restored.violations()).toEqual([])
  } finally {
    await restored.close()
  }
})
