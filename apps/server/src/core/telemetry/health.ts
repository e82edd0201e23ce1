import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { within } from '../within.ts'
import type { Metrics } from './metrics.ts'

/** Whether a process may receive calls; a starting or stopping one may not. */
type Phase = 'starting' | 'ready' | 'stopping'

export type Health = {
  phase: Phase
  /** See clock-watch.ts; absent until it has looked. */
  isClockWrong?: () => boolean
  /** The parts it can run without. Each check rejects while its part is down. */
  parts: Record<string, () => Promise<unknown>>
}

const answerWithinMs = 2_000

/** Serves metrics and health on a port that members cannot reach, and returns that port. */
export async function serveHealth(
  at: { host: string; port: number },
  metrics: Pick<Metrics, 'registry'>,
  health: Health,
): Promise<{ port: number }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET') return answer(response, 405, 'only GET\n')
    if (request.url === '/healthz') return answer(response, 200, 'ok\n')
    // A database outage affects every process: a proxy without any of them would answer members itself.
    if (request.url === '/readyz') return answerReady(response, health)
    if (request.url === '/degraded') return void answerDegraded(response, health)
    if (request.url === '/metrics') return void answerFigures(response, metrics)
    answer(response, 404, 'there are /metrics, /healthz, /readyz and /degraded\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(at.port, at.host, resolve)
  })
  // Health must not keep an otherwise finished process alive.
  server.unref()
  return { port: (server.address() as AddressInfo).port }
}

/** The names of the parts that are down. */
export async function findDownParts({ parts }: Pick<Health, 'parts'>): Promise<string[]> {
  const checks = Object.entries(parts).map(async ([name, check]) => {
    const isUp = await within(answerWithinMs, check()).then(
      () => true,
      () => false,
    )
    return isUp ? [] : [name]
  })
  return (await Promise.all(checks)).flat()
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

/** For a proxy. Another process has the right time where this one has not, so members are sent there. */
function answerReady(response: ServerResponse, { phase, isClockWrong }: Health): void {
  if (phase === 'ready' && isClockWrong?.()) return answer(response, 503, 'its clock is wrong\n')
  answer(response, phase === 'ready' ? 200 : 503, `${phase}\n`)
}

/** For monitoring, never for a proxy. It names the missing parts; the reason is in the log. */
async function answerDegraded(response: ServerResponse, health: Health): Promise<void> {
  const down = await findDownParts(health)
  if (down.length === 0) return answer(response, 200, 'no\n')
  answer(response, 503, down.map((name) => `without ${name}\n`).join(''))
}

async function answerFigures(
  response: ServerResponse,
  { registry }: Pick<Metrics, 'registry'>,
): Promise<void> {
  try {
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType }).end(text)
  } catch {
    answer(response, 500, 'no figures\n')
  }
}
