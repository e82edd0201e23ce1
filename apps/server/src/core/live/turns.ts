export type Pace = {
  /** How long a whole turn of the event loop may take, with everything else in it. */
  turnMsMax: number
  /** The most in one turn, and the least however long the turns take: a slow machine must finish too. */
  perTurnMax: number
  perTurnMin: number
  /** How many may wait; later callers are refused at once. */
  waitingMax: number
  readMs?: () => number
}

export type PacedWork = {
  /** False, with nothing done, when too many wait already. */
  run: (work: () => void) => boolean
  isFull: () => boolean
}

/**
 * Serves a few in each turn of the event loop and the others in the next ones: thousands at once then slow all other
 * work a little for a while, instead of blocking it until they are done. The number per turn follows from how long the
 * turns take, since each admission causes more work later: its promises, the answers of the other end, and garbage
 * collection.
 */
export function paceCrowd(limits: Pace): PacedWork {
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
    // The time between this crowd and the next one is not a turn.
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
