import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { movableClock, startTestApp } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { openTraces, type Traces } from './traces.ts'

const database = testDatabase()

/** A collector and the requests that it has received. */
async function openCollector(status = 200) {
  const received: { path: string; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      received.push({ path: request.url ?? '', body })
      response.writeHead(status).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { received, endpoint: `http://127.0.0.1:${port}` }
}

function open(endpoint: string): { traces: Traces; warnings: unknown[] } {
  const warnings: unknown[] = []
  const log = { warn: (about: unknown) => void warnings.push(about) }
  return {
    traces: openTraces({ endpoint, service: 'kapao-server', clock: movableClock(), log }),
    warnings,
  }
}

test('RUN-53 a call is exported as a span of its route, under the trace of its caller, and without its address', async () => {
  const { received, endpoint } = await openCollector()
  const { traces } = open(endpoint)
  const app = await startTestApp(database, { traces })
  const [trace, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const headers = { traceparent: `00-${trace}-${parent}-01` }
  await app.call('GET /api/a-secret-that-is-no-call?password=hunter2', { headers })
  await app.close()
  await traces.close()
  expect(received.map(({ path }) => path)).toEqual(['/v1/traces'])
  const [span] = JSON.parse(received[0]!.body).resourceSpans[0].scopeSpans[0].spans
  expect(span).toMatchObject({ traceId: trace, parentSpanId: parent, kind: 2 })
  expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
  expect(received[0]!.body).not.toMatch(/secret|hunter2/)
})

test('RUN-53 a forged parent begins a new trace; a collector that is down or refuses is logged once and delays no call', async () => {
  const call = { method: 'GET', route: '/x', status: 503, seconds: 0.01, requestId: 'R' }
  const { received, endpoint } = await openCollector()
  const good = open(endpoint)
  good.traces.note({ ...call, traceparent: `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01` })
  good.traces.note({ ...call, traceparent: 'x'.repeat(5_000) })
  await good.traces.close()
  const { spans } = JSON.parse(received[0]!.body).resourceSpans[0].scopeSpans[0]
  for (const span of spans) {
    expect(span.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/)
    expect(span).not.toHaveProperty('parentSpanId')
    expect(span.status).toEqual({ code: 2 })
  }
  const refusing = await openCollector(500)
  for (const at of [refusing.endpoint, 'http://127.0.0.1:9']) {
    const { traces, warnings } = open(at)
    for (let calls = 0; calls < 5_000; calls += 1) traces.note({ ...call, traceparent: undefined })
    await traces.close()
    await traces.close()
    expect(warnings).toHaveLength(1)
  }
})
