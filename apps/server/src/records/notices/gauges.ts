import type { DeliveryState, NoticeChannel } from '@kapao/contract/console/notice-words'
import type { NoticeClass } from '@kapao/contract/notices'
import { Counter, Gauge, type Registry } from 'prom-client'
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

export type EndedDelivery = { class: NoticeClass; channel: NoticeChannel; state: DeliveryState }
export type EndCounter = (ended: EndedDelivery) => void

const ends: readonly DeliveryState[] = ['sent', 'unknown', 'dropped', 'given-up']

/** Counts by the process that ended them. What warnings may end as is there from the start, so that a first one is a rise. */
export function countEnded(registry: Registry): EndCounter {
  const counter = new Counter({
    name: 'kapao_notices_ended_total',
    help: 'Notices that are not sent any more, by class, channel and what became of them.',
    labelNames: ['class', 'channel', 'state'] as const,
    registers: [registry],
  })
  for (const state of ends) counter.inc({ class: 'warning', channel: 'sms', state }, 0)
  return (ended) => counter.inc(ended)
}
