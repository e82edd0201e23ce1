import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send } from '#testing/worlds/test-app.ts'
import { serveHealth, type Health } from './health.ts'
import { createMetrics } from './metrics.ts'

describe('the private port', () => {
  let address: string
  let database: () => Promise<void> = async () => undefined
  const health: Health = { phase: 'starting', parts: { 'its database': () => database() } }
  const metrics = createMetrics()
  beforeAll(async () => {
    const { port } = await serveHealth({ host: '127.0.0.1', port: 0 }, metrics, health)
    address = `http://127.0.0.1:${port}`
  })
  afterAll(() => metrics.registry.clear())

  test('shows how long calls took, by route template', async () => {
    metrics.observeCall({ method: 'GET', route: '/api/a/:b', status: 200, seconds: 0.02 })
    const { text } = await send(address, 'GET /metrics')
    expect(text).toContain(
      'kapao_http_seconds_count{method="GET",route="/api/a/:b",status="200"} 1',
    )
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })

  test(
    'shows open work by kind: the due items, their age, and the results of the rounds',
    { tags: 'long-1' },
    async () => {
      const { sweep } = metrics
      const at = new Date('2026-11-21T03:00:00Z')
      let due = { count: 7, oldest: new Date(at.getTime() - 90_000) as Date | null, at }
      sweep.watch('transfers', async () => due)
      sweep.watch('broken', () => Promise.reject(new Error('the database is away')))
      sweep.countRound('transfers')
      sweep.countFinished('transfers')
      sweep.countFinished('transfers')
      sweep.countFailed('transfers')
      // One count serves all readers within a second.
      const read = async () => (await send(address, 'GET /metrics')).text
      await expect.poll(read, { timeout: 5_000 }).toContain('kapao_sweep_due{kind="transfers"} 7')
      const text = await read()
      expect(text).toContain('kapao_sweep_oldest_due_seconds{kind="transfers"} 90')
      expect(text).toContain('kapao_sweep_rounds_total{kind="transfers"} 1')
      expect(text).toContain('kapao_sweep_finished_total{kind="transfers"} 2')
      expect(text).toContain('kapao_sweep_failed_total{kind="transfers"} 1')
      // A figure that cannot be counted is left out, and no other with it.
      expect(text).not.toContain('kapao_sweep_due{kind="broken"}')
      expect(text).toContain('kapao_sweep_rounds_total{kind="broken"} 0')
      due = { count: 0, oldest: null, at }
      await expect.poll(read, { timeout: 5_000 }).toContain('kapao_sweep_due{kind="transfers"} 0')
    },
  )

  test(
    'RUN-41 a process is live while it runs, ready between start and stop, and reports missing parts',
    { tags: 'long-3' },
    async () => {
      const read = async (path: string) => {
        const { status, text } = await send(address, `GET ${path}`)
        return [status, text]
      }
      expect(await read('/readyz')).toEqual([503, 'starting\n'])
      expect(await read('/healthz')).toEqual([200, 'ok\n'])
      health.phase = 'ready'
      expect(await read('/degraded')).toEqual([200, 'no\n'])
      database = () => Promise.reject(new Error('no database at postgres://secret'))
      expect(await read('/readyz')).toEqual([200, 'ready\n'])
      expect(await read('/degraded')).toEqual([503, 'without its database\n'])
      database = () => new Promise(() => undefined)
      expect(await read('/healthz')).toEqual([200, 'ok\n'])
      expect(await read('/degraded')).toEqual([503, 'without its database\n'])
      health.phase = 'stopping'
      expect(await read('/readyz')).toEqual([503, 'stopping\n'])
      expect(await read('/healthz')).toEqual([200, 'ok\n'])
    },
  )

  test('serves nothing else', async () => {
    expect((await send(address, 'GET /')).status).toBe(404)
    expect((await send(address, 'POST /metrics')).status).toBe(405)
  })
})
