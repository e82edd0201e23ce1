import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { createSweepFigures, type SweepFigures } from '../jobs/sweep/figures.ts'

export type Metrics = {
  registry: Registry
  /** The template of the route, never its address: labels are public to whoever watches, and few. */
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

export type Probe = {
  /** Rejects while the process cannot do its work. */
  checkReady: () => Promise<void>
}

const readyWaitMs = 2_000
const loopback = '127.0.0.1'

/** Figures and health on a port of their own, which only this machine can reach; answers which port it became. */
export async function serveMetrics(port: number, metrics: Metrics, probe: Probe): Promise<number> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type }).end(text)
    }
    if (request.method !== 'GET') return answer(405, 'only GET\n')
    if (request.url === '/healthz') return answer(200, 'ok\n')
    if (request.url === '/readyz')
      return void within(readyWaitMs, probe.checkReady()).then(
        () => answer(200, 'ready\n'),
        () => answer(503, 'not ready\n'),
      )
    if (request.url === '/metrics')
      return void metrics.registry.metrics().then(
        (text) => answer(200, text, metrics.registry.contentType),
        () => answer(500, 'no figures\n'),
      )
    answer(404, 'there are /metrics, /healthz and /readyz\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, loopback, resolve)
  })
  // Health must not keep a process alive that has nothing else to do.
  server.unref()
  return (server.address() as AddressInfo).port
}

async function within(waitMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), waitMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
