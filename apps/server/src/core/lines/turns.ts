export type FairTurns = {
  /** Runs the work at once while this turn of the event loop has time, else when its owner's turn comes. */
  run: (owner: string, work: () => void) => void
}

/**
 * Spreads queued requests over the turns of the event loop, one owner after the other, so that a thousand requests of
 * one network delay another network's request by one and not by a thousand.
 */
export function createFairTurns(
  turnMsMax: number,
  readMs: () => number = () => performance.now(),
): FairTurns {
  const waiting = new Map<string, (() => void)[]>()
  let usedMs = 0
  let isTurnCounted = false

  const perform = (work: () => void): void => {
    const beganAt = readMs()
    work()
    usedMs += readMs() - beganAt
  }
  const countTurn = (): void => {
    if (isTurnCounted) return
    isTurnCounted = true
    setImmediate(nextTurn)
  }
  const nextTurn = (): void => {
    isTurnCounted = false
    usedMs = 0
    // At least one, or a slow machine would never finish.
    do {
      const [next] = waiting
      if (!next) return
      const [owner, works] = next
      waiting.delete(owner)
      const work = works.shift()!
      // Behind the others, since this owner has just been served.
      if (works.length > 0) waiting.set(owner, works)
      perform(work)
    } while (usedMs < turnMsMax)
    countTurn()
  }
  return {
    run: (owner, work) => {
      countTurn()
      if (waiting.size === 0 && usedMs < turnMsMax) return perform(work)
      const own = waiting.get(owner)
      if (own) own.push(work)
      else waiting.set(owner, [work])
    },
  }
}
