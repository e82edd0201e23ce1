import { instantOf, isUnreadable } from '#core/local-time.ts'

/** When it is to begin and end, as times of Bangkok that are typed; empty where it does not say. */
export type Times = { from: string; until: string }
export const noTimes: Times = { from: '', until: '' }

/** What is typed as a time and is none would begin now, or never end. */
export function isUntimed({ from, until }: Times): boolean {
  return isUnreadable(from) || isUnreadable(until)
}

/** As they are sent; nothing of those that are empty. */
export function timesSent({ from, until }: Times): { from?: string; until?: string } {
  return {
    ...(from !== '' && { from: instantOf(from) }),
    ...(until !== '' && { until: instantOf(until) }),
  }
}
