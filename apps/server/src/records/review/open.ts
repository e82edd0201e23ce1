import { minuteMs } from '@kapao/contract/times'
import type { OpenListener } from '#core/db/connections/listener.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { serveGauges } from './gauges.ts'
import { listenForActs } from './listen.ts'
import { watchLate } from './review.ts'
import { countWaiting } from './store.ts'

export type Review = Capability & {
  /** Starts notifying this process's pages of operators' acts. */
  listen: () => Promise<OpenListener>
}

/** Operators' unconfirmed acts, reviewed by another operator; the open pages of whom they are about are notified. */
export function openReview(
  { db, log, metrics }: ContextWith<'db' | 'log' | 'metrics'>,
  { notifyPages }: { notifyPages: Parameters<typeof listenForActs>[1] },
): Review {
  if (metrics) serveGauges({ log, registry: metrics.registry }, () => countWaiting(db))
  return {
    jobs: [{ name: 'review.watch', everyMs: 10 * minuteMs, run: () => watchLate({ db, log }) }],
    listen: () => listenForActs({ db }, notifyPages),
  }
}
