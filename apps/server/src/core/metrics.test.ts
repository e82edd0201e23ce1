import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send } from '../testing/test-app.ts'
import { createMetrics, serveMetrics } from './metrics.ts'

describe('the private port', () => {
  let address: string
  let ready: () => Promise<void>
  const metrics = createMetrics()
  beforeAll(async () => {
    const port = await serveMetrics(0, metrics, { checkReady: () => ready() })
    address = `http://127.0.0.1:${port}`
  })
  afterAll(() => metrics.registry.clear())

  test('shows how long calls took, by template', async () => {
    metrics.observeCall({ method: 'GET', route: '/api/a/:b', status: 200, seconds: 0.02 })
    const { text } = await send(address, 'GET /metrics')
    expect(text).toContain(
      'kapao_http_seconds_count{method="GET",route="/api/a/:b",status="200"} 1',
    )
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })

  test('is healthy while it runs, and ready only while its database answers', async () => {
    ready = () => Promise.reject(new Error('no database at postgres://secret'))
    expect((await send(address, 'GET /healthz')).status).toBe(200)
    expect(await send(address, 'GET /readyz')).toMatchObject({ status: 503, text: 'not ready\n' })
    ready = () => Promise.resolve()
    expect((await send(address, 'GET /readyz')).status).toBe(200)
    ready = () => new Promise(() => undefined)
    expect((await send(address, 'GET /readyz')).status).toBe(503)
  })

  test('has nothing else', async () => {
    expect((await send(address, 'GET /')).status).toBe(404)
    expect((await send(address, 'POST /metrics')).status).toBe(405)
  })
})
