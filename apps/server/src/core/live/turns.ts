/** So many at once; the others wait for their turn, in the order in which they came. */
export function takeTurns(atOnceMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnceMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Whoever waits takes this one's place, so that the count stays what it is.
      if (next) next()
      else running -= 1
    }
  }
}

/**
 * A few in each turn of the event loop, the others in the next ones: what thousands want at once then costs everybody else
 * a little for a while, instead of everything until it is done.
 */
export function pace(perTurnMax: number): (work: () => void) => void {
  const waiting: (() => void)[] = []
  let next = 0
  const runSome = (): void => {
    const end = Math.min(waiting.length, next + perTurnMax)
    while (next < end) waiting[next++]!()
    if (next < waiting.length) setImmediate(runSome)
    else next = waiting.length = 0
  }
  return (work) => {
    waiting.push(work)
    if (waiting.length === 1) setImmediate(runSome)
  }
}
