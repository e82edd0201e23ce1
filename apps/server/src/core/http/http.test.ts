import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { endpoint } from '@kapao/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exchange } from '#testing/attacks/raw-socket.ts'
import { startTestApp } from '#testing/worlds/test-app.ts'
import { testDatabase, testWorld } from '#testing/worlds/test-world.ts'
import { safetyHeaders } from './headers.ts'
import { route, type Api } from '../calls/route.ts'

const shared = {
  summary: 'A call of this test.',
  access: 'public',
  rate: 'read',
  refusals: [],
} as const
/** Guests may send more than visitors. */
const keep = endpoint({
  ...shared,
  access: 'guest',
  method: 'POST',
  path: '/api/try/keep',
  input: z.object({
    text: z.string().max(100),
    number: z.number().optional(),
    any: z.unknown().optional(),
  }),
  output: z.object({ text: z.string() }),
})
const read = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/try/item/{id}',
  input: z.object({ id: z.string() }),
  output: z.object({ id: z.string(), address: z.string() }),
})
const remove = endpoint({ ...read, method: 'DELETE', path: '/api/try/item/{itemId}', input: null })

const own = endpoint({
  ...shared,
  access: 'member',
  method: 'GET',
  path: '/api/try/own',
  input: null,
  output: z.object({ memberId: z.string() }),
})

const documentation = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../../docs', name), 'utf8')

let reads = 0

function registerCalls(api: Api): void {
  route(api, keep, (_caller, { text }) => ({ text }))
  route(api, read, ({ address }, { id }) => {
    reads += 1
    return { id, address }
  })
  route(api, own, ({ memberId }) => ({ memberId }))
  route(api, remove, ({ address }) => ({ id: '', address }))
}

describe('the server under odd requests', () => {
  const database = testDatabase()
  const app = testWorld(() => startTestApp(database, { registerCalls }))

  test('API-15 OP-E04 an unknown path of the API answers 404 NO_DATA', async () => {
    for (const name of [
      'GET /api',
      'GET /api/',
      'GET /api/nope',
      'POST /api/try',
      'GET /api/../api/x',
    ])
      expect(await app.call(name)).toMatchObject({
        status: 404,
        body: { code: 'NO_DATA', message: 'NO_DATA' },
      })
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET'])(
    'OP-E04 %s on a call of POST answers 405',
    async (method) => {
      const answer = await app.call(`${method} /api/try/keep`)
      expect(answer).toMatchObject({ status: 405, body: { code: 'KEY_INVALID' } })
      expect(answer.headers.get('allow')).toBe('POST')
    },
  )

  test('S30 HEAD does not run the GET call', async () => {
    const before = reads
    for (const path of ['/api/try/item/1', '/', '/login', '/openapi.json'])
      expect((await app.call(`HEAD ${path}`)).status).toBe(405)
    expect(reads).toBe(before)
  })

  test("two methods whose paths differ only in a parameter's name are both served", async () => {
    expect((await app.call('DELETE /api/try/item/1')).status).toBe(200)
    const answer = await app.call('PUT /api/try/item/1')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, DELETE')
  })

  const deep = (open: string, close: string) =>
    `{"text":"a","any":${open.repeat(10_000)}${close.repeat(10_000)}}`
  test.each([
    ['cut off', '{"text":"a"'],
    ['no JSON', 'text=a'],
    ['a number', '1'],
    ['a list', '[{"text":"a"}]'],
    ['text', '"a"'],
    ['__proto__', '{"text":"a","__proto__":{"admin":true}}'],
    ['__proto__ deep inside', '{"text":"a","any":{"b":[{"__proto__":1}]}}'],
    ['__proto__ in disguise', '{"text":"a","\\u005f_proto__":{"admin":true}}'],
    ['prototype', '{"text":"a","any":{"prototype":1}}'],
    ['constructor', '{"text":"a","constructor":{"prototype":{"admin":true}}}'],
    ['1e400', '{"text":"a","number":1e400}'],
    ['NUL', '{"text":"a\\u0000b"}'],
    ['half a surrogate', '{"text":"\\ud800"}'],
    [
      'half a surrogate deep inside',
      `{"text":"a","any":${'['.repeat(9_000)}"\\udc00"${']'.repeat(9_000)}}`,
    ],
    ['half a surrogate as a name', '{"text":"a","any":{"\\ud800":1}}'],
    ['too long a text', JSON.stringify({ text: 'a'.repeat(2_001) })],
  ])('S48 F38 a body that is %s answers 400', async (_title, text) => {
    const answer = await app.call('POST /api/try/keep', { text })
    expect(answer).toMatchObject({ status: 400, body: { code: 'KEY_INVALID' } })
  })

  test('F38 a body nested 10000 deep is only a wrong one, and whole surrogate pairs are text', async () => {
    expect((await app.call('POST /api/try/keep', { text: deep('[', ']') })).status).toBe(200)
    expect((await app.call('POST /api/try/keep', { text: deep('{"a":', '}') })).status).toBe(400)
    const emoji = await app.call('POST /api/try/keep', {
      text: '{"text":"\\ud83d\\ude00 constructor"}',
    })
    expect(emoji.body).toEqual({ text: '😀 constructor' })
  })

  test('an empty body has no fields', async () => {
    const answer = await app.call('POST /api/try/keep', { text: '' })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'KEY_MISSING', message: 'text is missing' },
    })
  })

  test('S31 a content type other than JSON answers 400 and is not read', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
    ]) {
      const headers = { 'content-type': type }
      const answer = await app.call('POST /api/try/keep', { text: '{"text":"a"}', headers })
      expect(answer).toMatchObject({ status: 400, body: { code: 'KEY_INVALID' } })
    }
  })

  test('a body over 64 KB answers 413, with or without an announced length', async () => {
    const big = JSON.stringify({ text: 'a'.repeat(65 * 1024) })
    expect(await app.call('POST /api/try/keep', { text: big })).toMatchObject({
      status: 413,
      body: { code: 'REQUEST_TOO_LARGE' },
    })
    const head = 'POST /api/try/keep HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n'
    const chunk = `${(70_000).toString(16)}\r\n${'a'.repeat(70_000)}\r\n0\r\n\r\n`
    const text = await exchange(app.port, `${head}transfer-encoding: chunked\r\n\r\n${chunk}`)
    expect(text).toMatch(/^HTTP\/1.1 413 /)
    expect(text).toContain('"REQUEST_TOO_LARGE"')
  })

  test('unreadable paths answer 4xx as JSON', async () => {
    for (const path of [
      '/api/try/item/%',
      '/api/try/item/%00',
      '/api/try/item/%ff',
      '/api/try/item/%ed%a0%80',
    ]) {
      const text = await exchange(
        app.port,
        `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
      )
      expect(text).toMatch(/^HTTP\/1.1 400 [\s\S]*"code":"KEY_INVALID"/)
      expect(text).toMatch(/cache-control: no-store/)
      expect(text).toMatch(/x-content-type-options: nosniff/)
    }
    const long = await app.call(`GET /api/try/item/${'a'.repeat(201)}`)
    expect(long.status).toBeGreaterThanOrEqual(400)
    expect(long.status).toBeLessThan(500)
    expect(long.body.code).toMatch(/NO_DATA|KEY_INVALID/)
  })

  const headersOf = (text: string) =>
    new Headers(
      text
        .split('\r\n\r\n')[0]!
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(': ', 2) as [string, string]),
    )
  /** An answer outside the framework has the same headers as those of the framework. */
  const expectHeaders = (text: string) => {
    const headers = headersOf(text)
    for (const [name, value] of Object.entries(safetyHeaders({ production: false })))
      expect([name, headers.get(name)]).toEqual([name, value])
    expect(headers.get('connection')).toBe('close')
    expect(headers.get('cache-control')).toBe('no-store')
    const id = headers.get('x-request-id')
    expect(id).toMatch(/^\w+-\w+$/)
    expect(app.logText()).toContain(`"requestId":"${id}"`)
  }

  test('SEC-10 S45 an answer to input that never became a request has the common headers, and an id that is in the log', async () => {
    const long = `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`
    for (const [bytes, status, why] of [
      ['HELLO\r\n\r\n', 400, 'HPE_INVALID_METHOD'],
      [long, 431, 'HPE_HEADER_OVERFLOW'],
    ] as const) {
      const text = await exchange(app.port, bytes)
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expectHeaders(text)
      expect(app.logText()).toContain(`"status":${status},"why":"${why}"`)
      expect(text).not.toContain('strict-transport-security')
    }
  })

  test('input that is not HTTP, or has too long headers, is answered in JSON and closed', async () => {
    expect(await exchange(app.port, 'HELLO\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*"KEY_INVALID"/)
    const header = `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`
    expect(await exchange(app.port, header)).toMatch(/^HTTP\/1.1 431 [\s\S]*"REQUEST_TOO_LARGE"/)
    const smuggled =
      'POST /api/try/keep HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'
    expect(await exchange(app.port, smuggled)).toMatch(/^HTTP\/1.1 400 /)
  })

  test('a client that hangs up in the middle of a body is not an internal fault', async () => {
    const head = 'POST /api/try/keep HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n'
    const socket = connect(app.port, '127.0.0.1', () => {
      socket.write(`${head}content-length: 100\r\n\r\n{"te`)
      // Later, so that the server has begun to read; the end of a connection overtakes the data before it.
      setTimeout(() => socket.resetAndDestroy(), 100)
    })
    const line = /"route":"\/api\/try\/keep","status":400/
    const before = app.logText().length
    await expect.poll(() => app.logText().slice(before)).toMatch(line)
    expect(app.logText().slice(before)).not.toContain('call failed')
  })

  test('S31 S45 every answer carries the safety headers', async () => {
    for (const name of [
      'GET /api/nope',
      'POST /api/try/keep',
      'GET /login',
      'PUT /api/try/keep',
      'GET /docs',
    ]) {
      const { headers } = await app.call(name)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
      const kept = name.includes(' /api/') ? /^no-store$/ : /^/
      expect(headers.get('cache-control') ?? '').toMatch(kept)
    }
  })

  test('no answer of a call is cached, however its address is spelled', async () => {
    const token = await app.login('M1')
    for (const path of ['/%61pi/try/own', '/api/%74ry/own', '/ap%69/try/own/']) {
      const { status, headers } = await app.call(`GET ${path}`, { token })
      expect([status, headers.get('cache-control')], path).toEqual([200, 'no-store'])
    }
  })

  test('S48 a query string is not read, so nothing in it can become a list or a field', async () => {
    const answer = await app.call('GET /api/try/item/1?id=2&id[]=3&id=4&__proto__[x]=1')
    expect(answer.body.id).toBe('1')
    const posted = await app.call('POST /api/try/keep?text=a&text=b', { text: '{}' })
    expect(posted.body.code).toBe('KEY_MISSING')
  })

  test('S31 a session in a cookie or in the address is ignored', async () => {
    const token = await app.login('M1')
    const calls = [
      app.call(`GET /api/try/own?token=${token}&access_token=${token}`),
      app.call('GET /api/try/own', { headers: { cookie: `token=${token}; session=${token}` } }),
    ]
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(401)
    expect((await app.call('GET /api/try/own', { token })).status).toBe(200)
  })

  test('S56 plain http is answered as it is and never redirected to https', async () => {
    for (const path of ['/api/try/item/1', '/api/nope', '/login', '/user/home']) {
      const { status, headers } = await app.call(`GET ${path}`, {
        headers: { 'x-forwarded-proto': 'http' },
      })
      expect([301, 302, 307, 308], path).not.toContain(status)
      expect(headers.get('location')).toBeNull()
    }
    expect(documentation('security.md')).toContain('TLS ends at the proxy')
  })

  test('S54 headers have less time than the request, and every timeout is the documented one', async () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = app.timeouts
    expect(headersTimeout).toBe(5_000)
    expect(headersTimeout).toBeLessThan(requestTimeout)
    const waits = await database.db.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    )
    const ms = Object.fromEntries(waits.map(({ name, setting }) => [name, Number(setting)]))
    expect(ms).toEqual({
      idle_in_transaction_session_timeout: 10_000,
      lock_timeout: 2_000,
      statement_timeout: 15_000,
    })
    const limits = documentation('security.md')
    for (const row of [
      `| headers | 16 KB, ${headersTimeout / 1000} s |`,
      '| whole request | 10 s,',
      `| whole upload; silence within it | ${requestTimeout / 1000} s;`,
      `| idle connection | ${keepAliveTimeout / 1000} s |`,
      '| waiting for a database connection, a lock, a statement; silence in a transaction | 2 s, 2 s, 15 s; 10 s |',
    ])
      expect(limits).toContain(row)
  })

  test(
    'F37 50 sockets with slow bodies, slow headers or nothing are closed within 20 s',
    { tags: 'long-2', timeout: 30_000 },
    async () => {
      const started = performance.now()
      const post = 'POST /api/try/keep HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n'
      const kinds = [
        `${post}content-length: 100\r\n\r\n{"te`,
        `${post}x-slow: `,
        `${post}transfer-encoding: chunked\r\n\r\n5\r\n{"te`,
      ]
      const texts = await Promise.all(
        Array.from({ length: 50 }, (_, i) => exchange(app.port, kinds[i % 3]!)),
      )
      expect(performance.now() - started).toBeLessThan(15_000)
      for (const text of texts) {
        expect(text).toMatch(/^HTTP\/1.1 408 [\s\S]*"REQUEST_TIMEOUT"/)
        expectHeaders(text)
      }
      const ids = texts.map((text) => headersOf(text).get('x-request-id'))
      expect(new Set(ids).size).toBe(50)
      expect((await app.call('GET /api/try/item/1')).status).toBe(200)
    },
  )
})

describe('the address of the caller', () => {
  const database = testDatabase()

  const forwarded = { headers: { 'x-forwarded-for': '6.6.6.6, 5.5.5.5' } }

  test('F53 is the socket unless a trusted proxy says otherwise, and never the leftmost claim', async () => {
    const plain = await startTestApp(database, { registerCalls })
    const behind = await startTestApp(database, {
      registerCalls,
      config: { trustedProxies: ['127.0.0.0/8'] },
    })
    try {
      expect((await plain.call('GET /api/try/item/1', forwarded)).body.address).toBe('127.0.0.1')
      expect((await behind.call('GET /api/try/item/1', forwarded)).body.address).toBe('5.5.5.5')
    } finally {
      await Promise.all([plain.close(), behind.close()])
    }
  })

  test('S45 HSTS is sent in production only', async () => {
    const app = await startTestApp(database, { config: { production: true } })
    try {
      expect((await app.call('GET /api/x')).headers.get('strict-transport-security')).toContain(
        'max-age=31536000',
      )
      expect(await exchange(app.port, 'HELLO\r\n\r\n')).toMatch(
        /^HTTP\/1.1 400 [\s\S]*strict-transport-security: max-age=31536000/,
      )
    } finally {
      await app.close()
    }
  })
})
