import type { Db, Tx } from '#core/db/db.ts'
import {
  accountChecks,
  accountsWrong,
  askAll,
  fromOneSnapshot,
  movementsWrong,
  verifySeals,
  type Check,
  type Question,
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
  const put = async (question: Question): Promise<void> => {
    violations.push(...(await slice((tx) => askAll(tx, [question]))))
  }

  for (const check of [...accountChecks, ...deps.checks]) await put(check)
  const ends = await slice(readEnds)
  for (let from = 0n; from < ends.movements; from += sliceSize)
    await put({ ...movementsWrong, values: [from, from + sliceSize] })
  for (const values of await slice(cutAccounts)) await put({ ...accountsWrong, values })
  violations.push(...(await verifySeals(deps.db)))
  return { movements: ends.count, accounts: ends.accounts, violations }
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

function gently<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const onOneCore = async (tx: Tx): Promise<T> => {
    await tx.query('set local max_parallel_workers_per_gather = 0')
    return work(tx)
  }
  return fromOneSnapshot(db, onOneCore, '64MB')
}
