import { createQueue, NoTurn, type Queue, type QueueLimits, type QueuedCaller } from './queue.ts'

export { NoTurn }

export type LineLimits = QueueLimits & {
  /** How many run at once. */
  atOnceMax: number
  /** How many of one owner run at once; by default as many as there are slots. */
  ownerAtOnceMax?: number
  /** How long a caller waits, unless it has less time. */
  waitMs: number
  /**
   * Ranks, the most urgent first, each with its own queue: how many slots a rank and the later ones may hold together.
   * No caller of a later rank begins while one of an earlier rank could. By default all callers have the same rank.
   */
  rankAtOnceMax?: readonly number[]
}

/** `rank` is an index into `rankAtOnceMax`. */
export type Patience = { waitMs?: number; rank?: number }

/** Work with its own time limit subtracts the time it has waited. */
export type Work<T> = (waitedMs: number) => Promise<T>

export type CallerLine = {
  /** Runs the work when a slot is free, or rejects with `NoTurn` without having begun it. */
  run: <T>(owner: string, work: Work<T>, patience?: Patience) => Promise<T>
  /** Refuses all waiting callers, when what they wait for has become useless; later callers may wait again. */
  refuseWaiting: () => void
  /** For the metrics. */
  readonly working: number
  readonly waiting: number
}

/**
 * A bounded number of slots with a short, fair queue: owners rotate, and within one owner the first comes first. When
 * the queue is full, the owner with the most waiting gives up its last one to an owner with fewer.
 */
export function createLine(limits: LineLimits): CallerLine {
  const slots = countSlots(limits)
  const queues = slots.ranks.map(() => createQueue(limits))

  const takeNext = (): (QueuedCaller & { owner: string; rank: number }) | null => {
    for (const [rank, queue] of queues.entries()) {
      const next = queue.takeNext((owner) => slots.isFree(owner, rank))
      if (next !== null) return { ...next, rank }
    }
    return null
  }
  const leave = (owner: string, rank: number): void => {
    slots.leave(owner, rank)
    // More than one may begin: one waits for its owner's other work to end, another for a slot of its rank.
    for (let next = takeNext(); next !== null; next = takeNext()) {
      slots.enter(next.owner, next.rank)
      next.begin()
    }
  }

  return {
    run: async (owner, work, { waitMs = limits.waitMs, rank = 0 } = {}) => {
      const waitMaxMs = Math.min(waitMs, limits.waitMs)
      const since = performance.now()
      // A slot is passed on before a newcomer can see it free, so that no newcomer overtakes.
      const mustWait = !slots.isFree(owner, rank)
      if (mustWait) await waitTurn(owner, queues[rank]!, waitMaxMs)
      else slots.enter(owner, rank)
      const waitedMs = mustWait ? performance.now() - since : 0
      try {
        // After a suspension the slot can arrive before the timer fires.
        if (waitedMs > waitMaxMs) throw new NoTurn('late')
        return await work(waitedMs)
      } finally {
        leave(owner, rank)
      }
    },
    refuseWaiting: () => {
      for (const queue of queues) queue.refuseAll()
    },
    get working() {
      return slots.working
    },
    get waiting() {
      return queues.reduce((sum, { size }) => sum + size, 0)
    },
  }
}

function waitTurn(owner: string, queue: Queue, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const one: QueuedCaller = {
      begin: () => {
        clearTimeout(timer)
        resolve()
      },
      refuse: (error) => {
        clearTimeout(timer)
        reject(error)
      },
    }
    const isFlooded = queue.isFlooded(owner)
    const timer = setTimeout(() => {
      queue.remove(owner, one)
      one.refuse(new NoTurn('late', isFlooded))
    }, waitMs)
    if (!queue.add(owner, one)) one.refuse(new NoTurn('full', isFlooded))
  })
}

type Slots = {
  ranks: readonly number[]
  isFree: (owner: string, rank: number) => boolean
  enter: (owner: string, rank: number) => void
  leave: (owner: string, rank: number) => void
  readonly working: number
}

function countSlots({
  atOnceMax,
  ownerAtOnceMax = atOnceMax,
  rankAtOnceMax: ranks = [atOnceMax],
}: LineLimits): Slots {
  const workingOf = new Map<string, number>()
  /** The count of each rank and the later ones. */
  const workingFrom = ranks.map(() => 0)
  const count = (owner: string, rank: number, by: 1 | -1): void => {
    for (let at = 0; at <= rank; at += 1) workingFrom[at]! += by
    const left = (workingOf.get(owner) ?? 0) + by
    if (left > 0) workingOf.set(owner, left)
    else workingOf.delete(owner)
  }
  return {
    ranks,
    isFree: (owner, rank) =>
      workingFrom[0]! < atOnceMax &&
      (workingOf.get(owner) ?? 0) < ownerAtOnceMax &&
      ranks.every((most, at) => at > rank || workingFrom[at]! < most),
    enter: (owner, rank) => count(owner, rank, 1),
    leave: (owner, rank) => count(owner, rank, -1),
    get working() {
      return workingFrom[0]!
    },
  }
}
