import { dayMs } from '@kapao/contract/times'
import { bangkokDayName, bangkokDayStart, bangkokWeekStart } from '#core/clock.ts'

export type PeriodLength = 'day' | 'week'
/** Half-open: an event at `until` belongs to the next one. */
export type Period = { name: string; length: PeriodLength; since: Date; until: Date }

/**
 * OP-RFDACC: the periods that are over and not closed yet, oldest first. They follow the last closed one, whatever
 * its length, so that none overlaps another; without one, the last period that is over is the first.
 */
export function listDuePeriods(
  now: Date,
  length: PeriodLength,
  { closedUntil }: { closedUntil: Date | null },
): Period[] {
  const end = startOf(now, length)
  const periods: Period[] = []
  let since = closedUntil ?? new Date(end.getTime() - lengthMs(length))
  while (since < end && periods.length < periodsMax) {
    const until = new Date(startOf(since, length).getTime() + lengthMs(length))
    periods.push({ name: `${length} ${bangkokDayName(since)}`, length, since, until })
    since = until
  }
  return periods
}

/** A worker that was down for longer catches up in several runs. */
const periodsMax = 60

function startOf(at: Date, length: PeriodLength): Date {
  return length === 'day' ? bangkokDayStart(at) : bangkokWeekStart(at)
}

// Neither Thailand nor Laos has daylight saving time, so days are equally long.
function lengthMs(length: PeriodLength): number {
  return length === 'day' ? dayMs : 7 * dayMs
}

export type Results = {
  lost: bigint
  won: bigint
  gifts: bigint
  forfeited: bigint
  /** Won back from stakes of earlier periods: counted there, and not in this one. */
  carried: bigint
}
export type Terms = {
  /** Hundredths of a percent. */
  rate: number
  min: bigint
  max: bigint
}

/**
 * OP-RFDACC: opening balance + deposits - withdrawals - closing balance over wallet and games. In the ledger that is
 * losses less wins by play, less credited rewards, plus forfeited amounts.
 */
export function lossOf({ lost, won, gifts, forfeited, carried }: Results): bigint {
  return lost - won - gifts + forfeited + carried
}

/** Rounded down; below the minimum nothing, above the maximum the maximum. */
export function refundOf(loss: bigint, { rate, min, max }: Terms): bigint {
  if (loss <= 0n) return 0n
  const share = (loss * BigInt(rate)) / 10_000n
  if (share < min) return 0n
  return share < max ? share : max
}
