import { AsyncLocalStorage } from 'node:async_hooks'

/** Hears of code that asks the database in a way that could stop everybody, and answers whether to go on. */
export type OnMisuse = (error: Error) => void

/** One transaction that is open, for whatever runs in it. */
type Frame = { guard: Guard; isOpen: boolean; outer: Frame | undefined }

export type Guard = {
  /** Runs the work of a transaction; whatever it calls is known to be inside. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  isInside: () => boolean
  /** What is wrong, for whoever must be refused because of it; null where it was only noted. */
  misuse: (what: string) => Error | null
}

const frames = new AsyncLocalStorage<Frame | undefined>()
/** Places are few; more of them would be a fault of this file. */
const notedMax = 100

/**
 * Knows who is inside a transaction of one database. Misuse is an error for whoever does it; with `onMisuse`, for production,
 * it is reported once for each place and the caller goes on.
 */
export function createGuard(onMisuse?: OnMisuse): Guard {
  const noted = new Set<string>()
  const guard: Guard = {
    run: async (work) => {
      const frame: Frame = { guard, isOpen: true, outer: frames.getStore() }
      try {
        return await frames.run(frame, work)
      } finally {
        // What was begun inside and goes on by itself is not inside any longer.
        frame.isOpen = false
      }
    },
    isInside: () => {
      for (let frame = frames.getStore(); frame; frame = frame.outer)
        if (frame.guard === guard && frame.isOpen) return true
      return false
    },
    misuse: (what) => {
      const error = new Error(what)
      if (!onMisuse) return error
      const place = placeOf(error)
      if (noted.has(place) || noted.size >= notedMax) return null
      noted.add(place)
      onMisuse(error)
      return null
    },
  }
  return guard
}

/** Work that many callers share runs in nobody's transaction, whoever happened to begin it. */
export function runShared<T>(work: () => T): T {
  return frames.run(undefined, work)
}

/** Why a caller may not wait for shared work: its transaction would hold a connection meanwhile. Null where it may. */
export function whyNotShared(): Error | null {
  for (let frame = frames.getStore(); frame; frame = frame.outer)
    if (frame.isOpen) return frame.guard.misuse('shared work was asked for inside a transaction')
  return null
}

/** The first line of the stack that is not of the database's own files. */
function placeOf({ stack = '' }: Error): string {
  const lines = stack.split('\n').slice(1)
  return lines.find((line) => !/core\/db\/(connections\/inside|db|collect)\.ts/.test(line)) ?? stack
}
