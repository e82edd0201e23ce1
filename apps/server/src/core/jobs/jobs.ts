import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { isAway } from '../db/outage.ts'
import type { Ids } from '../ids.ts'
import { finishJob, leaseDueJobs, registerJobs, renewLease, type Lease } from './job-store.ts'
import { describeError, type Log } from '../telemetry/log.ts'

export type Job = {
  /** `<module>.<verb>`, such as `sessions.forgetOld`. */
  name: string
  everyMs: number
  /** Looks for what is due and does it; may run again before the first has ended, if a lease was lost. */
  run: () => Promise<unknown>
  /** Has a run end early, and waits for what it left under way. */
  stop?: () => Promise<void>
}

export type JobDeps = {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  /** False while the time here is not the database's: what is due is not known then, and nothing is begun. */
  isClockRight?: () => Promise<boolean>
}

export type Jobs = {
  /** Runs what is due and free once, and answers the names. Tests call it themselves. */
  runDue: () => Promise<string[]>
  start: () => void
  /** Lets what runs now end, and starts nothing more. */
  stop: () => Promise<void>
}

const tickMs = 1_000
/** A process that dies holds its jobs no longer than this. */
const leaseMs = 15_000
const renewEveryMs = 5_000
const errorLengthMax = 300

/** Periodic work, shared by all processes: whoever asks first when a job is due runs it. */
export function createJobs(deps: JobDeps, jobs: readonly Job[]): Jobs {
  const { db, clock, ids, log, isClockRight = async () => true } = deps
  const owner = ids.key()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let ticking = Promise.resolve()
  let registered = false
  let stopped = false

  const lease = (): Lease => {
    const at = clock.now()
    return { owner, at, until: new Date(at.getTime() + leaseMs) }
  }
  const startDue = async (): Promise<{ name: string; done: Promise<void> }[]> => {
    const names = jobs.map((job) => job.name)
    if (!registered) await registerJobs(db, names, clock.now())
    registered = true
    const leased = await leaseDueJobs(db, jobs, lease())
    // Whoever stopped meanwhile is about to close the database; others take them when the lease has ended.
    if (stopped) return []
    return jobs
      .filter((job) => leased.includes(job.name))
      .map((job) => {
        const done = runLeased(deps, job, lease)
        running.add(done)
        void done.finally(() => running.delete(done))
        return { name: job.name, done }
      })
  }
  const tick = async (): Promise<void> => {
    try {
      if (await isClockRight()) await startDue()
    } catch (error) {
      log.warn({ err: error }, 'the jobs cannot be asked for')
    }
    if (!stopped) timer = setTimeout(beginTick, tickMs)
  }
  const beginTick = (): void => {
    ticking = tick()
  }

  return {
    runDue: async () => {
      const started = await startDue()
      await Promise.all(started.map(({ done }) => done))
      return started.map(({ name }) => name)
    },
    start: beginTick,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await ticking
      await Promise.all([...running, ...jobs.map((job) => job.stop?.())])
    },
  }
}

/** Never rejects: a job that fails is tried again at its next time, and its row says why. */
async function runLeased({ db, clock, log }: JobDeps, job: Job, lease: () => Lease): Promise<void> {
  const { owner, at } = lease()
  const renewal = setInterval(() => {
    renewLease(db, job.name, lease()).catch(() => undefined)
  }, renewEveryMs)
  let failure: string | null = null
  try {
    await job.run()
  } catch (error) {
    log.error({ job: job.name, err: error }, 'job failed')
    failure = describeError(error).message.slice(0, errorLengthMax)
  } finally {
    clearInterval(renewal)
  }
  // Counted from the start, so that a slow job keeps its rhythm, but never in the past.
  const now = clock.now()
  const nextAt = new Date(Math.max(at.getTime() + job.everyMs, now.getTime()))
  await finishJob(db, { name: job.name, owner, at: now, nextAt, error: failure }).catch((error) =>
    log.warn({ job: job.name, err: error }, 'the end of a job could not be written'),
  )
}

export type Each<T> = {
  log: Pick<Log, 'error'>
  /** What is said of one that failed. */
  failed: string
  subjectOf: (item: T) => Record<string, string>
  /** Where each waits for somebody outside, one who is slow must not keep the others waiting. */
  atOnceMax?: number
}

/**
 * Does the same for one after the other, or some at once. One that fails keeps nobody waiting: it is logged with whose it was, and
 * when all have had their turn the whole fails with how many there were, so that the job's row says so and its next round tries
 * them again.
 */
export async function doEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
  { log, failed, subjectOf, atOnceMax = 1 }: Each<T>,
): Promise<void> {
  const failures: unknown[] = []
  const shared = (async function* () {
    yield* items
  })()
  const workOn = async (): Promise<void> => {
    // Whoever throws ends the list for the others, too.
    for await (const item of shared)
      try {
        await work(item)
      } catch (error) {
        if (isAway(error)) throw error
        log.error({ ...subjectOf(item), err: error }, failed)
        failures.push(error)
      }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnceMax }, workOn))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  if (failures.length > 0) throw new Error(`${failed}: ${failures.length}`, { cause: failures[0] })
}

/** Walks through a list a page at a time, each from where the last one ended. */
export async function* walk<T>(
  listAfter: (after: string) => Promise<readonly T[]>,
  keyOf: (item: T) => string,
): AsyncGenerator<readonly T[]> {
  for (let after = ''; ;) {
    const page = await listAfter(after)
    if (page.length === 0) return
    yield page
    after = keyOf(page.at(-1)!)
  }
}
