import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { forAWhile } from '#core/telemetry/sweep-figures.ts'
import { listDone, listJobs, listOpen, listSuspense } from './figures-store.ts'

type Deps = { db: Queryable; clock: Clock }
type Labels = Record<string, string>
type Value = [Labels, number]

/**
 * Figures of the database: every process reports the same, so dashboards and alerts take the maximum, never the sum.
 * While the database is down these are left out and the other metrics can still be read.
 */
export function registerBookFigures(registry: Registry, { db, clock }: Deps): void {
  const secondsSince = (at: Date | null): number =>
    at === null ? 0 : Math.max(0, (clock.now().getTime() - at.getTime()) / 1_000)
  const gauge = (
    name: string,
    help: string,
    { labelNames, read }: { labelNames: string[]; read: () => Promise<Value[]> },
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        for (const [labels, value] of await read().catch((): Value[] => [])) this.set(labels, value)
      },
    })

  const open = forAWhile(() => listOpen(db))
  gauge('kapao_open', 'Open items, by kind and state.', {
    labelNames: ['what', 'state'],
    read: async () => (await open()).map(({ what, state, count }) => [{ what, state }, count]),
  })
  gauge(
    'kapao_open_oldest_seconds',
    'How long the oldest open item has been open, by kind and state.',
    {
      labelNames: ['what', 'state'],
      read: async () =>
        (await open()).map(({ what, state, oldest }) => [{ what, state }, secondsSince(oldest)]),
    },
  )
  const suspense = forAWhile(() => listSuspense(db))
  gauge('kapao_suspense', 'Money in suspense, in smallest units.', {
    labelNames: ['currency'],
    read: async () =>
      (await suspense()).map(({ currency, amount }) => [{ currency }, Number(amount)]),
  })
  const jobs = forAWhile(() => listJobs(db, clock.now()))
  gauge('kapao_job_late_seconds', 'How long a job that no worker runs has been due.', {
    labelNames: ['job'],
    read: async () =>
      (await jobs()).map(({ name, nextAt, isHeld }) => [
        { job: name },
        isHeld ? 0 : secondsSince(nextAt),
      ]),
  })
  gauge('kapao_job_failed', '1 if the last run of a job failed.', {
    labelNames: ['job'],
    read: async () =>
      (await jobs()).map(({ name, hasFailed }) => [{ job: name }, hasFailed ? 1 : 0]),
  })
  const done = forAWhile(() => listDone(db))
  gauge(
    'kapao_done_age_seconds',
    'Time since the last full check, backup, restore test or archived file.',
    {
      labelNames: ['what'],
      read: async () =>
        (await done()).flatMap(({ what, at }): Value[] =>
          at ? [[{ what }, secondsSince(at)]] : [],
        ),
    },
  )
  gauge('kapao_done_good', '1 if the last one ended well.', {
    labelNames: ['what'],
    read: async () => (await done()).map(({ what, isGood }) => [{ what }, isGood ? 1 : 0]),
  })
}
