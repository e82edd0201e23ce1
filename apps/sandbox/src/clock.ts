import { setTimeout as wait } from 'node:timers/promises'

/** The sandbox's own time, so that tests need not wait for a code to expire. */
export type SandboxClock = {
  now: () => Date
  read: () => ClockReading
  move: (change: ClockChange) => ClockReading
  reset: () => void
}

type ClockReading = { now: string; offsetMs: number; stopped: boolean }

/** `offsetMs` is the distance to real time, `byMs` a step from the clock's present reading, `at` an instant. */
type ClockChange =
  | { offsetMs: number }
  | { byMs: number }
  | { at: Date }
  | { stop: true }
  | { resume: true }

export const systemNow = (): number => Date.now()

export function createClock(realNow: () => number): SandboxClock {
  let offsetMs = 0
  let stoppedAt: number | null = null

  const now = () => stoppedAt ?? realNow() + offsetMs
  const setTo = (ms: number) => {
    if (stoppedAt !== null) stoppedAt = ms
    offsetMs = ms - realNow()
  }
  const read = () => ({
    now: new Date(now()).toISOString(),
    offsetMs: now() - realNow(),
    stopped: stoppedAt !== null,
  })

  return {
    now: () => new Date(now()),
    read,
    move: (change) => {
      if ('offsetMs' in change) setTo(realNow() + change.offsetMs)
      else if ('byMs' in change) setTo(now() + change.byMs)
      else if ('at' in change) setTo(change.at.getTime())
      else if ('stop' in change) stoppedAt = now()
      else if (stoppedAt !== null) {
        // Resumes from where it stood, so that pressing resume does not make anything expire.
        offsetMs = stoppedAt - realNow()
        stoppedAt = null
      }
      return read()
    },
    reset: () => {
      offsetMs = 0
      stoppedAt = null
    },
  }
}

/** Does not keep the process alive. */
export function pause(ms: number): Promise<void> {
  return wait(ms, undefined, { ref: false })
}
