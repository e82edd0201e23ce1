import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import { bangkokDayName, bangkokDaysBefore, type Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import type { Log } from '#core/telemetry/log.ts'
import { keepDifferences as keepItems } from '#records/items/differences.ts'
import { classify, type Sides } from './compare.ts'
import { listResults, setResult, type Result } from './store.ts'

export type Time = { from: Date; to: Date }

/** An outside party that can be queried about a period. */
export type Source = {
  source: 'payout' | 'giftlink' | 'provider'
  party: string
  read: (time: Time) => Promise<Sides | { why: string }>
}

export type ReconcileDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
  listSources: () => Promise<Source[]>
}

/** Work begun before midnight has ended by then, here and outside. */
const settledAfterMs = 30 * minuteMs
/** A day with differences is compared again this often: what has ended since need not wait for a person. */
const againMs = 6 * hourMs
/** How far back the comparison goes after a time in which nothing ran. */
const daysMax = 7

/**
 * Queries every party about one day in Bangkok and stores the differences. A party that cannot be queried is a result,
 * too.
 */
export async function reconcileDay(
  deps: ReconcileDeps,
  dayStart: Date,
  isWanted: (source: Pick<Source, 'source' | 'party'>) => boolean = () => true,
): Promise<Result[]> {
  const time = { from: dayStart, to: new Date(dayStart.getTime() + dayMs) }
  const day = bangkokDayName(dayStart)
  const results: Result[] = []
  for (const { source, party, read } of (await deps.listSources()).filter(isWanted)) {
    const sides = await read(time).catch((error: unknown) => ({ why: (error as Error).message }))
    const found: Sides = 'why' in sides ? { ours: [], theirs: [] } : sides
    const result: Result = {
      source,
      party,
      day,
      why: 'why' in sides ? sides.why.slice(0, 200) : null,
      ours: found.ours.length,
      theirs: found.theirs.length,
      unasked: found.unasked ?? 0,
      findings: classify(found),
      checkedAt: deps.clock.now(),
    }
    await deps.db.begin(async (tx) => {
      await setResult(tx, result)
      await keepDifferences(tx, result, found.currencies)
    })
    results.push(result)
  }
  return results
}

/**
 * Compares every whole day that was not compared yet; a party that could not be queried is queried again. Raises one
 * alarm for each finding that needs an operator.
 */
export async function reconcileDue(deps: ReconcileDeps): Promise<void> {
  const days = bangkokDaysBefore(new Date(deps.clock.now().getTime() - settledAfterMs), {
    count: daysMax,
  })
  for (const day of days) {
    const known = await listResults(deps.db, bangkokDayName(day))
    const isYesterday = day === days.at(-1)
    const find = (one: { source: string; party: string }) =>
      known.find(({ source, party }) => source === one.source && party === one.party)
    const isDue = (one: Pick<Source, 'source' | 'party'>): boolean => {
      const last = find(one)
      if (!last || (last.why !== null && isYesterday)) return true
      const isOpen = last.findings.some((found) => found.class === 'open')
      return isOpen && deps.clock.now().getTime() - last.checkedAt.getTime() >= againMs
    }
    for (const result of await reconcileDay(deps, day, isDue))
      logDifferences(deps, result, find(result))
  }
}

/** What a reference is here, where it is one of ours. */
const nameOf: Readonly<Record<string, string>> = { payout: 'payout', provider: 'transfer' }

/**
 * Each difference that needs a person is an item, until a later comparison of its day finds it no more. A party that
 * was not asked says nothing about what was found before.
 */
async function keepDifferences(
  tx: Tx,
  { source, party, day, why, findings, checkedAt }: Result,
  currencies: Sides['currencies'],
): Promise<void> {
  if (why !== null) return
  const found = findings
    .filter((one) => one.class === 'open')
    .map(({ kind, reference, ours, theirs, what }) => ({
      kind,
      reference,
      ours: ours === null ? null : BigInt(ours),
      theirs: theirs === null ? null : BigInt(theirs),
      currency: currencies?.get(reference),
      words: `${source} ${party} on ${day}: ${what} (${reference})`,
      evidence: {
        // Games are words of the page; companies that pay are names.
        [source === 'provider' ? 'game' : 'provider']: party,
        day,
        [nameOf[source] ?? 'reference']: reference,
      },
    }))
  const scope = `${source}:${party}:${day}`
  await keepItems(tx, { scope, found, at: checkedAt, requestId: 'reconcile' })
}

function logDifferences({ log }: ReconcileDeps, result: Result, before: Result | undefined): void {
  const { source, party, day, why, unasked, findings } = result
  const isKnown = (name: string) => before?.findings.some((one) => one.reference === name)
  const open = findings.filter((one) => one.class === 'open')
  const count = open.filter(({ reference }) => !isKnown(reference)).length
  const isNews = (why !== null && why !== before?.why) || unasked > 0
  if (isNews || count > 0)
    log.error(
      { source, party, day, count, unasked, why },
      'the books and the outside do not agree: kapao reconcile',
    )
}

export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+07:00`)
}
