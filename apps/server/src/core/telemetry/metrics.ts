import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { createSweepFigures, type SweepFigures } from './sweep-figures.ts'

export type Metrics = {
  registry: Registry
  /** The template of the route, never its address: labels are visible to all of monitoring, and must be few. */
  observeCall: (call: { method: string; route: string; status: number; seconds: number }) => void
  sweep: SweepFigures
}

const bucketSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'kapao_http_seconds',
    help: 'How long calls took, by route template and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: bucketSeconds,
    registers: [registry],
  })
  return {
    registry,
    observeCall: ({ method, route, status, seconds }) =>
      calls.observe({ method, route, status }, seconds),
    sweep: createSweepFigures(registry),
  }
}
