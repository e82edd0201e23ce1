import type { Log } from '../../telemetry/log.ts'
import { sqlStateOf, type Db } from '../db.ts'
import { isAway } from '../outage.ts'
import { readReplayed, readWritten } from './reads-store.ts'

export type Reads = {
  /**
   * For what may be as old as the bound. Asked of the standby while its age is known and within it, else of the one that takes
   * writes; also when the standby goes away in the middle of it.
   */
  run: <T>(work: (on: Db) => Promise<T>) => Promise<T>
  /** How old the standby's answers are at most; null while that is not known. */
  ageMs: () => number | null
  close: () => Promise<void>
}

type Deps = {
  primary: Db
  standby: Db
  /** What is older is not read. */
  ageMaxMs: number
  log: Pick<Log, 'warn' | 'info'>
  lookEveryMs?: number
}

/** When the one that takes writes had come so far. */
type Sample = { atMs: number; place: bigint }

const usualLookEveryMs = 1_000
/** As long as the bound may be. */
const samplesMax = 120
/** The first look of a process that has just begun. */
const firstLookMs = 2_000

/** A long question of a standby, which what is replayed would change under its hands; what takes writes has no such trouble. */
const cancelledByReplay = /^(?:40001|40P01|25006)$/

/** A standby beside the database, and how old it is: by what each of both has come to, and not by the clocks of two machines. */
export function openReads(deps: Deps): Reads {
  const { primary, standby, ageMaxMs, log, lookEveryMs = usualLookEveryMs } = deps
  let samples: Sample[] = []
  let seen: { atMs: number; replayed: bigint } | null = null
  let isUsed: boolean | null = null
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const look = async (): Promise<void> => {
    const atMs = performance.now()
    const written = await readWritten(primary).catch(() => null)
    if (written !== null) samples = [...samples.slice(1 - samplesMax), { atMs, place: written }]
    const replayed = await readReplayed(standby).catch(() => null)
    if (replayed !== null) seen = { atMs: performance.now(), replayed }
    tell()
  }
  const ageMs = (): number | null => {
    const known = seen
    if (known === null) return null
    // What it had come to when it was last seen it has now; how much has been written since is not known.
    const newest = samples.findLast(({ place }) => place <= known.replayed)
    return newest ? performance.now() - newest.atMs : null
  }
  const isYoung = (): boolean => (ageMs() ?? Infinity) <= ageMaxMs
  const tell = (): void => {
    if (isUsed === isYoung()) return
    isUsed = isYoung()
    if (isUsed) log.info('the standby is young enough to be read from')
    else log.warn({ ageMs: ageMs() }, 'the standby is not read from: it is away or too old')
  }
  const lookOn = async (): Promise<void> => {
    await look()
    if (!isClosed) timer = setTimeout(() => void lookOn(), lookEveryMs).unref()
  }
  const first = Promise.race([lookOn(), new Promise((go) => setTimeout(go, firstLookMs).unref())])

  return {
    run: async (work) => {
      await first
      if (!isYoung()) return work(primary)
      try {
        return await work(standby)
      } catch (error) {
        if (!isAway(error) && !cancelledByReplay.test(sqlStateOf(error) ?? '')) throw error
        if (isAway(error)) seen = null
        return work(primary)
      }
    },
    ageMs,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await standby.close()
    },
  }
}

/** Where there is no standby, everything is asked of the one database. */
export function readFromStandby<T>(
  { db, reads }: { db: Db; reads?: Reads | undefined },
  work: (on: Db) => Promise<T>,
): Promise<T> {
  return reads ? reads.run(work) : work(db)
}
