import { AsyncLocalStorage } from 'node:async_hooks'

/** Receives each misuse of the database that could block every caller. */
export type OnMisuse = (error: Error) => void

/** One open transaction, for the code that runs in it. */
type Frame = { guard: Guard; isOpen: boolean; outer: Frame | undefined }

export type Guard = {
  /** Runs the work of a transaction; everything it calls counts as inside. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  isInside: () => boolean
  /** The error to refuse the caller with; null when the misuse was only reported. */
  misuse: (what: string) => Error | null
}

const frames = new AsyncLocalStorage<Frame | undefined>()
/** There are few such places; more would be a fault of this file. */
const reportedMax = 100

/**
 * Tracks which code runs inside a transaction of one database. Misuse is an error; with `onMisuse`, for production, it
 * is reported once per place and the caller continues.
 */
export function createGuard(onMisuse?: OnMisuse): Guard {
  const reported = new Set<string>()
  const guard: Guard = {
    run: async (work) => {
      const frame: Frame = { guard, isOpen: true, outer: frames.getStore() }
      try {
        return await frames.run(frame, work)
      } finally {
        // Work that was started inside and outlives the transaction is no longer inside.
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
      if (reported.has(place) || reported.size >= reportedMax) return null
      reported.add(place)
      onMisuse(error)
      return null
    },
  }
  return guard
}

/** Work that many callers share runs outside any transaction, whichever caller started it. */
export function runShared<T>(work: () => T): T {
  return frames.run(undefined, work)
}

/** Why a caller may not wait for shared work: its transaction would hold a connection meanwhile. Null when it may. */
export function whyNotShared(): Error | null {
  for (let frame = frames.getStore(); frame; frame = frame.outer)
    if (frame.isOpen) return frame.guard.misuse('shared work was requested inside a transaction')
  return null
}

/** The first line of the stack outside the database's own files. */
function placeOf({ stack = '' }: Error): string {
  const lines = stack.split('\n').slice(1)
  return lines.find((line) => !/core\/(transaction-guard|db\/(db|collect))\.ts/.test(line)) ?? stack
}
