import type { Due } from './open-work.ts'

/** One pass over the due items: those listed and waiting, those not ended, and those that failed. */
export type Round = {
  readonly isOver: boolean
  /** Listed in this round, and not ended. */
  readonly open: number
  /** Everything that this round has listed: none is begun twice in one round. */
  readonly known: ReadonlySet<string>
  add: (listed: readonly Due[]) => void
  /** The longest due item whose party has a free slot. */
  takeNext: (hasPlace: (party: string) => boolean) => Due | null
  noteEnded: () => void
  /** False when the round has already reported. */
  noteFailed: (error: unknown) => boolean
  end: () => void
  /** Until all listed items have ended, the round is over, or the time has passed. */
  wait: (waitMs: number) => Promise<void>
  report: () => readonly unknown[]
}

/** Begins nothing after `roundMs`, and bounds how many of one party wait at once. */
export function openRound({ roundMs, listedEach }: { roundMs: number; listedEach: number }): Round {
  const waiting = new Map<string, Due[]>()
  const known = new Set<string>()
  const failed: unknown[] = []
  let open = 0
  let isOver = false
  let isReported = false
  let wake = (): void => undefined
  const end = (): void => {
    isOver = true
    clearTimeout(timer)
    wake()
  }
  const timer = setTimeout(end, roundMs)

  return {
    get isOver() {
      return isOver
    },
    get open() {
      return open
    },
    known,
    add: (listed) => {
      for (const due of listed) {
        const line = waiting.get(due.party) ?? []
        waiting.set(due.party, line)
        if (line.length >= listedEach) continue
        line.push(due)
        known.add(due.id)
        open += 1
      }
    },
    takeNext: (hasPlace) => {
      if (isOver) return null
      for (const [party, line] of waiting)
        if (line.length > 0 && hasPlace(party)) return line.shift()!
      return null
    },
    noteEnded: () => {
      open -= 1
      if (open === 0) wake()
    },
    noteFailed: (error) => {
      if (!isReported) failed.push(error)
      return !isReported
    },
    end,
    wait: async (waitMs) => {
      if (isOver) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const patience = setTimeout(resolve, waitMs)
      wake = resolve
      await promise
      clearTimeout(patience)
    },
    report: () => {
      isReported = true
      return failed
    },
  }
}
