import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '#core/clock.ts'
import { batchSizes } from '#core/db/collect.ts'
import type { Db } from '#core/db/db.ts'
import type { Reads } from '#core/db/reads/reads.ts'
import { findAway, type Health } from '#core/telemetry/health.ts'
import { registerDoorFigures } from '#outside/door-figures.ts'
import { registerBookFigures } from '../watch/figures/figures.ts'

type Deps = {
  db: Db
  clock: Clock
  reads: Reads | undefined
  health: Health
  sockets: () => number
}

const lookEveryMs = 1_000

/** All that a process tells beside its calls and its sweeps. */
export function registerFigures(registry: Registry, deps: Deps): void {
  const { db, clock, reads, health, sockets } = deps
  registerDoorFigures(registry)
  registerBookFigures(registry, { db, clock })
  registry.registerMetric(batchSizes)
  // Sampled between reads: a read of the metrics queries the database itself and would count as waiting.
  let pool = db.countPool()
  setInterval(() => (pool = db.countPool()), lookEveryMs).unref()
  registry.registerMetric(
    new Gauge({
      name: 'kapao_pool',
      help: 'Connections of the pool by state, and callers who wait for one.',
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
      help: 'Open sockets of pages.',
      registers: [],
      collect() {
        this.set(sockets())
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'kapao_away',
      help: '1 for each part that does not answer now.',
      labelNames: ['part'],
      registers: [],
      async collect() {
        const away = await findAway(health)
        for (const part of Object.keys(health.parts))
          this.set({ part }, away.includes(part) ? 1 : 0)
      },
    }),
  )
  if (reads === undefined) return
  registry.registerMetric(
    new Gauge({
      name: 'kapao_standby_age_seconds',
      help: 'How old answers of the standby are at most; missing while that is not known.',
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
