import { hourMs, minuteMs } from '@kapao/contract/times'

/** `refused`: certainly not sent. `unknown`: it may have been. `gone`: there is nobody to send it to any more. */
export type TryOutcome = 'sent' | 'refused' | 'unknown' | 'gone'

const firstPausesMs = [1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs)
const triedForMs = 24 * hourMs

/** The pause after each refused try; after the last one there is none. */
const pausesMs = [...firstPausesMs]
for (let ms = sum(pausesMs) + hourMs; ms <= triedForMs; ms += hourMs) pausesMs.push(hourMs)

function sum(parts: readonly number[]): number {
  return parts.reduce((whole, part) => whole + part, 0)
}

export type NextStep =
  | { state: 'due'; againInMs: number }
  | { state: 'sent' | 'unknown' | 'dropped' | 'given-up' }

/** What follows the n-th try of an SMS: only what certainly was not sent is tried again, within a day. */
export function afterTry(outcome: TryOutcome, tries: number): NextStep {
  if (outcome === 'gone') return { state: 'dropped' }
  if (outcome !== 'refused') return { state: outcome }
  const againInMs = pausesMs[tries - 1]
  return againInMs === undefined ? { state: 'given-up' } : { state: 'due', againInMs }
}
