import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '#core/clock.ts'
import type { Log } from '#core/telemetry/log.ts'
import type { ChannelBacklog } from './delivery-store.ts'

type GaugeDeps = { registry: Registry; log: Pick<Log, 'warn'>; clock: Clock }

/** Computed when the metrics are read, so that every process shows the same. */
export function serveGauges(
  { registry, log, clock }: GaugeDeps,
  read: () => Promise<ChannelBacklog[]>,
): void {
  const serve = (name: string, help: string, valueOf: (one: ChannelBacklog) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['channel'] as const,
      registers: [registry],
      async collect() {
        try {
          const backlog = await read()
          this.reset()
          for (const one of backlog) this.set({ channel: one.channel }, valueOf(one))
        } catch (error) {
          // The other metrics are needed most when the database is away.
          log.warn({ err: error }, 'the metrics of notices could not be read')
        }
      },
    })
  serve('kapao_notices_due', 'Notices that are still to be sent.', ({ due }) => due)
  serve(
    'kapao_notices_oldest_due_seconds',
    'The age of the oldest notice that is still to be sent.',
    ({ oldestAt }) => (clock.now().getTime() - oldestAt.getTime()) / 1_000,
  )
}
