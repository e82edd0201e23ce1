import { decimalsOf } from '@kapao/contract/money'
import { Gauge, type Registry } from 'prom-client'
import type { Log } from '#core/telemetry/log.ts'
import type { Trust } from './proof-store.ts'

export type GaugeDeps = { registry: Registry; log: Pick<Log, 'warn'> }

/** Asked when somebody reads the figures, so that every process shows the same. */
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
          // The other figures are wanted most when the database is away.
          log.warn({ err: error }, 'the figures of gateways could not be read')
        }
      },
    })
  return [
    serve(
      'kapao_qr_unproven',
      'Money that was credited on the word of a gateway and is not confirmed.',
      ({ unproven, currency }) => Number(unproven) / 10 ** decimalsOf[currency],
    ),
    serve(
      'kapao_qr_denied',
      'Payments that were told under the secret of a gateway, and that it does not know.',
      ({ denied }) => denied,
    ),
  ]
}
