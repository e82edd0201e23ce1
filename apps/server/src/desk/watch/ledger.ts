import { minuteMs } from '@kapao/contract/times'
import { bangkokDayStart, type Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Job } from '#core/jobs/jobs.ts'
import {
  findLastSealNo,
  findPoint,
  isSettled,
  listSeals,
  sealMovements,
  type Point,
} from '#ledger/seal.ts'
import {
  bookedCheck,
  forfeitCheck,
  holdsCheck,
  neverBookedCheck,
  onlyBookedCheck,
  suspenseCheck,
  verifyFresh,
  verifyLedger,
  type Check,
  type Violation,
} from '#ledger/verify.ts'
import { bonusBookedSql, endingSql, takenCheckSql } from '#money/bonus/store.ts'
import { bookedSql, depositCheckSql, suspendedSql } from '#money/deposits/booked-store.ts'
import { inviteBookedSql, inviteCheckSql } from '#rewards/invite/store.ts'
import { refundBookedSql, refundCheckSql } from '#rewards/refund/store.ts'
import { bookedSql as spunSql, spinCheckSql } from '#rewards/spinwheel/store.ts'
import { statementCheckSql } from '#records/statement/store.ts'
import { openHoldsSql } from '#money/transfers/store.ts'
import {
  endedBookedSql,
  openHoldsSql as withdrawalHoldsSql,
  otherEndSql,
} from '#money/withdrawals/books-store.ts'
import { stopOnFindings } from './not-whole.ts'

const givenSql = `${inviteBookedSql} union all ${refundBookedSql}`

/** The checks of `verify` besides the ledger's own; each room that holds money adds its checks here. */
export const ledgerChecks: readonly Check[] = [
  { name: 'statements are numbered without a gap', sql: statementCheckSql, fullOnly: true },
  holdsCheck('transfer', openHoldsSql),
  suspenseCheck(suspendedSql),
  bookedCheck('deposits', bookedSql),
  {
    name: 'every deposit was seen, and every report is of one',
    sql: depositCheckSql,
    fullOnly: true,
  },
  holdsCheck('withdrawal', withdrawalHoldsSql),
  bookedCheck('bonuses and what was given up', bonusBookedSql),
  forfeitCheck(endingSql),
  { name: 'a bonus took what its parts say', sql: takenCheckSql, fullOnly: true },
  bookedCheck('invite rewards and refunds', givenSql),
  onlyBookedCheck('invite rewards and refunds', ['invite', 'refund'], givenSql),
  { name: 'invite rewards are what was earned', sql: inviteCheckSql, fullOnly: true },
  { name: 'refunds are of their periods, which have no gap', sql: refundCheckSql, fullOnly: true },
  bookedCheck('spins and prizes', spunSql),
  onlyBookedCheck('spins and prizes', ['coin_spend', 'prize'], spunSql),
  { name: 'no spin is left out, and every prize is a coupon', sql: spinCheckSql, fullOnly: true },
  bookedCheck('ended withdrawals', endedBookedSql),
  neverBookedCheck('other ends of withdrawals', otherEndSql),
]

const looking = { runsWhenClosed: true } as const

type LedgerDeps = { db: Db; clock: Clock }

/** The jobs that watch over the money. */
export function ledgerJobs(deps: LedgerDeps): Job[] {
  return [
    { ...looking, name: 'ledger.verifyFresh', everyMs: minuteMs, run: openFreshRounds(deps) },
    {
      ...looking,
      name: 'ledger.verify',
      everyMs: 15 * minuteMs,
      run: () => verifyAccounts(deps),
    },
    { name: 'ledger.seal', everyMs: 10 * minuteMs, run: () => sealOnceANight(deps) },
  ]
}

/** Each round begins where the last one without findings ended; the first round of a process at the last seal. */
function openFreshRounds(deps: LedgerDeps): () => Promise<void> {
  const { db } = deps
  let after: bigint | null = null
  let next: Point | null = null
  return async () => {
    // Transactions open at a point may still add movements below it; the round does not wait for them, the next one
    // rereads.
    const isReached = next !== null && (await isSettled(db, next))
    await refuseViolations(deps, await verifyFresh(db, { after, checks: ledgerChecks }))
    if (isReached) after = next!.lastId
    if (isReached || next === null) next = await findPoint(db)
  }
}

/** Also finds changes made outside the ledger, but reads every account. */
async function verifyAccounts(deps: LedgerDeps): Promise<void> {
  const { violations } = await verifyLedger(deps.db, { full: false, checks: ledgerChecks })
  await refuseViolations(deps, violations)
}

/** Stops payouts, and fails until nothing is found any more. */
async function refuseViolations(deps: LedgerDeps, violations: readonly Violation[]): Promise<void> {
  if (violations.length === 0) return
  await stopOnFindings(deps, violations)
  throw new Error(`the ledger is not whole: ${violations.map(({ check }) => check).join('; ')}`)
}

/** Once after every midnight in Bangkok; after an outage at the first opportunity. */
export async function sealOnceANight({ db, clock }: LedgerDeps): Promise<void> {
  const last = (await listSeals(db)).at(-1)
  if (last && new Date(last.sealedAt) >= bangkokDayStart(clock.now())) return
  await sealMovements(db, clock)
}

/**
 * The seals as text: requested for every receipt that is checked, but changed once a night, so all are read only after
 * a new seal.
 */
export function sealsAsText({ db }: Pick<LedgerDeps, 'db'>): () => Promise<string> {
  let known = { last: '', text: '{"seals":[]}' }
  return async () => {
    const last = await findLastSealNo(db)
    if (last !== known.last) known = { last, text: JSON.stringify({ seals: await listSeals(db) }) }
    return known.text
  }
}
