import { Gauge, type Registry } from 'prom-client'
import type { Queryable } from '#core/db/db.ts'
import { forAWhile } from '#core/telemetry/sweep-figures.ts'
import { readDatabaseState } from './figures-store.ts'

/** Each metric, what `core_database_state` calls its rows, and the label that has their name. */
const metrics = [
  ['kapao_connections', 'connections', 'state', 'Connections of the database: used and allowed.'],
  ['kapao_standbys', 'standbys', 'state', 'Standbys that follow, and that commits wait for.'],
  ['kapao_standby_flush_seconds', 'flush', 'standby', 'How late a standby has what was written.'],
  ['kapao_slot_kept_bytes', 'slot', 'slot', 'Write-ahead log that is kept for a standby.'],
  ['kapao_transaction_seconds', 'transaction', 'which', 'Age of the oldest open transaction.'],
  ['kapao_blocking_seconds', 'blocking', 'session', 'Transactions that others wait for: age.'],
] as const

/** How the database is; every process reports the same. Left out while it is down. */
export function registerDatabaseFigures(registry: Registry, db: Queryable): void {
  const state = forAWhile(() => readDatabaseState(db))
  for (const [name, what, label, help] of metrics)
    registry.registerMetric(
      new Gauge<string>({
        name,
        help,
        labelNames: [label],
        registers: [],
        async collect() {
          this.reset()
          const rows = await state().catch(() => [])
          for (const row of rows) if (row.what === what) this.set({ [label]: row.name }, row.amount)
        },
      }),
    )
}
