import { minuteMs } from '@kapao/contract/times'
import type { Clock } from '../../clock.ts'

export type HoldBack = {
  /** Records one more consecutive failure; each makes the pause longer. */
  add: (id: string) => void
  forget: (id: string) => void
  /** Those whose pause is not over. */
  list: () => string[]
}

const firstPauseMs = 5_000
const pauseMaxMs = 10 * minuteMs
const keptMax = 2_000

/**
 * An item that fails before its row could get a later time stays first in its party's list forever. It is held back
 * here instead, so that the items behind it are tried.
 */
export function createHoldBack(clock: Clock): HoldBack {
  const held = new Map<string, { untilMs: number; pauseMs: number }>()
  const nowMs = (): number => clock.now().getTime()
  return {
    add: (id) => {
      const pauseMs = Math.min((held.get(id)?.pauseMs ?? firstPauseMs / 2) * 2, pauseMaxMs)
      // Reinserted, so that the first in the map is the one that failed the longest ago.
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
