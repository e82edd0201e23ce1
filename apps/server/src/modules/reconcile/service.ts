import { bangkokDayStart, type Clock } from '#core/clock.ts'
import type { Db } from '#core/db.ts'
import type { Log } from '#core/log.ts'
import { classify, type Sides } from './compare.ts'
import { setResult, type Result } from './store.ts'

export type Time = { from: Date; to: Date }

/** Somebody outside who can be asked what happened in a time. */
export type Source = {
  source: 'bank' | 'gateway' | 'payout' | 'giftlink' | 'provider'
  party: string
  read: (time: Time) => Promise<Sides | { why: string }>
}

export type ReconcileDeps = {
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
  listSources: () => Promise<Source[]>
}

const dayMs = 24 * 60 * 60_000
const bangkokOffsetMs = 7 * 60 * 60_000

/** Asks everybody about one day in Bangkok and keeps what does not agree. One who cannot be asked is a result, too. */
export async function reconcileDay(deps: ReconcileDeps, dayStart: Date): Promise<Result[]> {
  const time = { from: dayStart, to: new Date(dayStart.getTime() + dayMs) }
  const day = dayOf(dayStart)
  const results: Result[] = []
  for (const { source, party, read } of await deps.listSources()) {
    const sides = await read(time).catch((error: unknown) => ({ why: (error as Error).message }))
    const found = 'why' in sides ? { ours: [], theirs: [] } : sides
    const result: Result = {
      source,
      party,
      day,
      why: 'why' in sides ? sides.why.slice(0, 200) : null,
      ours: found.ours.length,
      theirs: found.theirs.length,
      findings: classify(found),
      checkedAt: deps.clock.now(),
    }
    await setResult(deps.db, result)
    results.push(result)
  }
  return results
}

/** Yesterday, after every midnight in Bangkok; what is for people is said aloud. */
export async function reconcileYesterday(deps: ReconcileDeps): Promise<void> {
  const yesterday = new Date(bangkokDayStart(deps.clock.now()).getTime() - dayMs)
  for (const { source, party, why, findings } of await reconcileDay(deps, yesterday)) {
    const count = findings.filter((one) => one.class === 'open').length
    if (why !== null || count > 0)
      deps.log.error(
        { source, party, count, why },
        'the books and the outside do not agree: kapao reconcile',
      )
  }
}

export function dayOf(dayStart: Date): string {
  return new Date(dayStart.getTime() + bangkokOffsetMs).toISOString().slice(0, 10)
}

export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+07:00`)
}
