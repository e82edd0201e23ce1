import { decimalsOf } from '@kapao/contract/money'
import { Gauge, type Registry } from 'prom-client'
import type { Log } from '#core/telemetry/log.ts'
import type { Trust } from './proof-store.ts'

export type GaugeDeps = { registry: Registry; log: Pick<Log, 'warn'> }

/** Read when the metrics are scraped, so that every process shows the same values. */
export function serveTrustGauges(
  { registry, log }: GaugeDeps,
  read: () => Promise<readonly Trust[]>,
): Gauge[] {
  const serve = (name: string, help: string, valueOf: (one: Trust) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ['provider'] as const,
      registers: [registry],
      async collect() {
        try {
          const all = await read()
          this.reset()
          for (const one of all) this.set({ provider: one.provider }, valueOf(one))
        } catch (error) {
          // The other metrics are needed most when the database is down.
          log.warn({ err: error }, 'the figures of gateways could not be read')
        }
      },
    })
  return [
    serve(
      'kapao_qr_unproven',
      "Money that was credited on a gateway's message alone and is not confirmed.",
      ({ unproven, currency }) => Number(unproven) / 10 ** decimalsOf[currency],
    ),
    serve(
      'kapao_qr_denied',
      "Payments reported under a gateway's secret that the gateway does not know.",
      ({ denied }) => denied,
    ),
  ]
}
