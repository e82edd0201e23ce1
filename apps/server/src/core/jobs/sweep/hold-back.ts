import type { Clock } from '../../clock.ts'

export type HoldBack = {
  /** Notes one more failure in a row; each makes the pause longer. */
  add: (id: string) => void
  forget: (id: string) => void
  /** Those whose pause is not over. */
  list: () => string[]
}

const firstPauseMs = 5_000
const pauseMaxMs = 10 * 60_000
const keptMax = 2_000

/**
 * What fails before its row could be given a later time stays first in the list of its party for ever. It is kept back here
 * instead, so that those behind it get their turn.
 */
export function createHoldBack(clock: Clock): HoldBack {
  const held = new Map<string, { untilMs: number; pauseMs: number }>()
  const nowMs = (): number => clock.now().getTime()
  return {
    add: (id) => {
      const pauseMs = Math.min((held.get(id)?.pauseMs ?? firstPauseMs / 2) * 2, pauseMaxMs)
      // Set anew, so that the first in the map is the one that failed the longest ago.
      held.delete(id)
      if (held.size >= keptMax) held.delete(held.keys().next().value!)
      held.set(id, { untilMs: nowMs() + pauseMs, pauseMs })
    },
    forget: (id) => void held.delete(id),
    list: () => {
      const now = nowMs()
      return [...held].filter(([, { untilMs }]) => untilMs > now).map(([id]) => id)
    },
  }
}
