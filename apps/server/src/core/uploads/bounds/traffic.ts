import type { Clock } from '../../clock.ts'
import { memoryBuckets, scaleFigure, type Figure } from '../../limits/rate-limit.ts'

const megabyte = 1024 * 1024
const dayMinutes = 24 * 60

/** Bytes of files that one owner has sent to them; the day's figure lets at most 1 GB through in any 24 hours. */
export const trafficLimits = {
  minute: { burst: 120 * megabyte, perMinute: 120 * megabyte },
  day: { burst: 512 * megabyte, perMinute: (512 * megabyte) / dayMinutes },
} satisfies Record<string, Figure>

export type Traffic = {
  /** Counts bytes before they are sent; null if they may be, else which limit they meet and the seconds to wait. */
  take: (owner: string, bytes: number) => { by: keyof typeof trafficLimits; seconds: number } | null
  /** What was counted and not sent after all, because its reader has gone. */
  giveBack: (owner: string, bytes: number) => void
}

/** Counts in this process. */
export function createTraffic(clock: Clock, factor: number): Traffic {
  const buckets = memoryBuckets()
  const limits = Object.keys(trafficLimits).map((name) => {
    const by = name as keyof typeof trafficLimits
    return { by, figure: scaleFigure(trafficLimits[by], factor) }
  })
  return {
    take: (owner, bytes) => {
      const nowMs = clock.now().getTime()
      for (const [at, { by, figure }] of limits.entries()) {
        const waitMs = buckets.take(`${by} ${owner}`, { ...figure, tokens: bytes }, nowMs)
        if (waitMs === 0) continue
        for (const earlier of limits.slice(0, at))
          buckets.giveBack(`${earlier.by} ${owner}`, earlier.figure, bytes)
        return { by, seconds: Math.ceil(waitMs / 1_000) }
      }
      return null
    },
    giveBack: (owner, bytes) => {
      for (const { by, figure } of limits) buckets.giveBack(`${by} ${owner}`, figure, bytes)
    },
  }
}
