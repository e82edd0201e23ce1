import type { Figure } from '../../http/rate-limit.ts'

/** Takes so much of what is allowed; false when that is used up, and nothing is taken then. */
export type Allowance = (amount?: number) => boolean

/** A bucket for one owner who does not outlive it, and for amounts other than one. */
export function createAllowance({ burst, perMinute }: Figure, readMs: () => number): Allowance {
  let left = burst
  let atMs = readMs()
  return (amount = 1) => {
    const nowMs = readMs()
    left = Math.min(burst, left + (Math.max(0, nowMs - atMs) * perMinute) / 60_000)
    atMs = nowMs
    if (left < amount) return false
    left -= amount
    return true
  }
}
