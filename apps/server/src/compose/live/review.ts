import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Listening } from '#core/database/listener.ts'
import type { Db } from '#core/db.ts'
import type { Job } from '#core/jobs.ts'
import type { Here } from '#core/live/live.ts'
import type { Log } from '#core/log.ts'
import type { Metrics } from '#core/metrics.ts'
import { openSms } from '#outside/sms/client.ts'
import { findMember } from '#modules/account/store.ts'
import { tellOfAct as tellBySms } from '#modules/notices/tell.ts'
import { serveGauges } from '#modules/review/gauges.ts'
import { listenForActs } from '#modules/review/hear.ts'
import { watchLate } from '#modules/review/review.ts'
import { countWaiting } from '#modules/review/store.ts'
import { tellMembers } from '#modules/review/tell.ts'
import type { Settings } from '#settings/registry.ts'
import { tellOfAct } from './tell.ts'

type ReviewAround = {
  config: Pick<Config, 'sms'>
  db: Db
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  readSettings: () => Promise<Settings>
  here: Here
  metrics?: Metrics
}

export type ComposedReview = {
  jobs: Job[]
  /** From then on the pages of this process hear of what operators do. */
  listen: () => Promise<Listening>
}

const minuteMs = 60_000
const tellEveryMs = 5_000

/** What operators did: read by another one, and told to the members whose money it was. */
export function composeReview(around: ReviewAround): ComposedReview {
  const { config, db, clock, log, readSettings, here, metrics } = around
  const sms = openSms(config.sms, clock)
  const readBrand = async () => (await readSettings())['brand.name']
  const notices = { log, sms, readBrand, findMember: (id: string) => findMember(db, id) }
  if (metrics) serveGauges({ log, registry: metrics.registry }, () => countWaiting(db))
  return {
    jobs: [
      {
        name: 'review.tell',
        everyMs: tellEveryMs,
        run: () =>
          tellMembers({
            db,
            log,
            send: (memberId, notice, money) => tellBySms(notices, { memberId, notice, money }),
          }),
      },
      { name: 'review.watch', everyMs: 10 * minuteMs, run: () => watchLate({ db, log }) },
    ],
    listen: () => listenForActs({ db }, (told) => tellOfAct({ ...here, db, log }, told)),
  }
}
