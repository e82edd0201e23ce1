import type { Report } from './report.ts'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { listRows } from '../../apps/server/src/records/statement/store.ts'
import {
  openInstantTransfers,
  type InstantTransfers,
} from '../../apps/server/src/testing/doubles/instant-transfers.ts'
import { medianOf } from './median.ts'
import { games, type BenchDatabase } from './stage.ts'

const statementRows = 20_000
const deepPage = 1_000

/** Page 1000 of a long statement compared with page 1, with the total, in alternating reads. */
export async function measureStatementPages(stage: BenchDatabase, report: Report): Promise<void> {
  const memberId = stage.memberIds[0]!
  await stage.ownerDb.query(
    `with counter as (update statement_counter set seq = seq + $2 where member_id = $1 returning seq)
     insert into statement_row (member_id, seq, operation, statement_type, "from", "to", status, amount, currency, created_at)
     select $1, counter.seq - $2 + n, gen_random_uuid(), 'transfer', 'wallet', 'pg', 'SUCCESS', n, 'BAHT', now()
     from counter, generate_series(1, $2) n`,
    [memberId, statementRows],
  )
  await stage.ownerDb.query('vacuum analyze statement_row')
  const times: Record<number, number[]> = { 1: [], [deepPage]: [] }
  for (let read = 0; read < 600; read += 1)
    for (const page of [1, deepPage]) {
      const begun = performance.now()
      const { rows } = await listRows(stage.db, memberId, { page, limit: 10 })
      times[page]!.push(performance.now() - begun)
      if (rows.length !== 10) throw new Error(`page ${page} has ${rows.length} rows`)
    }
  const first = medianOf(times[1]!)
  const deep = medianOf(times[deepPage]!)
  report({ name: 'ledger.statement.page1', value: first, unit: 'ms' })
  report({ name: 'ledger.statement.page1000', value: deep, unit: 'ms' })
  report({ name: 'ledger.statement.ratio', value: deep / first, unit: 'ratio', target: '<= 1.2' })
}

const lockedForMs = 10_000
const callers = 64

/** How much a member whose row is locked for ten seconds slows the others: transfers a second before and meanwhile. */
export async function measureLockedRow(stage: BenchDatabase, report: Report): Promise<void> {
  const { db } = stage
  const transfers = openInstantTransfers({ db, clock: systemClock }, games)
  const stuck = stage.memberIds[0]!
  const others = stage.memberIds.slice(1)
  await completeFor(transfers, others, 2_000)
  const free = await completeFor(transfers, others, lockedForMs / 2)
  const locked = stage.ownerDb.begin(async (tx) => {
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    await tx.query('select from ledger_account where owner = $1 for update', [stuck])
    await new Promise((resolve) => setTimeout(resolve, lockedForMs))
  })
  const nagging = nag(transfers, stuck, lockedForMs)
  const meanwhile = await completeFor(transfers, others, lockedForMs - 500)
  await Promise.all([locked, nagging])
  report({ name: 'ledger.locked.free', value: free, unit: '1/s' })
  report({ name: 'ledger.locked.meanwhile', value: meanwhile, unit: '1/s' })
  report({
    name: 'ledger.locked.ratio',
    value: meanwhile / free,
    unit: 'ratio',
    target: '>= 0.8',
  })
}

const wanted = { from: 'pg', to: 'wallet', amount: '1' } as never

/** Each caller has its own members, since a member may have one transfer under way with a game. */
async function completeFor(
  transfers: InstantTransfers,
  memberIds: string[],
  ms: number,
): Promise<number> {
  let completed = 0
  const end = performance.now() + ms
  const caller = async (mine: string[]): Promise<void> => {
    while (performance.now() < end) {
      const memberId = mine[Math.floor(Math.random() * mine.length)]!
      await transfers.complete({ memberId, key: systemIds.key(), requestId: 'bench' }, wanted)
      completed += 1
    }
  }
  await Promise.all(
    Array.from({ length: callers }, (_, at) =>
      caller(memberIds.filter((_, n) => n % callers === at)),
    ),
  )
  return (completed / ms) * 1000
}

/** The blocked member keeps trying, and is refused each time. */
async function nag(transfers: InstantTransfers, memberId: string, ms: number): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end)
    await transfers
      .complete({ memberId, key: systemIds.key(), requestId: 'bench' }, wanted)
      .catch(() => undefined)
}
