import { expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { openGameWorld } from '#testing/worlds/game-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openGameWorld)

async function watchOnce(): Promise<Map<string, string | null>> {
  await world.passTime(61 * minuteMs)
  await world.runJobs({ watches: true })
  const rows = await world.database.db.query<{ name: string; error: string | null }>(
    `select name, last_error as error from core_job
     where name like 'ledger.%' and last_finished_at is not null`,
  )
  return new Map(rows.map(({ name, error }) => [name, error]))
}

test('the worker verifies the ledger, and its row says what it has found', async () => {
  await world.addPlayer(10_000n, [])
  const whole = await watchOnce()
  for (const name of ['verify', 'verifyFresh', 'verifyFull', 'lookAtMeaning'])
    expect(whole.get(`ledger.${name}`), name).toBeNull()

  const damage = (by: number) =>
    world.database.ownerDb.query(
      `update ledger_account set balance = balance + ${by} where kind = 'wallet'`,
    )
  await damage(1)
  expect((await watchOnce()).get('ledger.verify')).toMatch(/the ledger is not whole/)
  await damage(-1)
})
