import { expect, test } from 'vitest'
import { dayMs } from '#core/clock.ts'
import { movableClock } from '../../testing/test-app.ts'
import { testDatabase } from '../../testing/test-world.ts'
import { reconcileDue, type ReconcileDeps } from './reconcile.ts'

const database = testDatabase()

test('CARE-11 money at an account that is compared with no bank is an alarm once a day for each account, however often it is looked for', async () => {
  const clock = movableClock()
  const alarms: string[] = []
  const booked = [
    { id: 'one', amount: 100n, party: 'KBANK:1' },
    { id: 'two', amount: 200n, party: 'KBANK:1' },
    { id: 'three', amount: 300n, party: 'SCB:2' },
  ]
  const deps = {
    db: database.db,
    clock,
    listAccounts: async () => [],
    listUncompared: async () => booked,
    log: {
      error: ({ party, count }: { party: string; count: number }) =>
        void alarms.push(`${party} ${count}`),
      warn: () => undefined,
    },
  } as unknown as ReconcileDeps
  for (let run = 0; run < 3; run += 1) {
    await reconcileDue(deps)
    clock.moveMs(60_000)
  }
  expect(alarms.toSorted()).toEqual(['KBANK:1 2', 'SCB:2 1'])
  clock.moveMs(dayMs)
  await reconcileDue(deps)
  expect(alarms).toHaveLength(4)
})
