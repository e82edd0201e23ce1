import type { Clock } from '../../clock.ts'
import { isAway } from '../../db/outage.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Job } from '../jobs.ts'
import type { SweepFigures } from '../../telemetry/sweep-figures.ts'
import { createHoldBack } from './hold-back.ts'
import type { Due, OpenWork } from './open-work.ts'
import { createSlots } from './slots.ts'
import { openRound, type Round } from './round.ts'

type SweeperDeps = {
  clock: Clock
  log: Pick<Log, 'error'>
  figures?: SweepFigures | undefined
}

type Sweeper = {
  /**
   * Finishes the due items, and those that become due meanwhile, until none is left or the time is up. Work under way
   * then ends on its own; a later round continues with the rest. Throws the failures after all items were tried.
   */
  sweep: () => Promise<void>
  /** Begins nothing more, and waits for the work under way. */
  stop: () => Promise<void>
}

export type SweepLimits = {
  /** A round begins nothing after this. */
  roundMs: number
  /** How often a running round looks for newly due items. */
  relistMs: number
  /** How many of one party are listed, and wait, at once. */
  listedEach: number
}

const usual: SweepLimits = { roundMs: 10_000, relistMs: 1_000, listedEach: 100 }
/** For all parties together: a process has a limited number of connections. */
const atOnceMax = 64
const reportedMax = 20

/** One job, and so one lease, per kind: a slow kind does not delay another. */
export function sweepJobs(deps: SweeperDeps, kinds: readonly OpenWork[]): Job[] {
  return kinds.map((work) => {
    const { sweep, stop } = openSweeper(deps, work)
    deps.figures?.watch(work.name, async () => {
      const at = deps.clock.now()
      return { ...(await work.countDue(at)), at }
    })
    return { name: work.job, everyMs: work.everyMs, run: sweep, stop }
  })
}

/** Processes one kind of open work. A party that does not answer fills its own slots and no others. */
export function openSweeper(
  { clock, log, figures }: SweeperDeps,
  work: OpenWork,
  limits: SweepLimits = usual,
): Sweeper {
  const { name, atOnceEach } = work
  const slots = createSlots({ atOnceMax, atOnceEach })
  const heldBack = createHoldBack(clock)
  let current: Round | null = null
  let isStopped = false

  const fail = (round: Round, due: Due, cause: unknown): void => {
    figures?.countFailed(name)
    // When the database is down the next item would fail too, and no item is at fault.
    if (isAway(cause)) round.end()
    else heldBack.add(due.id)
    const error = new Error(`one of ${name} could not be finished: ${due.id}`, { cause })
    if (!round.noteFailed(error))
      log.error({ err: error, party: due.party }, 'open work could not be finished')
  }
  const finish = async (round: Round, due: Due): Promise<void> => {
    try {
      await work.finish(due)
      heldBack.forget(due.id)
      figures?.countFinished(name)
    } catch (error) {
      fail(round, due, error)
    }
  }
  const beginWaiting = (round: Round): void => {
    for (let due = round.takeNext(slots.has); due; due = round.takeNext(slots.has)) {
      const next = due
      void slots
        .run(next, () => finish(round, next))
        .then(() => {
          round.noteEnded()
          // A slot that an earlier round still held goes to the current round.
          if (current) beginWaiting(current)
        })
    }
  }
  const run = async (round: Round): Promise<void> => {
    while (!round.isOver) {
      const except = [...round.known, ...slots.ids(), ...heldBack.list()]
      round.add(await work.findDue({ at: clock.now(), each: limits.listedEach, except }))
      beginWaiting(round)
      if (round.open === 0) return
      await round.wait(limits.relistMs)
    }
  }

  return {
    sweep: async () => {
      if (isStopped) return
      figures?.countRound(name)
      const round = openRound(limits)
      current = round
      await run(round).catch((error: unknown) => round.noteFailed(error))
      round.end()
      if (current === round) current = null
      refuseFailed(name, round.report())
    },
    stop: async () => {
      isStopped = true
      current?.end()
      await slots.idle()
    },
  }
}

function refuseFailed(name: string, failed: readonly unknown[]): void {
  if (failed.length === 0) return
  const message = `some of ${name} could not be finished: ${failed.length}`
  throw new AggregateError(failed.slice(0, reportedMax), message)
}
