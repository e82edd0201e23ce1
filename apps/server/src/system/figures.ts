import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '#core/clock.ts'
import { batchSizes } from '#core/db/collect.ts'
import type { Db } from '#core/db/db.ts'
import type { Reads } from '#core/db/reads/reads.ts'
import { freeBytesAt } from '#core/uploads/bounds/free-space.ts'
import { findDownParts, type Health } from '#core/telemetry/health.ts'
import type { Lines } from '#core/telemetry/lines.ts'
import { registerDatabaseFigures } from '#desk/watch/figures/database-figures.ts'
import { registerBookFigures } from '#desk/watch/figures/figures.ts'

type Deps = {
  db: Db
  clock: Clock
  reads: Reads | undefined
  health: Health
  sockets: () => number
  lines: Pick<Lines, 'lost'>
  disk: { dataDir: string; uploadsFreeBytesMin: number }
}

const sampleEveryMs = 1_000

/** Registers the metrics that every process has of itself, its database and the books. */
export function registerFigures(registry: Registry, deps: Deps): void {
  const { db, clock, reads, health, sockets, lines, disk } = deps
  registerBookFigures(registry, { db, clock })
  registerDatabaseFigures(registry, db)
  registry.registerMetric(batchSizes)
  // Sampled between reads: a read of the metrics queries the database itself and would count as waiting.
  let pool = db.countPool()
  setInterval(() => (pool = db.countPool()), sampleEveryMs).unref()
  registry.registerMetric(
    new Gauge({
      name: 'kapao_pool',
      help: 'Connections of the pool by state, and callers waiting for one.',
      labelNames: ['state'],
      registers: [],
      collect() {
        for (const [state, count] of Object.entries(pool)) this.set({ state }, count)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'kapao_sockets',
      help: 'Open WebSockets of pages.',
      registers: [],
      collect() {
        this.set(sockets())
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'kapao_log_lines_lost',
      help: 'Lines of the log that could not be written since the process started.',
      registers: [],
      collect() {
        this.set(lines.lost())
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'kapao_away',
      help: '1 for each part that is down.',
      labelNames: ['part'],
      registers: [],
      async collect() {
        const down = await findDownParts(health)
        for (const part of Object.keys(health.parts))
          this.set({ part }, down.includes(part) ? 1 : 0)
      },
    }),
  )
  registerDiskFigures(registry, disk)
  if (reads === undefined) return
  registry.registerMetric(
    new Gauge({
      name: 'kapao_standby_age_seconds',
      help: 'Maximum age of the answers of the standby; missing while unknown.',
      registers: [],
      collect() {
        this.reset()
        const ageMs = reads.ageMs()
        if (ageMs === null) this.remove()
        else this.set(ageMs / 1_000)
      },
    }),
  )
}

function registerDiskFigures(registry: Registry, disk: Deps['disk']): void {
  registry.registerMetric(
    new Gauge({
      name: 'kapao_disk_free_bytes',
      help: 'Free bytes of the disk of DATA_DIR.',
      registers: [],
      async collect() {
        this.set(await freeBytesAt(disk.dataDir))
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'kapao_disk_floor_bytes',
      help: 'Below so many free bytes uploads are refused.',
      registers: [],
      collect() {
        this.set(disk.uploadsFreeBytesMin)
      },
    }),
  )
}
