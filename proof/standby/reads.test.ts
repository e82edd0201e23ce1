import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { openDb } from '../../apps/server/src/core/db/db.ts'
import { appRole } from '../../apps/server/src/core/db/migrate.ts'
import { openReads, type Reads } from '../../apps/server/src/core/db/reads/reads.ts'
import { listOlderRows } from '../../apps/server/src/records/statement/older.ts'
import { verifyLedger } from '../../apps/server/src/ledger/verify.ts'
import { fullChecks } from '../../apps/server/src/desk/watch/night/jobs.ts'
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts'

let pair: PostgresPair
beforeAll(async () => {
  pair = await startPostgresPair()
})
afterAll(() => pair.close())

const silent = { info: () => undefined, warn: () => undefined }

function open(ageMaxMs: number): Reads {
  const about = { role: appRole, connectionsMax: 4, applicationName: 'kapao test reads' }
  const primary = openDb({ ...about, url: pair.primaryUrl })
  const standby = openDb({ ...about, url: pair.standbyUrl })
  const reads = openReads({
    primary,
    standby,
    ageMaxMs,
    outageMaxMs: 60_000,
    log: silent,
    lookEveryMs: 50,
  })
  onTestFinished(async () => {
    await reads.close()
    await primary.close()
  })
  return reads
}

/** Which database answered. */
const askWhere = (reads: Reads): Promise<string> =>
  reads.run(async (on) => {
    const [row] = await on.query<{ where: string }>(
      `select case when pg_is_in_recovery() then 'standby' else 'primary' end as where`,
    )
    return row!.where
  })

test(
  'RUN-50 reads use the standby while it is young, and the primary when it falls behind',
  { tags: 'long-4' },
  async () => {
    const reads = open(1_500)
    await expect.poll(() => askWhere(reads), { timeout: 10_000 }).toBe('standby')
    expect(reads.ageMs()).toBeLessThan(1_500)
    // It still answers, but its data grows old.
    await pair.standby.query('select pg_wal_replay_pause()')
    await pair.primary.query('create table behind (id int)')
    await expect.poll(() => askWhere(reads), { timeout: 10_000 }).toBe('primary')
    expect(reads.ageMs()).toBeGreaterThan(1_500)
    await pair.standby.query('select pg_wal_replay_resume()')
    await expect.poll(() => askWhere(reads), { timeout: 10_000 }).toBe('standby')
  },
)

test('RUN-50 a standby of an idle primary is not old', { tags: 'long-2' }, async () => {
  const reads = open(1_000)
  await expect.poll(() => askWhere(reads), { timeout: 10_000 }).toBe('standby')
  // Three times the age from which the standby would not be asked.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await askWhere(reads)).toBe('standby')
})

test('RUN-50 no read fails when the standby goes down, and it is used again once it is back', async () => {
  const reads = open(5_000)
  await expect.poll(() => askWhere(reads), { timeout: 10_000 }).toBe('standby')
  await pair.stopStandby()
  // Its age was known and young a moment ago.
  for (let asked = 0; asked < 5; asked += 1) expect(await askWhere(reads)).toBe('primary')
  await pair.startStandby()
  await expect.poll(() => askWhere(reads), { timeout: 20_000 }).toBe('standby')
  // Nothing is written and nothing is read: the age still becomes unknown.
  await pair.stopStandby()
  await expect.poll(reads.ageMs, { timeout: 3_000 }).toBeNull()
  await pair.startStandby()
  await expect.poll(() => askWhere(reads), { timeout: 20_000 }).toBe('standby')
})

test('RUN-50 the full check of the ledger runs on a standby', async () => {
  const reads = open(10_000)
  await expect.poll(() => askWhere(reads), { timeout: 10_000 }).toBe('standby')
  let runs = 0
  const verdict = await reads.run((on) => {
    runs += 1
    return verifyLedger(on, { full: true, checks: fullChecks })
  })
  expect(verdict.violations).toEqual([])
  // A check that writes would fail on the standby and be repeated on the primary.
  expect(runs).toBe(1)
})

test('RUN-50 pages of closed days come from the standby, and pages with a day that is not over from the primary', async () => {
  const now = new Date('2026-11-21T05:00:00Z')
  const at = (hours: number) => new Date(now.getTime() - hours * hourMs)
  await pair.primary.query(`insert into statement_counter (member_id, seq) values ('READER', 4)`)
  const add = (seq: number, createdAt: Date, { status = 'SUCCESS', member = 'READER' } = {}) =>
    pair.primary.query(
      `insert into statement_row (member_id, seq, operation, statement_type, "from", "to", status, amount, currency, created_at)
       values ($5, $1, $2, 'deposit', '', 'wallet', $4, 100, 'BAHT', $3)`,
      [seq, randomUUID(), createdAt, status, member],
    )
  await add(1, at(80))
  await add(2, at(79))
  await add(3, at(30))
  await add(4, at(1))
  const member = 'LATER'
  await add(1, at(80), { member })
  await add(2, at(79), { member })
  await pair.catchUp()
  // From here on only the primary advances, so a read that sees this was answered there.
  await pair.standby.query('select pg_wal_replay_pause()')
  await pair.primary.query(`alter table statement_row disable trigger user`)
  await pair.primary.query(`update statement_row set amount = 999 where member_id = 'READER'`)
  const reads: Reads = {
    run: (work) => work(pair.standby),
    orStandby: (work) => work(pair.primary, null),
    ageMs: () => 0,
    close: async () => undefined,
  }
  const deps = { db: pair.primary, clock: { now: () => now }, reads }
  const amounts = async (before: number | null) => {
    const { statements } = await listOlderRows(deps, 'READER', { before, kind: null, limit: 2 })
    return statements.map(({ amount }) => Number((amount as { amount: bigint }).amount))
  }
  expect(await amounts(4)).toEqual([100, 100])
  expect(await amounts(null)).toEqual([999, 999])
  expect(await amounts(5)).toEqual([999, 999])
  // The row between was written just now and not replayed; without it the page would have a gap.
  await add(3, at(1), { member })
  const { statements } = await listOlderRows(deps, member, { before: 4, kind: null, limit: 2 })
  expect(statements.map(({ seq }) => seq)).toEqual([3, 2])
  await pair.standby.query('select pg_wal_replay_resume()')
})
