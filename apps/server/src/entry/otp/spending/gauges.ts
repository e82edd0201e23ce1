import { Gauge, type Registry } from 'prom-client'
import type { Log } from '#core/telemetry/log.ts'
import type { Hour } from './alarm.ts'
import { budgets } from './budgets.ts'

export type GaugeDeps = { registry: Registry; log: Pick<Log, 'warn'> }

/** Computed when the metrics are read, so that every process shows the same. */
export function serveGauges({ registry, log }: GaugeDeps, read: () => Promise<Hour>): Gauge[] {
  const registers = [registry]
  const orNull = async (): Promise<Hour | null> => {
    try {
      return await read()
    } catch (error) {
      // The other metrics are needed most when the database is away.
      log.warn({ err: error }, 'the metrics of one-time codes could not be read')
      return null
    }
  }
  const codes = new Gauge({
    name: 'kapao_sms_hour_codes',
    help: 'One-time codes of this hour so far, and of the usual one.',
    labelNames: ['what'] as const,
    registers,
    async collect() {
      const { sent, usual } = (await orNull()) ?? {}
      if (sent !== undefined) this.set({ what: 'sent' }, sent)
      if (usual !== undefined) this.set({ what: 'usual' }, usual)
    },
  })
  const filled = new Gauge({
    name: 'kapao_sms_budget_used',
    help: 'How full each budget of the one-time codes of the day is, from 0 to 1.',
    labelNames: ['budget'] as const,
    registers,
    async collect() {
      const hour = await orNull()
      for (const budget of budgets) if (hour) this.set({ budget }, hour.budgets[budget])
    },
  })
  return [codes, filled]
}
