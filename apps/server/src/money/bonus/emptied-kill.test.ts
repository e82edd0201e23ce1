import { beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemClock } from '#core/clock.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import type { Moment } from '#testing/database/database-wire.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { killWorkerAt } from '#testing/processes/killed-worker.ts'
import { sampled } from '#testing/models/sample.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openBonusWorld)
/** Each case starts a worker. */
const patienceMs = 180_000

beforeAll(async () => {
  await world.set('bonus.endEmptyAfter', 30)
  // The worker that is killed runs on this machine's clock, by which the bonus has been empty for long enough.
  const quietSince = systemClock.now().getTime() - 40 * minuteMs
  await world.passTime(quietSince - world.clock.now().getTime())
})

const moments: Moment[] = [
  { at: 'before', statement: "update bonus_held set state = 'clearing'" },
  { at: 'after the commit of', statement: "update bonus_held set state = 'clearing'" },
  { at: 'before', statement: "update bonus_held set state = 'ended'" },
  { at: 'after the commit of', statement: "update bonus_held set state = 'ended'" },
]

/** A member who has lost all of a bonus, with a deposit of 250.00 that waits for its end. */
async function loser(code: string): Promise<Player> {
  await world.defineBonus(code)
  const bankAccountNo = `88${code.slice(-1).padStart(8, '0')}`
  const player = await world.addPlayer(0n, ['pg'], { bankAccountNo })
  expect((await player.call(`GET /api/bonus/activate/${code}`)).status).toBe(200)
  const move = { from: 'wallet', to: 'pg', amount: 100 }
  expect((await player.call('POST /api/wallet/transfer', { body: move })).status).toBe(200)
  await world.setBalanceAt(player, 'pg', '0')
  await world.passTime(6_000)
  await player.call('GET /api/wallet/refresh/slot')
  await world.sandbox.control('POST', '/bank/pay', {
    fromAccount: bankAccountNo,
    fromName: 'SOMCHAI JAIDEE',
    amount: '250',
    tell: 'feed',
  })
  await expect.poll(async () => (await rowsOf(player, 'deposit'))[0]?.status).toBe('PENDING')
  return player
}

/** Time moves forward and back here, and the dead worker's leases are free again. */
const makeJobsDue = () =>
  world.database.ownerDb.query(
    "update core_job set next_at = '2000-01-01', lease_owner = null, lease_until = null",
  )

const rowsOf = async (player: Player, type: string) =>
  (await world.rowsOf(player)).filter(({ statementType }) => statementType === type)

const cases = moments.map((moment, n) => ({ ...moment, n }))

test.each(sampled('bonus: emptied', 1, cases))(
  'F01 a bonus under which nothing is left, killed $at $statement: ended once, and the waiting deposit is credited once',
  { tags: 'long-4', timeout: patienceMs },
  async ({ n, ...moment }) => {
    const player = await loser(`BUST${n}`)
    const quietSince = world.clock.now()
    // The worker runs on this machine's clock, and so must the sandbox.
    await world.sandbox.control('POST', '/clock', { offsetMs: 0 })
    const { database, dataDir, sandbox } = world
    const env = { DATA_DIR: dataDir, SANDBOX_URL: sandbox.url }
    await makeJobsDue()
    await killWorkerAt(database.url, moment, env)

    await world.passTime(systemClock.now().getTime() + minuteMs - quietSince.getTime())
    for (let turn = 0; turn < 3; turn += 1) {
      await makeJobsDue()
      await world.runJobs()
      await world.passTime(minuteMs + 1_000)
    }
    const finished = await rowsOf(player, 'finish_bonus')
    expect(finished.map(({ status, money }) => [status, money.amount])).toEqual([['SUCCESS', 0n]])
    expect((await player.call('GET /api/bonus/bill')).body).toMatchObject({
      code: `BUST${n}`,
      state: 'ended',
      endedBy: 'emptied',
      takenTotal: 0,
    })
    const deposits = await rowsOf(player, 'deposit')
    expect(deposits.map(({ status, money }) => [status, money.amount])).toEqual([
      ['SUCCESS', 25_000n],
    ])
    expect(await player.balances()).toEqual({ wallet: 25_000, transit: 0, pg: 0 })
    // The next case begins at the same time as this one did.
    await world.passTime(quietSince.getTime() - world.clock.now().getTime())
  },
)
