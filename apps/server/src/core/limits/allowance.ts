import type { Figure } from './rate-limit.ts'

/** Takes an amount of the allowance; false when there is not enough left, and then nothing is taken. */
export type Allowance = (amount?: number) => boolean

/** A bucket for one owner that lives as long as the owner, and for amounts other than one. */
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
