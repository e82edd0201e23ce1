import { connect } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { rateLimits } from '../limits/rate-limit.ts'
import { Refused } from '../refused.ts'
import { exchange } from '#testing/attacks/raw-socket.ts'
import { startTestApp } from '#testing/worlds/test-app.ts'
import { testDatabase, testWorld } from '#testing/worlds/test-world.ts'
import type { Webhook } from './serve.ts'

const path = '/webhooks/try/one'
const database = testDatabase()
const app = testWorld(() => startTestApp(database, { webhooks: [webhook] }))
let received: { body: string; mark: string | undefined; requestId: string }[] = []
let answering: () => Promise<{ status: number; body: unknown }>

const webhook: Webhook = {
  path,
  authenticate:
    ({ body, header, requestId }) =>
    () => {
      received.push({
        body: Buffer.from(body).toString('latin1'),
        mark: header('x-mark'),
        requestId,
      })
      return answering()
    },
}

beforeEach(() => {
  received = []
  answering = async () => ({ status: 200, body: { received: true } })
})

const head = (target = path): string => `POST ${target} HTTP/1.1\r\nhost: a\r\n`
const logFrom = (): (() => string) => {
  const before = app.logText().length
  return () => app.logText().slice(before)
}

test('S20 receives the exact bytes and headers, and its call is logged under the id in the answer', async () => {
  const log = logFrom()
  const answer = await app.call(`POST ${path}?key=in-the-address`, {
    text: '{ "a" : 1.50 }\n',
    headers: { 'x-mark': 'M', 'content-type': 'application/anything' },
  })
  expect(answer).toMatchObject({ status: 200, body: { received: true } })
  const requestId = answer.headers.get('x-request-id')!
  expect(received).toEqual([{ body: '{ "a" : 1.50 }\n', mark: 'M', requestId }])
  expect(log()).toMatch(
    new RegExp(`"requestId":"${requestId}","method":"POST","route":"${path}","status":200`),
  )
  expect(log()).not.toContain('in-the-address')
  const text = await exchange(app.port, `${head()}connection: close\r\n\r\n`)
  expect(text).toMatch(/^HTTP\/1.1 200 /)
  expect(received.at(-1)).toMatchObject({ body: '', mark: undefined })
})

test('S20 S45 carries the safety headers and is never cached', async () => {
  answering = async () => ({ status: 401, body: {} })
  const { status, headers } = await app.call(`POST ${path}`, { text: '{}' })
  expect(status).toBe(401)
  const others = await app.call('GET /api/nope')
  for (const name of [
    'x-content-type-options',
    'referrer-policy',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'content-security-policy',
    'permissions-policy',
    'cache-control',
    'content-type',
  ]) {
    expect(headers.get(name), name).toBe(others.headers.get(name))
    expect(headers.get(name), name).not.toBeNull()
  }
})

test('is found however its address is spelled, and no other path is', async () => {
  const close = 'connection: close\r\n\r\n'
  for (const target of [`${path}/`, `${path}?a=/b`, `http://any.example${path}?a`])
    expect(await exchange(app.port, head(target) + close), target).toMatch(/^HTTP\/1.1 200 /)
  expect(received).toHaveLength(3)
  for (const target of ['/webhooks/try', '/webhooks/try/two', `/a${path}`, `${path}/a`, '/'])
    expect(await exchange(app.port, head(target) + close), target).toMatch(/^HTTP\/1.1 40[45] /)
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await app.call(`${method} ${path}`)
    expect(answer.status, method).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  }
  expect(received).toHaveLength(3)
})

test('a body over 64 KB answers 413, with or without an announced length, and ends the connection', async () => {
  const big = 70_000
  const announced = `${head()}content-length: ${big}\r\n\r\n${'a'.repeat(big)}`
  const chunk = `${big.toString(16)}\r\n${'a'.repeat(big)}\r\n0\r\n\r\n`
  for (const bytes of [announced, `${head()}transfer-encoding: chunked\r\n\r\n${chunk}`]) {
    const text = await exchange(app.port, bytes)
    expect(text).toMatch(/^HTTP\/1.1 413 [\s\S]*"REQUEST_TOO_LARGE"/)
    expect(text).toMatch(/connection: close/i)
  }
  expect(received).toEqual([])
  const full = await app.call(`POST ${path}`, { text: 'a'.repeat(64 * 1024) })
  expect(full.status).toBe(200)
})

test(
  'F37 a slow body is answered 408 within ten seconds and one check interval, and is not processed',
  { tags: 'long-2', timeout: 30_000 },
  async () => {
    const started = performance.now()
    const kinds = ['content-length: 10\r\n\r\nabc', 'transfer-encoding: chunked\r\n\r\n5\r\nab']
    const texts = await Promise.all(kinds.map((kind) => exchange(app.port, head() + kind)))
    expect(performance.now() - started).toBeLessThan(15_000)
    for (const text of texts) expect(text).toMatch(/^HTTP\/1.1 408 [\s\S]*"REQUEST_TIMEOUT"/)
    expect(received).toEqual([])
  },
)

test('a client that hangs up in the middle of a body is logged, not processed, and not an internal fault', async () => {
  const log = logFrom()
  const socket = connect(app.port, '127.0.0.1', () => {
    socket.write(`${head()}content-length: 100\r\n\r\n{"te`)
    // Later, so that the server has begun to read; the end of a connection overtakes the data before it.
    setTimeout(() => socket.resetAndDestroy(), 100)
  })
  await expect.poll(log).toMatch(new RegExp(`"route":"${path}","status":400`))
  expect(log()).not.toContain('call failed')
  expect(received).toEqual([])
})

test('an internal fault answers 500 and logs a line, and reveals nothing', async () => {
  const log = logFrom()
  answering = () => Promise.reject(new Error('a word from inside'))
  const answer = await app.call(`POST ${path}`, { text: '{}' })
  expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL_SERVER_ERROR' } })
  expect(answer.text).not.toContain('inside')
  expect(log()).toMatch(/"call failed"/)
  answering = () => Promise.reject(Object.assign(new Error('a lock'), { code: '55P03' }))
  expect((await app.call(`POST ${path}`, { text: '{}' })).status).toBe(503)
  answering = () => {
    throw new Refused('NO_DATA')
  }
  expect((await app.call(`POST ${path}`, { text: '{}' })).status).toBe(404)
})

test('answers on one connection keep the order of their requests', async () => {
  const waits = [100, 0]
  let at = 0
  answering = async () => {
    const own = at++
    await new Promise((resolve) => setTimeout(resolve, waits[own]))
    return { status: 200, body: { own } }
  }
  const one = 'content-length: 2\r\n\r\n{}'
  const last = 'connection: close\r\ncontent-length: 2\r\n\r\n{}'
  const text = await exchange(app.port, head() + one + head() + last)
  expect([...text.matchAll(/"own":(\d)/g)].map(([, own]) => own)).toEqual(['0', '1'])
})

test('RUN-06 an unauthenticated request is counted before it is read, and an authenticated one is not', async () => {
  app.clock.moveMs(600_000)
  const send = (status: number) => {
    answering = async () => ({ status, body: {} })
    return app.call(`POST ${path}`, { text: '{}' })
  }
  const { burst } = rateLimits.webhook.address
  for (let n = 0; n < burst + 10; n += 1) expect((await send(200)).status).toBe(200)
  for (let n = 0; n < burst; n += 1) expect((await send(401)).status).toBe(401)
  received = []
  const refused = await send(200)
  expect([refused.status, refused.body.code]).toEqual([429, 'REQUEST_LIMIT'])
  expect(received).toEqual([])
  app.clock.moveMs(600_000)
}, 60_000)
