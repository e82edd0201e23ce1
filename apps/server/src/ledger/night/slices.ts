import type { Db, Tx } from '#core/db/db.ts'
import { findBrokenSeals } from '../seal.ts'
import {
  accountChecks,
  accountsWrong,
  type Check,
  type Verdict,
  type Violation,
} from '../verify.ts'

/** Movements that one query may read before members get the database again. */
const sliceSize = 100_000n

export type SliceDeps = {
  db: Db
  checks: readonly Check[]
  /** Pauses as long as the last slice took, so that members get half of the time. */
  rest: (tookMs: number) => Promise<void>
  nowMs: () => number
}

/**
 * Runs all checks of `--full` in slices: each query has its own snapshot, so that no old one is held through the
 * night. Every check is about rows that one commit wrote together, so each is correct on its own.
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

/** Ranges of adjacent accounts with about this many movements in total; a larger account is a range of its own. */
async function cutAccounts(tx: Tx): Promise<[bigint, bigint][]> {
  const rows = await tx.query<{ id: bigint; last: bigint }>(
    `select max(id) as id, max(max(id)) over () as last from (
       select id, (sum(seq) over (order by id)) / $1::bigint as part from ledger_account) parts
     group by part order by 1`,
    [sliceSize],
  )
  // After the last account there may be movements of a deleted one.
  const ends = [...rows.map(({ id }) => id), 2n ** 62n]
  return ends.map((end, at) => [at === 0 ? 0n : ends[at - 1]!, end])
}

async function gently<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.begin(
    async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only')
      await tx.query('set local statement_timeout = 0')
      await tx.query(`set local work_mem = '64MB'`)
      // The nightly check uses at most one core.
      await tx.query('set local max_parallel_workers_per_gather = 0')
      await tx.query('set local plan_cache_mode = force_custom_plan')
      return work(tx)
    },
    { isSlow: true },
  )
}
