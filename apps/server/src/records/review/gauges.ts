import { Gauge, type Registry } from 'prom-client'
import type { Log } from '#core/telemetry/log.ts'
import type { ReviewBacklog } from './store.ts'

export type GaugeDeps = { registry: Registry; log: Pick<Log, 'warn'> }

/** Computed when the metrics are read, so that every process shows the same. */
export function serveGauges(
  { registry, log }: GaugeDeps,
  read: () => Promise<ReviewBacklog>,
): Gauge<'what'> {
  return new Gauge({
    name: 'kapao_review_waiting',
    help: 'Acts of one operator alone that wait for review, and those older than a day.',
    labelNames: ['what'] as const,
    registers: [registry],
    async collect() {
      try {
        const { waiting, late } = await read()
        this.set({ what: 'all' }, waiting)
        this.set({ what: 'late' }, late)
      } catch (error) {
        // The other metrics are needed most when the database is away.
        log.warn({ err: error }, 'the metrics of acts that wait for review could not be read')
      }
    },
  })
}
