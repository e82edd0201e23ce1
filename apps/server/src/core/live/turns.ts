export type Pace = {
  /** How long a whole turn of the event loop may take, with everything else that it holds. */
  turnMsMax: number
  /** So many at most in one turn, and so many whatever the turns take: a slow machine must come to an end, too. */
  perTurnMax: number
  perTurnMin: number
  /** How many may wait; whoever comes then is told at once that there is no room. */
  waitingMax: number
  readMs?: () => number
}

export type Paced = {
  /** False, and nothing done, when too many wait already. */
  run: (work: () => void) => boolean
  isFull: () => boolean
}

/**
 * A few in each turn of the event loop, the others in the next ones: what thousands want at once then costs everybody else
 * a little for a while, instead of everything until it is done. How few follows from how long the turns take, since the work
 * goes on behind our back: in what it promises, in what the other end answers to it, and in what it leaves to be swept up.
 */
export function pace(limits: Pace): Paced {
  const { turnMsMax, perTurnMax, perTurnMin, waitingMax, readMs = () => performance.now() } = limits
  let waiting: (() => void)[] = []
  let perTurn = perTurnMin
  let turnBeganAt: number | null = null

  const judgeTurn = (): void => {
    const now = readMs()
    if (turnBeganAt !== null)
      perTurn =
        now - turnBeganAt > turnMsMax
          ? Math.max(perTurnMin, Math.floor(perTurn / 2))
          : Math.min(perTurnMax, perTurn + 1)
    turnBeganAt = now
  }
  const runSome = (): void => {
    judgeTurn()
    const some = waiting.slice(0, perTurn)
    waiting = waiting.slice(perTurn)
    for (const work of some) work()
    if (waiting.length > 0) setImmediate(runSome)
    // What passes between this crowd and the next one is no turn of ours.
    else turnBeganAt = null
  }
  const isFull = (): boolean => waiting.length >= waitingMax
  return {
    isFull,
    run: (work) => {
      if (isFull()) return false
      waiting.push(work)
      if (waiting.length === 1 && turnBeganAt === null) setImmediate(runSome)
      return true
    },
  }
}
