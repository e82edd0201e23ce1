import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@kapao/contract/calls'
import { consoleCalls } from '@kapao/contract/console/calls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import { listen } from '#core/http/http.ts'
import { createLog } from '#core/telemetry/log.ts'
import { createMetrics } from '#core/telemetry/metrics.ts'
import { openConsoleWorld, type ConsoleWorld } from '#testing/console/console-world.ts'
import { hasRedis, startRedis, type TestRedis } from '#testing/doubles/redis.ts'
import { movableClock, send, testConfig } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { examineConfig } from '#context/config.ts'
import { findFindings } from '#context/doctor/findings.ts'
import { openSystem } from '../open.ts'
import { openClients } from '../outside.ts'

const distDir = tempFolder()
mkdirSync(join(distDir, 'assets'))
writeFileSync(
  join(distDir, 'index.html'),
  '<!doctype html><title>Console</title><script>let a = 1</script>',
)
writeFileSync(join(distDir, 'assets/page-x1.js'), 'export {}')
writeFileSync(join(distDir, 'secret.json'), '{}')
mkdirSync(join(distDir, 'preview/assets'), { recursive: true })
writeFileSync(join(distDir, 'preview/assets/early-x1.js'), 'export {}')

const world = testWorld(() => openConsoleWorld({}, { distDir }))
const get = (path: string, headers: Record<string, string> = {}) =>
  send(world.origin, `GET ${path}`, { headers })

describe('the port of its own', () => {
  let members: { address: string; close: () => Promise<void> }
  beforeAll(async () => {
    const { db } = world.database
    const clock = movableClock()
    const system = await openSystem({
      config: testConfig,
      db,
      clock,
      outside: openClients({ config: testConfig, db, clock }),
      ids: systemIds,
      log: createLog('silent'),
      metrics: createMetrics(),
      distDir: import.meta.dirname,
    })
    const { port } = await listen(system.fastify, testConfig)
    members = {
      address: `http://127.0.0.1:${port}`,
      close: async () => {
        await system.fastify.close()
        await system.close()
      },
    }
  })
  afterAll(() => members.close())

  const fill = (path: string): string => path.replaceAll(/[[\]]/g, '').replaceAll(/\{\w+\}/g, 'x1')

  test('DESK-01 no call of the console is on the members’ port', async () => {
    const { cookie } = await world.seat('lek', ['owner'])
    for (const { method, path } of consoleCalls) {
      const headers = { cookie, 'x-client': 'kapao-console', 'sec-fetch-site': 'same-origin' }
      const body = method === 'POST' ? { body: {} } : {}
      const answer = await send(members.address, `${method} ${fill(path)}`, { headers, ...body })
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'NO_DATA'])
    }
  })

  test('DESK-01 no call of the members is on the console’s port, nor their page', async () => {
    for (const { method, path } of calls) {
      const answer = await send(world.address, `${method} ${fill(path)}`, {})
      expect([path, answer.status]).toEqual([path, 404])
    }
    expect((await get('/seals.json')).status).toBe(404)
  })
})

describe('the page', () => {
  test('DESK-03 comes at every path, under a policy without foreign sources, frames and policies of Trusted Types', async () => {
    for (const path of ['/', '/chat/mine', '/members/7KQ2M4XW9PZA', '/enrol']) {
      const answer = await get(path)
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('<title>Console</title>')
      const policy = answer.headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("connect-src 'self'")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
    }
  })

  test('DESK-03 files are files: an unknown one is 404, and so is what the build keeps for itself', async () => {
    expect((await get('/assets/page-x1.js')).headers.get('cache-control')).toContain('immutable')
    for (const path of ['/assets/none.js', '/secret.json', '/index.html', '/../package.json'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    const answer = await get('/api/console/none')
    expect([answer.status, answer.body]).toEqual([404, { code: 'NOT_FOUND', message: 'NOT_FOUND' }])
  })

  test('SCREEN-49 the frame has a policy of its own, no origin and no network; it may be built when the console runs', async () => {
    expect((await get('/preview/')).status).toBe(404)
    const built = join(distDir, 'preview')
    writeFileSync(join(built, 'index.html'), '<!doctype html><title>Frame</title>')
    mkdirSync(join(built, 'banks'), { recursive: true })
    writeFileSync(join(built, 'banks/KBANK.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(built, 'assets/screens-x1.js'), 'export {}')
    writeFileSync(join(built, 'assets/screens-x1.js.br'), 'packed')
    const page = await get('/preview/')
    expect([page.status, page.text]).toEqual([200, '<!doctype html><title>Frame</title>'])
    const policy = page.headers.get('content-security-policy')!
    for (const part of [
      "default-src 'none'",
      "connect-src 'none'",
      "frame-ancestors 'self'",
      "form-action 'none'",
      "script-src 'self';",
      'sandbox allow-scripts',
    ])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe|https?:|\*|allow-same-origin/)
    for (const path of ['/preview/', '/preview/assets/screens-x1.js', '/banks/KBANK.svg']) {
      const { status, headers } = await get(path, { 'accept-encoding': 'identity' })
      expect([path, status]).toEqual([path, 200])
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(headers.get('set-cookie')).toBeNull()
    }
    for (const path of [
      '/preview/assets/none.js',
      '/preview/assets/..%2findex.html',
      '/preview/assets/..%2f..%2fsecret.json',
      '/preview/assets/.sources',
      '/banks/../secret.json',
      '/preview/secret.json',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test('SCREEN-49 the console frames nothing but itself, and no file of it but the frame is read by others', async () => {
    const page = await get('/')
    expect(page.headers.get('content-security-policy')).toContain("frame-src 'self';")
    for (const path of ['/', '/assets/page-x1.js', '/api/console/desk']) {
      const { headers } = await get(path)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
  })

  test('an address by number is redirected to localhost, which passkeys need', async () => {
    const numbered = await fetch(`${world.address}/work?x=1`, { redirect: 'manual' })
    expect(numbered.headers.get('location')).toBe(`${world.origin}/work?x=1`)
  })

  test('DESK-03 its calls are documented beside it, the members’ are not', async () => {
    const { body } = await get('/openapi.json')
    expect(Object.keys(body.paths)).toHaveLength(new Set(consoleCalls.map(({ path }) => path)).size)
    expect(body.paths['/api/console/audit'].get).toMatchObject({
      'x-access': 'audit.see',
      description: 'For: risk, owner.',
    })
    expect((await get('/docs')).text).toContain('Kapao console API')
  })
})

describe('who is let in at all', () => {
  const read = (headers: Record<string, string>) => world.call('GET /api/console/desk', { headers })
  const begin = (headers: Record<string, string>) =>
    world.call('POST /api/console/sign-in/begin', { body: {}, headers })

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://kapao.example' },
    { origin: 'null' },
    { 'x-client': 'wallet-user' },
    { 'x-client': '' },
  ])('DESK-05 a POST with %j is refused', async (headers) => {
    const answer = await begin(headers)
    expect([answer.status, answer.body.code]).toEqual([403, 'WRONG_SITE'])
  })

  test('DESK-05 a GET of another site is refused, one that is typed is not', async () => {
    expect((await read({ 'sec-fetch-site': 'cross-site' })).body.code).toBe('WRONG_SITE')
    expect((await read({ 'sec-fetch-site': 'same-site' })).body.code).toBe('WRONG_SITE')
    expect((await read({ 'sec-fetch-site': 'none' })).status).toBe(200)
  })

  test('DESK-05 addresses outside the listed networks are refused, with a session, too', async () => {
    const { cookie } = await world.seat('som', ['owner'])
    await world.set('console.addresses', ['10.8.0.0/16', '2001:db8::/32'])
    const from = async (address: string) =>
      (await world.call('GET /api/console/me', { cookie, from: address })).body.code ?? 'ok'
    expect(await from('10.8.3.4')).toBe('ok')
    expect(await from('2001:db8::5')).toBe('ok')
    expect(await from('10.9.3.4')).toBe('ADDRESS_NOT_ALLOWED')
    expect(await from('192.0.2.1')).toBe('ADDRESS_NOT_ALLOWED')
    await world.set('console.addresses', [])
    expect(await from('192.0.2.1')).toBe('ok')
  })
})

describe('limits', () => {
  const tight = testWorld(() => openConsoleWorld({ rateLimitFactor: 1 }))

  test('DESK-19 sign-ins of one address are limited, and those of another are not', async () => {
    const begin = async (from: string) =>
      (await tight.call('POST /api/console/sign-in/begin', { body: {}, from })).status
    for (let no = 1; no <= 20; no += 1) expect(await begin('10.1.1.1')).toBe(200)
    expect(await begin('10.1.1.1')).toBe(429)
    expect(await begin('10.1.1.2')).toBe(200)
    tight.clock.moveMs(3_000)
    expect(await begin('10.1.1.1')).toBe(200)
  })

  test('DESK-19 passwords of one name are limited, from wherever, whether there is such a name or not', async () => {
    await tight.set('console.passwords', true)
    for (const name of ['nok', 'nobody']) {
      const attempt = async (no: number) => {
        const body = { name, password: 'a long wrong password', code: '000000' }
        const from = `10.2.${name.length}.${no}`
        return (await tight.call('POST /api/console/sign-in/password', { body, from })).body.code
      }
      for (let no = 1; no <= 5; no += 1) expect(await attempt(no)).toBe('SIGN_IN_FAILED')
      expect(await attempt(6)).toBe('REQUEST_LIMIT')
    }
  })

  test('guesses of a token are limited, and a known one is no guess', async () => {
    const { cookie } = await tight.enrol('nok')
    const me = (held: string) =>
      tight.call('GET /api/console/me', { cookie: held, from: '10.3.3.3' })
    for (let no = 1; no <= 130; no += 1) expect((await me(cookie)).status).toBe(200)
    const guess = `__Host-kapao-console=${'x'.repeat(43)}`
    for (let no = 1; no <= 120; no += 1) expect((await me(guess)).status).toBe(401)
    expect((await me(guess)).status).toBe(429)
  })
})

describe.skipIf(!hasRedis)('consoles that share a Redis', () => {
  let redis: TestRedis
  let worlds: ConsoleWorld[] = []
  const openTwo = async (given: { redisUrl: string | null }) => {
    worlds = []
    for (let no = 1; no <= 2; no += 1)
      worlds.push(await openConsoleWorld({ rateLimitFactor: 1, ...given }))
    onTestFinished(async () => {
      for (const one of worlds) await one.close()
    })
  }
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  /** How many of these calls, by turns at both, are let through. */
  const letThrough = async (
    tries: number,
    ask: (one: ConsoleWorld) => Promise<{ status: number }>,
  ): Promise<number> => {
    let through = 0
    for (let no = 0; no < tries; no += 1)
      if ((await ask(worlds[no % 2]!)).status !== 429) through += 1
    return through
  }
  const begin = (one: ConsoleWorld) =>
    one.call('POST /api/console/sign-in/begin', { body: {}, from: '10.1.1.1' })
  let no = 0
  const attempt = (one: ConsoleWorld) => {
    no += 1
    const body = { name: 'nok', password: 'a long wrong password', code: '000000' }
    return one.call('POST /api/console/sign-in/password', { body, from: `10.2.0.${no}` })
  }
  test('DESK-123 count sign-ins of an address and passwords of a name together; without it each counts for itself', async () => {
    await openTwo({ redisUrl: redis.url })
    // Until it is connected, a process counts for itself.
    await new Promise((resolve) => setTimeout(resolve, 500))
    for (const one of worlds) await one.set('console.passwords', true)
    // Redis has a clock of its own, by which one more comes every three seconds.
    const began = performance.now()
    const more = () => Math.ceil((performance.now() - began) / 3_000)
    expect(await letThrough(50, begin)).toBeLessThanOrEqual(20 + more())
    expect(await letThrough(20, attempt)).toBeLessThanOrEqual(5 + more())
  })

  test('DESK-123 without a Redis each counts for itself', async () => {
    await openTwo({ redisUrl: null })
    expect(await letThrough(50, begin)).toBe(40)
  })
})

describe('the settings of the process', () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1/kapao' }
  const placeOf = (given: Record<string, string>) =>
    examineConfig({ ...env, ...given }).config.console

  test('DESK-02 say where it is, and switch it off', () => {
    expect(placeOf({})).toEqual({
      port: 8081,
      host: '127.0.0.1',
      origin: 'http://localhost:8081',
      isDemo: false,
    })
    expect(placeOf({ CONSOLE_PORT: '9000' }).origin).toBe('http://localhost:9000')
    for (const off of ['0', 'none']) expect(placeOf({ CONSOLE_PORT: off }).port).toBeNull()
    expect(placeOf({ CONSOLE_HOST: '10.0.0.7', CONSOLE_ORIGIN: 'https://desk.example' })).toEqual({
      port: 8081,
      host: '10.0.0.7',
      origin: 'https://desk.example',
      isDemo: false,
    })
  })

  test('DESK-02 one origin is wanted, and a port', () => {
    for (const wrong of [
      { CONSOLE_PORT: 'x' },
      { CONSOLE_ORIGIN: 'https://a.example,https://b.example' },
      { CONSOLE_ORIGIN: 'https://a.example/desk' },
    ])
      expect(examineConfig({ ...env, ...wrong }).problems).toHaveLength(1)
  })

  test('DESK-02 DESK-21 production wants https, and is no demo', () => {
    const production = { ...env, NODE_ENV: 'production', CONSOLE_DEMO: '1' }
    expect(examineConfig(production).problems.join()).toContain('CONSOLE_DEMO is set')
    const musts = (given: Record<string, string>) =>
      findFindings(examineConfig({ ...env, ...given }).config)
        .filter(({ process, grade }) => process === 'console' && grade === 'must')
        .map(({ what }) => what.split(' ')[0])
    expect(musts({})).toEqual(['CONSOLE_ORIGIN', 'TRUSTED_PROXIES'])
    expect(musts({ CONSOLE_ORIGIN: 'https://desk.example', TRUSTED_PROXIES: '10.0.0.1' })).toEqual(
      [],
    )
  })
})

describe('a demo house', () => {
  const demo = testWorld(() =>
    openConsoleWorld({}, { distDir, isDemo: true, firstOperators: 'seed' }),
  )

  test('DESK-21 anybody signs in as one of its operators, and nothing asks for a touch', async () => {
    const desk = await demo.call('GET /api/console/desk')
    expect(desk.body.demo).toEqual(['demo-owner', 'demo-cashier'])
    const signIn = (name: string) => demo.call('POST /api/console/sign-in/demo', { body: { name } })
    const answer = await signIn('demo-owner')
    expect(answer.body).toMatchObject({ name: 'demo-owner', roles: ['owner'], ways: [] })
    expect((await signIn('demo-cashier')).body.roles).toEqual(['cashier', 'support'])
    demo.clock.moveMs(20 * minuteMs)
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
    const own = await demo.call('POST /api/console/own/passkey/begin', { cookie, body: {} })
    expect(own.status).toBe(200)
    expect((await signIn('somebody')).body.code).toBe('SIGN_IN_FAILED')
  })

  test('DESK-21 a real house has no such call', async () => {
    expect((await world.call('GET /api/console/desk')).body.demo).toBeNull()
    const body = { name: 'demo-owner' }
    expect((await world.call('POST /api/console/sign-in/demo', { body })).status).toBe(404)
  })
})
