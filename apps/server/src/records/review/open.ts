import { minuteMs } from '@kapao/contract/times'
import type { OpenListener } from '#core/db/connections/listener.ts'
import type { ContextWith, Capability } from '#context/app-context.ts'
import { serveGauges } from './gauges.ts'
import { listenForActs } from './listen.ts'
import { watchLate } from './review.ts'
import { countWaiting } from './store.ts'
import { notifyMembers, type NotifyDeps } from './notify.ts'

/** Who is notified of an act: by SMS, and on the open pages of the member whom it was about. */
type ActReceivers = Pick<NotifyDeps, 'notifyOfAct'> & {
  notifyPages: Parameters<typeof listenForActs>[1]
}

export type Review = Capability & {
  /** Starts notifying this process's pages of operators' acts. */
  listen: () => Promise<OpenListener>
}

const notifyEveryMs = 5_000

/** Operators' unconfirmed acts: reviewed by another operator, and reported to the members whose money it was. */
export function openReview(
  { db, log, metrics }: ContextWith<'db' | 'log' | 'metrics'>,
  { notifyOfAct, notifyPages }: ActReceivers,
): Review {
  if (metrics) serveGauges({ log, registry: metrics.registry }, () => countWaiting(db))
  return {
    jobs: [
      {
        name: 'review.notify',
        everyMs: notifyEveryMs,
        run: () => notifyMembers({ db, log, notifyOfAct }),
      },
      { name: 'review.watch', everyMs: 10 * minuteMs, run: () => watchLate({ db, log }) },
    ],
    listen: () => listenForActs({ db }, notifyPages),
  }
}
