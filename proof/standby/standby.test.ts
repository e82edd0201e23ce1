import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'
import { send } from '../../apps/server/src/testing/worlds/test-app.ts'
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts'

const program = join(import.meta.dirname, '../../apps/server/src/main.ts')

let pair: PostgresPair
beforeAll(async () => {
  pair = await startPostgresPair()
})
afterAll(() => pair.close())

type RunningProcess = { child: ChildProcess; metrics: string; output: () => string }

async function startOn(databaseUrl: string): Promise<RunningProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [program], {
    env: { DATABASE_URL: databaseUrl, PORT: '0', METRICS_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => (output += String(part)))
  return { child, metrics: `http://127.0.0.1:${port}`, output: () => output }
}

test(
  'RUN-43 RUN-42 a server that starts on a standby logs it and waits, live and not ready, until the standby is promoted',
  { tags: 'long-2' },
  async () => {
    const { child, metrics, output } = await startOn(pair.standbyUrl)
    const ended = once(child, 'exit')
    await expect.poll(output, { timeout: 20_000 }).toContain('it is a standby')
    expect((await send(metrics, 'GET /healthz')).status).toBe(200)
    expect(await send(metrics, 'GET /readyz')).toMatchObject({ status: 503, text: 'starting\n' })
    expect(child.exitCode).toBeNull()
    const ready = once(child, 'message') as Promise<[{ ready: { port: number } }]>
    await pair.stopPrimary()
    await pair.standby.query('select pg_promote()')
    const [{ ready: at }] = await ready
    expect((await send(`http://127.0.0.1:${at.port}`, 'GET /api/lookup/active')).status).toBe(200)
    expect(await send(metrics, 'GET /readyz')).toMatchObject({ status: 200, text: 'ready\n' })
    // Logged once, not at every attempt.
    expect(output().match(/it is a standby/g)).toHaveLength(1)

    // RUN-41: when the database goes down now, the process stays in the proxy and answers 503 itself.
    await pair.stopStandby()
    await expect
      .poll(() => send(metrics, 'GET /degraded'), { timeout: 10_000 })
      .toMatchObject({ status: 503, text: 'without its database\n' })
    expect((await send(metrics, 'GET /readyz')).status).toBe(200)
    const answer = await send(`http://127.0.0.1:${at.port}`, 'POST /api/login', {
      body: { username: '0812345678', password: 'whatever it is' },
    })
    expect(answer).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  },
)
