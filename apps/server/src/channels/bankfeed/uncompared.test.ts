import { expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { movableClock } from '#testing/worlds/test-app.ts'
import { openTestDeposits } from '#testing/processes/open-deposits.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { reconcileDue, type ReconcileDeps } from './reconcile.ts'

const database = testDatabase()

test('CARE-11 money at an account that is compared with no bank is an alarm once a day for each account, however often it is looked for', async () => {
  const clock = movableClock()
  const alarms: string[] = []
  const { settle } = openTestDeposits(database.db, clock)
  const bookAt = async (party: string, eventId: string) => {
    await settle({
      channel: 'bank',
      eventId,
      references: [],
      house: { kind: 'bank', party },
      memberId: null,
      hold: 'unknown-payer',
      money: { amount: 100n, currency: 'BAHT' },
      paidAt: clock.now(),
      from: 'bank',
      actor: 'system:bank',
      requestId: 'test',
    })
  }
  const deps = {
    db: database.db,
    clock,
    readSettings: async () => ({ 'deposit.accounts': [] }),
    log: {
      error: ({ party, count }: { party: string; count: number }) =>
        void alarms.push(`${party} ${count}`),
      warn: () => undefined,
    },
  } as unknown as ReconcileDeps
  await bookAt('KBANK:1', 'one')
  await bookAt('KBANK:1', 'two')
  await bookAt('SCB:2', 'three')
  clock.moveMs(dayMs)
  for (let run = 0; run < 3; run += 1) {
    await reconcileDue(deps)
    clock.moveMs(60_000)
  }
  expect(alarms.toSorted()).toEqual(['KBANK:1 2', 'SCB:2 1'])
  await bookAt('KBANK:1', 'four')
  await bookAt('SCB:2', 'five')
  clock.moveMs(dayMs)
  await reconcileDue(deps)
  expect(alarms).toHaveLength(4)
})
