import { dayMs, hourMs, minuteMs, secondMs } from '@kapao/contract/times'

/** The only source of the current time. Tests inject one that stands still and is advanced by hand. */
export type Clock = { now: () => Date }

/** Two machines whose clocks differ by more do not agree on what is due. */
export const clocksApartMaxMs = 5 * minuteMs

export const systemClock: Clock = { now: () => new Date() }

/**
 * External times are truncated to whole seconds, some to whole minutes, so a doubtful one counts as earlier. Our own
 * instant is truncated only to the second.
 */
export function isReportedBefore(reportedAt: Date, since: Date): boolean {
  return reportedAt.getTime() < Math.floor(since.getTime() / secondMs) * secondMs
}

const bangkokOffsetMs = 7 * hourMs

/** Midnight in Bangkok at or before an instant; business days and weeks begin there. */
export function bangkokDayStart(at: Date): Date {
  const local = at.getTime() + bangkokOffsetMs
  return new Date(local - mod(local, dayMs) - bangkokOffsetMs)
}

/**
 * The starts of the whole days before an instant, oldest first: `count` of them, or those after the last day known to
 * be done.
 */
export function bangkokDaysBefore(
  at: Date,
  { count, after = null }: { count: number; after?: Date | null },
): Date[] {
  const today = bangkokDayStart(at).getTime()
  return Array.from(
    { length: count },
    (_, place) => new Date(today - (count - place) * dayMs),
  ).filter((day) => after === null || day > after)
}

/** The day in Bangkok that an instant lies in, such as 2026-11-21. */
export function bangkokDayName(at: Date): string {
  return new Date(at.getTime() + bangkokOffsetMs).toISOString().slice(0, 10)
}

/** Monday, midnight in Bangkok, at or before an instant. */
export function bangkokWeekStart(at: Date): Date {
  const day = bangkokDayStart(at)
  // 1970-01-01 was a Thursday, so three days before the epoch began a week.
  const daysSinceMonday = mod(Math.floor((day.getTime() + bangkokOffsetMs) / dayMs) + 3, 7)
  return new Date(day.getTime() - daysSinceMonday * dayMs)
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by
}
