import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Log } from '../telemetry/log.ts'
import {
  countUp,
  readCount,
  type Count,
  type RestoreCount,
  type OutsideCount,
} from './restore-store.ts'
import type { CountPlace } from './places.ts'

/** What the database answers to bookings and sends while Kapao is in recovery. */
export const closedState = 'KR001'

export type RestoreWatch = {
  /**
   * Whether Kapao is in recovery after a restore: nothing is paid, played or credited. At most a second old; throws
   * while the database is away.
   */
  isClosed: () => Promise<boolean>
  /** Compares with the counts outside, now and every few seconds, and keeps the new count there. */
  watch: (places: readonly CountPlace[]) => Promise<() => Promise<void>>
}

type RestoreDeps = { db: Db; clock: Clock; log: Pick<Log, 'warn' | 'error'> }

const knownForMs = 1_000
const countedEveryMs = 2_000
const memory = 'the memory of a process'

/** One for each process; it remembers how far the books had come, so that a restore under it is noticed, too. */
export function openRestoreWatch({ db, clock, log }: RestoreDeps): RestoreWatch {
  let highest: Count | null = null
  let known: { isClosed: boolean; untilMs: number } | null = null
  let asking: Promise<boolean> | null = null

  const note = (counted: RestoreCount): boolean => {
    const { isClosed, ...count } = counted
    highest = later(highest, { ...count, at: clock.now() })
    known = { isClosed, untilMs: performance.now() + knownForMs }
    return isClosed
  }
  const ask = async (): Promise<boolean> => {
    const counted = await readCount(db)
    if (highest === null || !isAhead(highest, counted)) return note(counted)
    return count([{ count: highest, place: memory }])
  }
  const count = async (seen: readonly OutsideCount[]): Promise<boolean> => {
    const ahead = seen.reduce<OutsideCount | null>(
      (best, one) => (best === null || isAhead(one.count, best.count) ? one : best),
      null,
    )
    const wasClosed = known?.isClosed ?? false
    const isClosed = note(await countUp(db, ahead, clock.now()))
    if (isClosed && !wasClosed) log.error({ place: ahead?.place ?? null }, inRecovery)
    return isClosed
  }

  return {
    isClosed: async () => {
      if (known && performance.now() < known.untilMs) return known.isClosed
      asking ??= ask().finally(() => (asking = null))
      return asking
    },
    watch: async (places) => {
      const { installation } = await readCount(db)
      const seen = await readAll(places, { installation, log })
      await count(seen)
      const keep = async (): Promise<void> => {
        // A copy that was started beside the original must not move the counts of the original.
        if (highest === null || known?.isClosed) return
        for (const place of places)
          await place.write(highest).catch((error: unknown) => place.fail(error))
      }
      await keep()
      let running = Promise.resolve()
      let isWarned = false
      const round = async (): Promise<void> => {
        await count(highest ? [{ count: highest, place: memory }] : [])
        await keep()
        isWarned = false
      }
      const timer = setInterval(() => {
        running = running.then(round).catch((error: unknown) => {
          known = null
          if (!isWarned) log.warn({ err: error }, 'the books could not be counted')
          isWarned = true
        })
      }, countedEveryMs).unref()
      return async () => {
        clearInterval(timer)
        await running
        for (const place of places) place.close()
      }
    },
  }
}

export const inRecovery =
  'the database is of an earlier time than what is kept outside it: the house is in recovery, see kapao recovery show'

type Comparable = Pick<Count, 'installation' | 'epoch' | 'count'>

/** Counts of other books say nothing; one of an earlier epoch was left behind by a restore that is known. */
function isAhead(one: Comparable, other: Comparable): boolean {
  if (one.installation !== other.installation) return false
  return one.epoch === other.epoch ? one.count > other.count : one.epoch > other.epoch
}

function later(one: Count | null, other: Count): Count {
  return one && isAhead(one, other) ? one : other
}

async function readAll(
  places: readonly CountPlace[],
  { installation, log }: { installation: string; log: Pick<Log, 'warn'> },
): Promise<OutsideCount[]> {
  const seen = await Promise.all(
    places.map(async ({ name, read }) => {
      const count = await read(installation).catch((error: unknown) => {
        log.warn({ err: error, place: name }, 'the count of the books could not be read there')
        return null
      })
      return count ? [{ count, place: name }] : []
    }),
  )
  return seen.flat()
}
