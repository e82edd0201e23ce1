import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { calls, nameOfCall } from '@kapao/contract/calls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#testing/processes/free-port.ts'
import { hasRedis, startRedis } from '#testing/doubles/redis.ts'
import { send } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { servedCalls } from './open.ts'

type RunningProcess = {
  child: ChildProcess
  address: string
  metrics: string
  output: () => string
}

describe('the processes', () => {
  const database = testDatabase()

  const spawnProcess = (name: 'main' | 'worker', env: Record<string, string> = {}): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, `../${name}.ts`)], {
      env: { DATABASE_URL: database.url, PORT: '0', METRICS_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })

  const start = async (name: 'main' | 'worker' = 'main', env = {}): Promise<RunningProcess> => {
    const child = spawnProcess(name, env)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => (output += String(part)))
    const [message] = (await once(child, 'message')) as [
      { ready: { port: number; metricsPort: number } },
    ]
    const { port, metricsPort } = message.ready
    return {
      child,
      address: `http://127.0.0.1:${port}`,
      metrics: `http://127.0.0.1:${metricsPort}`,
      output: () => output,
    }
  }

  const exitCode = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0]

  test('the served calls are known without a database, once each, and are all of the contract', () => {
    const names = servedCalls().map((call) => `${call.method} ${call.path}`)
    expect(names).toContain('GET /api/lookup/info')
    expect(new Set(names).size).toBe(names.length)
    const known = calls.map((call): string => nameOfCall(call))
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  test(
    'a server reports its port, answers, follows a changed setting, and ends in order on a signal',
    { tags: 'long-2' },
    async () => {
      const { child, address, metrics } = await start()
      expect((await send(address, 'GET /api/lookup/active')).body).toEqual({ active: true })
      expect((await send(metrics, 'GET /readyz')).status).toBe(200)
      await database.ownerDb.query(
        `insert into settings_value (name, value, version, changed_at, changed_by)
       values ('service.active', 'false', 1, now(), 'operator:test')`,
      )
      await database.ownerDb.query(`select pg_notify('settings_changed', '')`)
      await expect.poll(async () => (await send(address, 'GET /api/lookup/info')).status).toBe(410)
      expect((await send(address, 'GET /api/lookup/active')).body).toEqual({ message: 'gone' })
      const ended = exitCode(child)
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    },
  )

  test(
    'RUN-44 a process opens no more connections for its pool than it may, however much it has to do',
    { tags: 'long-2' },
    async () => {
      // At its first look every job is due.
      const { child } = await start('worker', { DATABASE_CONNECTIONS: '4' })
      const openNow = async (): Promise<number> => {
        const rows = await database.ownerDb.query(
          `select from pg_stat_activity where application_name = 'kapao worker' and datname = current_database()`,
        )
        return rows.length
      }
      await expect.poll(openNow, { timeout: 10_000, interval: 20 }).toBe(4)
      for (let looks = 0; looks < 50; looks += 1) expect(await openNow()).toBeLessThanOrEqual(4)
      const ended = exitCode(child)
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    },
  )

  test(
    'RUN-43 a server that starts where a proxy has no primary yet, or nothing listens, waits and goes on as soon as there is one',
    { tags: 'long-1' },
    async () => {
      const port = await freePort()
      const { username, pathname, host } = new URL(database.url)
      const child = spawnProcess('main', {
        DATABASE_URL: `postgres://${username}@127.0.0.1:${port}${pathname}`,
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part) => (output += String(part)))
      const ready = once(child, 'message')
      await expect.poll(() => output, { timeout: 20_000 }).toContain('(ECONNREFUSED)')
      // HAProxy accepts, and cuts where no machine is the primary.
      const proxy = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
      onTestFinished(() => void proxy.close())
      await expect
        .poll(() => output, { timeout: 10_000 })
        .toMatch(/cannot be reached \((?!ECONNREF)/)
      expect(child.exitCode).toBeNull()
      proxy.removeAllListeners('connection')
      proxy.on('connection', (client) => {
        const primary = connect(`${decodeURIComponent(host)}/.s.PGSQL.5432`)
        client.on('error', () => primary.destroy()).pipe(primary)
        primary.on('error', () => client.destroy()).pipe(client)
      })
      await ready
      const ended = exitCode(child)
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    },
  )

  test('a server ends when its parent has died', { tags: 'long-4' }, async () => {
    const { child } = await start()
    const ended = exitCode(child)
    child.disconnect()
    expect(await ended).toBe(0)
  })

  test(
    'a running call is finished before the end, and a second signal ends the process at once',
    { tags: 'long-3' },
    async () => {
      const { child, address } = await start()
      // A body that never completes keeps its call open.
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
      })
      const init = {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { 'content-type': 'application/json' },
      }
      const open = fetch(`${address}/api/nobody`, init as RequestInit).catch(() => null)
      // When the call has begun cannot be seen from outside.
      await new Promise((resolve) => setTimeout(resolve, 200))
      const ended = exitCode(child)
      child.kill('SIGINT')
      // Without a call under way it would end at once.
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(child.exitCode).toBeNull()
      child.kill('SIGINT')
      expect(await ended).toBe(1)
      await open
    },
  )

  test('a worker runs the periodic jobs and ends on a signal', { tags: 'long-1' }, async () => {
    const { child } = await start('worker')
    const done = () =>
      database.db.query('select name from core_job where last_finished_at is not null')
    await expect.poll(done, { timeout: 5_000 }).toContainEqual({ name: 'sessions.forgetOld' })
    const ended = exitCode(child)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test.skipIf(!hasRedis)(
    'RUN-46 two servers with one Redis allow together what one does',
    { tags: 'long-3' },
    async () => {
      const redis = await startRedis()
      onTestFinished(redis.stop)
      // Six at once from one address, and one more every two seconds.
      const env = { REDIS_URL: redis.url, RATE_LIMIT_FACTOR: '0.01' }
      const servers = [await start('main', env), await start('main', env)]
      for (const { metrics } of servers) {
        const degraded = async () => (await send(metrics, 'GET /degraded')).text
        await expect.poll(degraded, { timeout: 10_000 }).toBe('no\n')
      }
      // One after the other: the factor bounds connections, too.
      let served = 0
      for (let asked = 0; asked < 40; asked += 1) {
        const { status } = await send(servers[asked % 2]!.address, 'GET /openapi.json')
        if (status === 200) served += 1
      }
      expect(served).toBeGreaterThanOrEqual(6)
      expect(served).toBeLessThan(12)
      const ended = servers.map(({ child }) => exitCode(child))
      for (const { child } of servers) child.kill('SIGTERM')
      expect(await Promise.all(ended)).toEqual([0, 0])
    },
  )

  test('wrong settings end in a sentence, without a stack', { tags: 'long-4' }, async () => {
    const child = spawnProcess('main', {
      PORT: 'x',
      NODE_ENV: 'production',
      SANDBOX_URL: 'http://127.0.0.1:8090',
    })
    let text = ''
    child.stderr?.on('data', (part) => (text += String(part)))
    expect(await exitCode(child)).toBe(1)
    expect(text).toMatch(/PORT must be a port.*SANDBOX_URL is set/s)
    expect(text).not.toMatch(/^\s+at /m)
  })

  test(
    'RUN-48 production names what is missing, and does not start where passwords are at stake',
    { tags: 'long-2' },
    async () => {
      const child = spawnProcess('main', { NODE_ENV: 'production' })
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part) => (text += String(part)))
      expect(await exitCode(child)).toBe(1)
      expect(text).toContain('TRUSTED_PROXIES names no proxy, and TLS_KEY_FILE is missing')
      expect(text).toMatch(/"what":"FILE_LINK_KEY is missing/)
      expect(text).not.toMatch(/^\s+at /m)
    },
  )

  test(
    'production refuses a database that may forget what it has acknowledged',
    { tags: 'long-4' },
    async () => {
      await database.ownerDb.query(
        'do $$ begin execute format($f$alter database %I set synchronous_commit = off$f$, current_database()); end $$',
      )
      const child = spawnProcess('main', { NODE_ENV: 'production', TRUSTED_PROXIES: '10.0.0.0/8' })
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part) => (text += String(part)))
      expect(await exitCode(child)).toBe(1)
      expect(text).toContain('synchronous_commit must be on in production')
      await database.ownerDb.query(
        'do $$ begin execute format($f$alter database %I reset synchronous_commit$f$, current_database()); end $$',
      )
    },
  )
})
