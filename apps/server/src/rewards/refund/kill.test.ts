import { expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { bangkokWeekStart, systemClock } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import type { Moment } from '#testing/database/database-wire.ts'
import { openDepositWorld, type DepositWorld } from '#testing/worlds/deposit-world.ts'
import { killWorkerAt } from '#testing/processes/killed-worker.ts'
import { readSettings } from '#settings/read.ts'
import { closeDuePeriods } from './close.ts'
import { sampled } from '#testing/models/sample.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'

/** Each case starts a worker. */
const patienceMs = 180_000
const dataDir = tempFolder()

const moments: Moment[] = [
  { at: 'before', statement: 'insert into refund_cursor' },
  { at: 'before the commit of', statement: 'insert into refund_period' },
  { at: 'after the commit of', statement: 'insert into refund_period' },
  { at: 'before', statement: 'insert into refund_closed' },
]

/** A member who lost this much in the week that is over. */
async function addLoser({ database: { db }, addMember }: DepositWorld, lost: bigint) {
  const { id: owner } = await addMember()
  const book = accountBook(db)
  const [game] = await book.open(db, [{ owner, kind: 'game', party: 'pg', currency: 'BAHT' }])
  const opening = await book.house('opening', '', 'BAHT')
  const provider = await book.house('provider', 'pg', 'BAHT')
  const money = { amount: lost, currency: 'BAHT' as const }
  const lastWeek = new Date(bangkokWeekStart(systemClock.now()).getTime() - dayMs)
  await db.begin((tx) =>
    postAll(tx, lastWeek, [
      { idem: systemIds.key(), debit: opening, credit: game!, money, kind: 'opening' },
      { idem: systemIds.key(), debit: game!, credit: provider, money, kind: 'play_result' },
    ]),
  )
}

test.concurrent.each(sampled('refund: closed', 1, moments))(
  'I26 a week that is being closed, killed $at $statement: every loss is counted once by the next worker',
  { tags: 'long-1', timeout: patienceMs },
  async (moment) => {
    const world = await openDepositWorld()
    const { db, url } = world.database
    try {
      for (const lost of [10_000n, 20_000n, 30_000n]) await addLoser(world, lost)
      await killWorkerAt(url, moment, { DATA_DIR: dataDir })
      const closed = () => db.query('select 1 from refund_closed')
      expect(await closed()).toEqual([])

      const read = () => readSettings(db)
      const worker = () =>
        closeDuePeriods(
          { db, clock: systemClock, log: console, readSettings: read },
          { by: 'system:worker', waitMs: 0 },
        )
      await Promise.all([worker(), worker()])
      await worker()
      expect(await closed()).toHaveLength(1)
      const periods = await db.query('select lost, amount from refund_period order by lost')
      expect(periods).toEqual([
        { lost: 10_000n, amount: 500n },
        { lost: 20_000n, amount: 1_000n },
        { lost: 30_000n, amount: 1_500n },
      ])
      expect(await world.violations()).toEqual([])
    } finally {
      await world.close()
    }
  },
)
