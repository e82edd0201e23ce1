import type { Log } from '../../telemetry/log.ts'
import type { Db } from '../db.ts'
import { sqlStateOf } from '../../sql-state.ts'
import { isAway } from '../outage.ts'
import { readReplayed, readWritten } from './reads-store.ts'

export type Reads = {
  /**
   * For reads that may be as old as the bound. Uses the standby while its age is known and within the bound, else the
   * primary; also repeats the work on the primary when the standby fails during it. While the primary is away, an older
   * standby will do.
   */
  run: <T>(work: (on: Db) => Promise<T>) => Promise<T>
  /**
   * For reads that should be new: the primary, and while that is away a standby within the bound of outages. The work
   * is given the maximum age of what it reads; null on the primary.
   */
  orStandby: <T>(work: ReadWork<T>) => Promise<T>
  /** The maximum age of the standby's answers; null while it is unknown. */
  ageMs: () => number | null
  close: () => Promise<void>
}

type ReadWork<T> = (on: Db, ageMs: number | null) => Promise<T>

type Deps = {
  primary: Db
  standby: Db
  /** A standby older than this is not read while the primary answers. */
  ageMaxMs: number
  /** A standby older than this is never read: what it has would mislead more than it helps. */
  outageMaxMs: number
  log: Pick<Log, 'warn' | 'info'>
  lookEveryMs?: number
}

/** The primary's position in its log at a time. */
type Sample = { atMs: number; place: bigint }

const usualLookEveryMs = 1_000
/**
 * Twice the largest bound that can be set, at one sample a second. While the primary is away none is added, and the last
 * ones keep their times.
 */
const samplesMax = 120
/** The first reads of a process wait this long for the standby's age. */
const firstLookMs = 2_000

/** A standby cancels a long query that conflicts with replay; a primary does not. */
const cancelledByReplay = /^(?:40001|40P01)$/

/** Measures the age of a standby by log positions: the clocks of two machines may differ. */
export function openReads(deps: Deps): Reads {
  const { primary, standby, ageMaxMs, outageMaxMs, log, lookEveryMs = usualLookEveryMs } = deps
  let samples: Sample[] = []
  let replayed: bigint | null = null
  let isUsed: boolean | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const measure = async (): Promise<void> => {
    const atMs = performance.now()
    const written = await readWritten(primary).catch(() => null)
    if (written !== null) samples = [...samples.slice(1 - samplesMax), { atMs, place: written }]
    // Unknown again when it does not answer or was promoted: an idle primary would keep its last position young for ever.
    replayed = await readReplayed(standby).catch(() => null)
    logChange()
  }
  const ageMs = (): number | null => {
    const known = replayed
    if (known === null) return null
    // The standby has at least everything written until the newest sample that it has replayed.
    const newest = samples.findLast(({ place }) => place <= known)
    return newest ? performance.now() - newest.atMs : null
  }
  const isYoung = (): boolean => (ageMs() ?? Infinity) <= ageMaxMs
  const logChange = (): void => {
    if (isUsed === isYoung()) return
    isUsed = isYoung()
    if (isUsed) log.info('reads use the standby')
    else
      log.warn({ ageMs: ageMs() }, 'reads use the primary: the standby is down or too far behind')
  }
  const keepMeasuring = async (): Promise<void> => {
    await measure()
    if (!isClosed) timer = setTimeout(() => void keepMeasuring(), lookEveryMs).unref()
  }
  const first = Promise.race([
    keepMeasuring(),
    new Promise((go) => setTimeout(go, firstLookMs).unref()),
  ])

  const orStandby: Reads['orStandby'] = async (work) => {
    try {
      return await work(primary, null)
    } catch (error) {
      const age = ageMs()
      if (!isAway(error) || age === null || age > outageMaxMs) throw error
      return work(standby, age)
    }
  }
  return {
    run: async (work) => {
      await first
      if (!isYoung()) return orStandby(work)
      try {
        return await work(standby)
      } catch (error) {
        if (!isAway(error) && !cancelledByReplay.test(sqlStateOf(error) ?? '')) throw error
        if (isAway(error)) replayed = null
        return work(primary)
      }
    },
    orStandby,
    ageMs,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await standby.close()
    },
  }
}

/** Without a standby the work runs on the primary. */
export function readFromStandby<T>(
  { db, reads }: { db: Db; reads?: Reads | undefined },
  work: (on: Db) => Promise<T>,
): Promise<T> {
  return reads ? reads.run(work) : work(db)
}

/** What members see of their own, with its maximum age where the primary is away and a standby answered. */
export function readDespiteOutage<T>(
  { db, reads }: { db: Db; reads?: Reads | undefined },
  work: ReadWork<T>,
): Promise<T> {
  return reads ? reads.orStandby(work) : work(db, null)
}
