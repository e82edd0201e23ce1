import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { send } from '#testing/worlds/test-app.ts'
import { settingsOf } from '#settings/read.ts'
import { findRows } from '#settings/store.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { watchRewards } from '#desk/watch/rewards/watch.ts'
import type { Player } from '#testing/worlds/game-world.ts'
import { startDoomedServer } from '#testing/processes/killed-server.ts'
import { openLossWorld } from '#testing/worlds/loss-world.ts'
import { sampled } from '#testing/models/sample.ts'
import { accrueInvites } from './accrue.ts'

const world = testWorld(openLossWorld)

const patienceMs = 60_000
const steps: CrashPoint[] = ['reward.planned', 'reward.given']

async function killedAt(
  step: CrashPoint,
  player: Player,
  path: string,
  key: string,
): Promise<void> {
  const doomed = await startDoomedServer(world, step)
  const headers = { 'idempotency-key': key }
  await send(doomed.address, `GET ${path}`, { token: player.token, headers }).catch(() => undefined)
  expect(await doomed.died).toBe('SIGKILL')
  // A provider is not asked again at once, and the killed process may have asked it.
  await world.passTime(6_000)
}

/** An invite reward of 5.00 and a refund of 50.00, both waiting. */
async function addBoth(): Promise<{ inviter: Player; loser: Player }> {
  const inviter = await world.addPlayer(0n, [])
  const loser = await world.addPlayer(100_000n, ['pg'], {
    inviteCode: `PR${inviter.id}`,
    bankAccountName: 'ANY FRIEND',
  })
  await world.bring(loser, 'pg', 1000)
  await world.play(loser, 'pg', '0.00')
  const { db } = world.database
  const readSettings = async () => settingsOf(await findRows(db))
  const around = { db, clock: world.clock, log: console, readSettings }
  await accrueInvites({ ...around, noteLinked: watchRewards(around).noteLinked }, world.clock.now())
  return { inviter, loser }
}

test.each(sampled('invite: reward', 1, steps))(
  'F32 an invite reward killed at %s: the same call again gives it once',
  { tags: 'long-2', timeout: patienceMs },
  async (step) => {
    const { inviter } = await addBoth()
    const key = systemIds.key()
    await killedAt(step, inviter, '/api/invite/bonus', key)
    expect(await world.asked(inviter, '/api/invite/bonus', key)).toEqual([
      200,
      'INVITE_BONUS_SUCCESS',
    ])
    expect((await inviter.balances()).wallet).toBe(500)
  },
)

const refunds = steps.flatMap((step) => [
  { step, path: '/api/refund/receive', success: '0' },
  { step, path: '/api/refund/addWallet', success: '20' },
])

test.each(sampled('invite: refund', 1, refunds))(
  'F32 a refund by $path killed at $step: the same call again gives it once',
  { tags: 'long-3', timeout: patienceMs },
  async ({ step, path, success }) => {
    const { loser } = await addBoth()
    // Inserted directly: otherwise the running week would have to pass.
    await world.database.db.query(
      `insert into refund_period (member_id, period, since, until, currency, lost, won, gifts, forfeited, rate, amount, created_at)
       values ($1, 'week 2000-01-03', '2000-01-02T17:00Z', '2000-01-09T17:00Z', 'BAHT', 100000, 0, 0, 0, 500, 5000, $2)`,
      [loser.id, world.clock.now()],
    )
    await world.set('refund.success', success)
    const key = systemIds.key()
    await killedAt(step, loser, path, key)
    expect(await world.asked(loser, path, key)).toEqual([200, 'REFUND_SUCCESS'])
    await world.set('refund.success', '0')
    expect((await loser.balances()).wallet).toBe(5_000)
    const rows = await world.rowsOf(loser)
    expect(rows.filter((row) => row.statementType === 'bonus')).toHaveLength(1)
  },
)
