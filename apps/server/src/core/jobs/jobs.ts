import type { Clock } from '../clock.ts'
import { collect } from '../db/collect.ts'
import type { Db } from '../db/db.ts'
import { isAway } from '../db/outage.ts'
import type { Ids } from '../ids.ts'
import {
  finishJobs,
  leaseDueJobs,
  registerJobs,
  renewLease,
  type FinishedJob,
  type Lease,
} from './job-store.ts'
import { describeError, type Log } from '../telemetry/log.ts'

export type Job = {
  /** `<room>.<verb>`, such as `sessions.forgetOld`. */
  name: string
  everyMs: number
  /** Finds and does the due work; may start again before the first run has ended, if a lease was lost. */
  run: () => Promise<unknown>
  /** Makes a run end early, and waits for the work that it left behind. */
  stop?: () => Promise<void>
  /** It only looks, and also runs while Kapao is in recovery; all other jobs rest then. */
  runsWhenClosed?: true
}

export type JobDeps = {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  /** False while this clock differs from the database's: due times are unknown then, and no job begins. */
  isClockRight?: () => Promise<boolean>
  /** While Kapao is in recovery jobs rest. */
  isClosed?: () => Promise<boolean>
}

export type Jobs = {
  /** Runs the jobs that are due and free once, and answers their names. Tests call it directly, for some of them. */
  runDue: (isChosen?: (name: string) => boolean) => Promise<string[]>
  start: () => void
  /** Waits for running jobs, and starts no more. */
  stop: () => Promise<void>
}

const tickMs = 1_000
/** A process that dies holds its jobs no longer than this. */
const leaseMs = 15_000
const renewEveryMs = 5_000
const errorLengthMax = 300

/** Periodic work, shared by all processes: the first to ask when a job is due runs it. */
export function createJobs(deps: JobDeps, jobs: readonly Job[]): Jobs {
  const { db, clock, ids, log, isClockRight = async () => true, isClosed } = deps
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
  const { add: finish } = collectFinished(db)
  const startDue = async (
    isChosen: (name: string) => boolean = () => true,
  ): Promise<{ name: string; done: Promise<void> }[]> => {
    const names = jobs.map((job) => job.name)
    if (!registered) await registerJobs(db, names, clock.now())
    registered = true
    const awake = (await isClosed?.()) ? jobs.filter((job) => job.runsWhenClosed) : jobs
    const chosen = awake.filter(({ name }) => isChosen(name))
    const leased = await leaseDueJobs(db, chosen, lease())
    // After a stop the database is about to close; other processes take these jobs when the lease ends.
    if (stopped) return []
    return jobs
      .filter((job) => leased.includes(job.name))
      .map((job) => {
        const done = runLeased({ ...deps, finish }, job, lease)
        running.add(done)
        void done.finally(() => running.delete(done))
        return { name: job.name, done }
      })
  }
  const tick = async (): Promise<void> => {
    try {
      if (await isClockRight()) await startDue()
    } catch (error) {
      log.warn({ err: error }, 'the due jobs could not be read')
    }
    if (!stopped) timer = setTimeout(beginTick, tickMs)
  }
  const beginTick = (): void => {
    ticking = tick()
  }

  return {
    runDue: async (isChosen) => {
      const started = await startDue(isChosen)
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

/** Many end at the same time, and one statement records them all. */
function collectFinished(db: Db) {
  return collect<FinishedJob, null>({
    name: 'jobs.finish',
    run: async (finished) => {
      await finishJobs(db, finished)
      return finished.map(() => null)
    },
    isBusy: () => false,
    identityOf: ({ name }) => name,
    ownerOf: ({ name }) => name,
  })
}

/** Never rejects: a failed job is retried at its next time, and its row says why. */
async function runLeased(
  { db, clock, log, finish }: JobDeps & { finish: (finished: FinishedJob) => Promise<unknown> },
  job: Job,
  lease: () => Lease,
): Promise<void> {
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
  await finish({ name: job.name, owner, at: now, nextAt, error: failure }).catch((error) =>
    log.warn({ job: job.name, err: error }, 'the result of a job could not be saved'),
  )
}

export type Each<T> = {
  log: Pick<Log, 'error'>
  /** The log message of a failed item. */
  failed: string
  subjectOf: (item: T) => Record<string, string>
  /** When items wait for an external party, a slow one must not delay the others. */
  atOnceMax?: number
}

/**
 * Does the same work for each item, one by one or several at once. A failed item delays no other: it is logged with
 * its subject, and at the end the whole fails with the number of failures, so that the job's row records it and the
 * next round retries.
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
    // An error ends the shared list for the other workers too.
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

/** Walks through a list page by page, each from where the last one ended. */
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
