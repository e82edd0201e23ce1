import { hourMs, minuteMs } from '@kapao/contract/times'
import { bangkokDayStart, type Clock } from '#core/clock.ts'
import type { SealsOutside } from '#outside/seals/account.ts'
import { listRestores } from '#core/restore/restore-store.ts'
import { auditStream } from '#core/audit/audit-store.ts'
import type { Db, Queryable } from '#core/db/db.ts'
import { readFromStandby, type Reads } from '#core/db/reads/reads.ts'
import type { Job } from '#core/jobs/jobs.ts'
import { compareOutside, type PlaceComparison } from '#ledger/heads/compare.ts'
import { sendHeads, type Streams } from '#ledger/heads/send.ts'
import { verifyInSlices } from '#ledger/night/slices.ts'
import { findVerdict, keepVerdict, type KeptVerdict } from '#ledger/night/verdict.ts'
import type { Violation } from '#ledger/verify.ts'
import { openPlaces } from '#outside/seals/places.ts'
import { noteItem } from '#records/items/store.ts'
import { statementsSql } from '#records/statement/store.ts'
import { ledgerChecks } from '../ledger.ts'
import { stopOnFindings } from '../not-whole.ts'
import { checkMeaning } from '../meaning/check-meaning.ts'
import { trailChecks } from './trail-store.ts'

/** When few members play; days are Bangkok's. */
const nightHour = 3
const restMaxMs = 5_000

const streams: Streams = { audit: auditStream, statementsSql }

/** The ledger's own checks and those across several rooms, which only the full check runs. */
export const fullChecks = [...ledgerChecks, ...trailChecks]

type NightDeps = {
  db: Db
  reads?: Reads | undefined
  clock: Clock
  config: { sealsOutside: SealsOutside | null }
  /** Tests do not pause. */
  rest?: (tookMs: number) => Promise<void>
}

/** The background jobs for the books: heads are sent outside, and every check runs each night. */
export function nightJobs(deps: NightDeps): Job[] {
  const { sealsOutside: outside } = deps.config
  const verify = {
    name: 'ledger.verifyFull',
    everyMs: 10 * minuteMs,
    run: () => verifyNightly(deps),
  }
  const look = { name: 'ledger.lookAtMeaning', everyMs: minuteMs, run: () => checkMeaning(deps) }
  // A public key can verify but not sign.
  if (outside?.key.type !== 'private') return [verify, look]
  const places = openPlaces(outside.places)
  const send = () => sendHeads({ ...deps, streams, key: outside.key }, places)
  return [verify, look, { name: 'ledger.sendHeads', everyMs: 10 * minuteMs, run: send }]
}

/** Once after each 3 o'clock, and every hour while there are findings; fails until a later run finds none. */
async function verifyNightly(deps: NightDeps): Promise<void> {
  const { db, clock } = deps
  const last = await findVerdict(db)
  if (isDue(last, clock.now())) {
    const begunAt = clock.now()
    const verdict = await readFromStandby(deps, (on) =>
      verifyInSlices({
        db: on,
        checks: fullChecks,
        nowMs: () => clock.now().getTime(),
        rest: deps.rest ?? rest,
      }),
    )
    const compared = await compareHeads(deps)
    const outsideDiffers = violationsOf(compared)
    const violations = [...verdict.violations, ...outsideDiffers]
    await noteTaken(db, compared, begunAt)
    await keepVerdict(db, { ...verdict, violations }, { begunAt, endedAt: clock.now() })
    if (verdict.violations.length > 0) await stopOnFindings(deps, verdict.violations)
    if (outsideDiffers.length > 0) await noteNotWhole(db, outsideDiffers, begunAt)
  }
  refuseNotWhole(await findVerdict(db))
}

function isDue(last: KeptVerdict | null, now: Date): boolean {
  if (last === null) return true
  if (!last.isWhole && now.getTime() - last.begunAt.getTime() >= hourMs) return true
  const tonight = new Date(bangkokDayStart(now).getTime() + nightHour * hourMs)
  return now >= tonight && last.begunAt < tonight
}

const rest = (tookMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(tookMs, restMaxMs)))

async function noteNotWhole(db: Db, violations: readonly Violation[], at: Date): Promise<void> {
  const names = [...new Set(violations.map(({ check }) => check))]
  await noteItem(db, {
    kind: 'ledger.not-whole',
    // One for each day and each set of checks with findings.
    key: `${bangkokDayStart(at).toISOString()} ${names.join('; ')}`.slice(0, 200),
    words: `The books are not whole: ${names.join('; ')}`,
    evidence: { checks: names },
    since: at,
  })
}

/** An owner of the database could declare a restore to hide what they removed, so operators look at each. */
async function noteTaken(db: Db, compared: readonly PlaceComparison[], since: Date): Promise<void> {
  for (const { place, explained } of compared)
    for (const what of explained)
      await noteItem(db, {
        kind: 'ledger.heads-taken',
        key: `${place} ${what}`.slice(0, 200),
        words: `${place}: ${what}`,
        since,
      })
}

function refuseNotWhole(last: KeptVerdict | null): void {
  if (!last || last.isWhole) return
  const names = [...new Set(last.findings.map(({ check }) => check))]
  throw new Error(`the ledger was not whole at ${last.begunAt.toISOString()}: ${names.join('; ')}`)
}

/** Compares the heads stored outside with the database; empty when no place is configured. */
export async function compareHeads({
  db,
  clock,
  config: { sealsOutside: outside },
}: Pick<NightDeps, 'clock' | 'config'> & { db: Queryable }): Promise<PlaceComparison[]> {
  if (!outside) return []
  const lost = (await listRestores(db)).flatMap(({ pointAt, foundAt, openedAt }) =>
    pointAt ? [{ from: pointAt, to: foundAt, isOpen: openedAt === null }] : [],
  )
  const deps = { on: db, streams, key: outside.key, now: clock.now(), lost }
  return compareOutside(deps, openPlaces(outside.places))
}

export function violationsOf(compared: readonly PlaceComparison[]): Violation[] {
  return compared.flatMap(({ place, findings }) =>
    findings.map((what) => ({
      check: 'what lies outside agrees with the books',
      what: `${place}: ${what}`,
    })),
  )
}
