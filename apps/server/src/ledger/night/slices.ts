import type { Db, Tx } from '#core/db/db.ts'
import { findBrokenSeals } from '../seal.ts'
import {
  accountChecks,
  accountsWrong,
  type Check,
  type Verdict,
  type Violation,
} from '../verify.ts'

/** Movements that one question may read before members have a turn. */
const sliceSize = 100_000n

export type SliceDeps = {
  db: Db
  checks: readonly Check[]
  /** Rests as long as the last slice took, so that half of the time is the members'. */
  rest: (tookMs: number) => Promise<void>
  nowMs: () => number
}

/**
 * All that `--full` asks, in slices: each question from a snapshot of its own, so that no old one is held while the night goes on.
 * Every question is about rows that one commit wrote together, so each is right by itself.
 */
export async function verifyInSlices(deps: SliceDeps): Promise<Verdict> {
  const violations: Violation[] = []
  const slice = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const begun = deps.nowMs()
    const answer = await gently(deps.db, work)
    await deps.rest(deps.nowMs() - begun)
    return answer
  }
  const put = async (name: string, sql: string, values: readonly unknown[] = []): Promise<void> => {
    const rows = await slice((tx) => tx.query<Record<string, unknown>>(sql, values))
    violations.push(...rows.map((what) => ({ check: name, what })))
  }

  const all = [...accountChecks, ...deps.checks]
  for (const { name, sql } of all) await put(name, sql)
  const ends = await slice(readEnds)
  for (let from = 0n; from < ends.movements; from += sliceSize)
    await put(movementCheck.name, movementCheck.sql, [from, from + sliceSize])
  for (const [after, upto] of await slice(cutAccounts))
    await put(accountsWrong.name, accountsWrong.sql, [after, upto])
  for (const what of await findBrokenSeals(deps.db))
    violations.push({ check: 'seals agree with the movements', what })
  return { movements: ends.count, accounts: ends.accounts, violations }
}

const movementCheck = {
  name: 'a movement has one currency and two known accounts',
  sql: `select m.id, d.currency as debit, c.currency as credit from ledger_movement m
    left join ledger_account d on d.id = m.debit left join ledger_account c on c.id = m.credit
    where m.id > $1 and m.id <= $2 and (d.currency is distinct from c.currency or d.id is null or c.id is null or m.amount <= 0)
    limit 100`,
}

type Ends = { movements: bigint; count: bigint; accounts: bigint }

async function readEnds(tx: Tx): Promise<Ends> {
  const [ends] = await tx.query<Ends>(
    `select coalesce((select max(id) from ledger_movement), 0) as movements, (select count(*) from ledger_movement) as count,
            (select count(*) from ledger_account) as accounts`,
  )
  return ends!
}

/** Neighbouring accounts that have so many movements together; one that has more stands alone. */
async function cutAccounts(tx: Tx): Promise<[bigint, bigint][]> {
  const rows = await tx.query<{ id: bigint; last: bigint }>(
    `select max(id) as id, max(max(id)) over () as last from (
       select id, (sum(seq) over (order by id)) / $1::bigint as part from ledger_account) parts
     group by part order by 1`,
    [sliceSize],
  )
  // Beyond the last account there may be movements of one that was removed.
  const ends = [...rows.map(({ id }) => id), 2n ** 62n]
  return ends.map((end, at) => [at === 0 ? 0n : ends[at - 1]!, end])
}

async function gently<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.begin(
    async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only')
      await tx.query('set local statement_timeout = 0')
      await tx.query(`set local work_mem = '64MB'`)
      // One core at most is the night's.
      await tx.query('set local max_parallel_workers_per_gather = 0')
      await tx.query('set local plan_cache_mode = force_custom_plan')
      return work(tx)
    },
    { isSlow: true },
  )
}
