import { hourMs, minuteMs } from '@kapao/contract/times'
import { expect, test } from 'vitest'
import { afterTry } from './after-try.ts'

test('NOTE-05 what certainly was not sent is tried again after 1, 2, 5, 10, 15 and 30 minutes, then hourly for a day', () => {
  const steps = Array.from({ length: 40 }, (_, at) => afterTry('refused', at + 1))
  const pauses = steps.flatMap((step) => (step.state === 'due' ? [step.againInMs] : []))
  expect(new Set(steps.slice(pauses.length).map(({ state }) => state))).toEqual(
    new Set(['given-up']),
  )
  expect(pauses.slice(0, 6).map((ms) => ms / minuteMs)).toEqual([1, 2, 5, 10, 15, 30])
  expect(new Set(pauses.slice(6))).toEqual(new Set([hourMs]))
  const whole = pauses.reduce((sum, ms) => sum + ms, 0)
  expect(whole).toBeLessThanOrEqual(24 * hourMs)
  expect(whole).toBeGreaterThan(23 * hourMs)
})

test.each([
  ['sent', 'sent'],
  ['unknown', 'unknown'],
  ['gone', 'dropped'],
] as const)('NOTE-05 after %s nothing is tried again', (outcome, state) => {
  for (const tries of [1, 2, 20]) expect(afterTry(outcome, tries)).toEqual({ state })
})
