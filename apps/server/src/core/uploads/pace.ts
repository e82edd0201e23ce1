/** The rate of one upload's bytes, in ticks of equal length. */
export type Pace = {
  add: (bytes: number) => void
  tick: () => void
  readonly ageMs: number
  readonly bytes: number
  /** The bytes of the last `windowMs`; all bytes of a younger upload. */
  bytesIn: (windowMs: number) => number
  /** Bytes per second, over the last ten seconds. */
  readonly rate: number
}

const keptMs = 20_000
const rateWindowMs = 10_000

export function startPace(tickMs: number): Pace {
  /** The bytes so far at each tick, the newest last. */
  const seen: number[] = [0]
  let bytes = 0
  let ticks = 0
  const bytesIn = (windowMs: number): number => {
    const back = Math.min(Math.ceil(windowMs / tickMs), ticks, seen.length - 1)
    return bytes - seen[seen.length - 1 - back]!
  }
  return {
    add: (more) => {
      bytes += more
    },
    tick: () => {
      ticks += 1
      seen.push(bytes)
      if (seen.length > keptMs / tickMs + 1) seen.shift()
    },
    bytesIn,
    get ageMs() {
      return ticks * tickMs
    },
    get bytes() {
      return bytes
    },
    get rate() {
      const windowMs = Math.min(rateWindowMs, Math.max(ticks, 1) * tickMs)
      return (bytesIn(windowMs) * 1_000) / windowMs
    },
  }
}
