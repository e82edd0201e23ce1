import {
  connect as connectHttp2,
  constants,
  type ClientHttp2Session,
  type OutgoingHttpHeaders,
} from 'node:http2'
import { request, type RequestOptions } from 'node:https'
import { endpoint } from '@kapao/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { route, type Api } from '../../../apps/server/src/core/calls/route.ts'
import type { Webhook } from '../../../apps/server/src/core/webhooks/serve.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../apps/server/src/testing/database/database.ts'
import { startTestApp, type TestApp } from '../../../apps/server/src/testing/worlds/test-app.ts'
import { createCertificate } from './certificate.ts'

const certificate = createCertificate(['127.0.0.1'], {
  from: new Date('2020-01-01'),
  until: new Date('2049-01-01'),
})
const echo = endpoint({
  summary: 'A call of this test.',
  rate: 'read',
  refusals: [],
  method: 'POST',
  path: '/api/echo',
  access: 'public',
  input: z.object({}),
  output: z.object({}),
})
const registerCalls = (api: Api): void => route(api, echo, async () => ({}))
const webhooks: Webhook[] = [
  {
    path: '/webhooks/echo',
    authenticate: ({ body, header }) => ({
      status: 200,
      body: { bytes: body.byteLength, mark: header('x-mark') },
    }),
  },
]

let database: TestDatabase
let app: TestApp
let session: ClientHttp2Session

beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp(database, { config: { tls: certificate }, registerCalls, webhooks })
  session = connectHttp2(`https://127.0.0.1:${app.port}`, { ca: certificate.cert })
})
afterAll(async () => {
  session.destroy()
  await app.close()
  await database.drop()
})

type Answer = { status: number; headers: Record<string, unknown>; text: string }

function ask(headers: OutgoingHttpHeaders, body: string | null = null): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers, { endStream: body === null })
    if (body !== null) stream.end(body)
    let text = ''
    let head: Record<string, unknown> = {}
    stream.setEncoding('utf8')
    stream.on('response', (got) => (head = got))
    stream.on('data', (more: string) => (text += more))
    stream.on('error', reject)
    stream.on('end', () => resolve({ status: Number(head[':status']), headers: head, text }))
  })
}

test('a browser that offers both gets HTTP/2, with the headers of every answer', async () => {
  const { status, headers, text } = await ask({ ':path': '/openapi.json' })
  expect(session.alpnProtocol).toBe('h2')
  expect(status).toBe(200)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(JSON.parse(text).openapi).toBe('3.1.0')
})

test('refusals are the same as over HTTP/1.1, including an oversized request', async () => {
  expect(await ask({ ':path': '/api/nope' })).toMatchObject({ status: 404 })
  const large = { ':path': '/api/nope', ':method': 'POST', 'content-type': 'application/json' }
  expect((await ask(large, `"${'x'.repeat(70_000)}"`)).status).toBeGreaterThanOrEqual(400)
  // The connection stays open: only the one request was refused.
  expect((await ask({ ':path': '/openapi.json' })).status).toBe(200)
})

test('webhooks are accepted over HTTP/2 too, up to the limit of a body', async () => {
  const headers = {
    ':path': '/webhooks/echo',
    ':method': 'POST',
    'x-mark': 'M',
    'content-type': 'application/json',
  }
  const answer = await ask(headers, 'x'.repeat(20_000))
  expect(answer).toMatchObject({ status: 200, headers: { 'x-content-type-options': 'nosniff' } })
  expect(JSON.parse(answer.text)).toEqual({ bytes: 20_000, mark: 'M' })
  expect((await ask(headers, 'x'.repeat(70_000))).status).toBe(413)
  expect((await ask(headers, '{}')).status).toBe(200)
})

test('a body without content type and length is read completely, and a missing body counts as none', async () => {
  const headers = { ':path': '/webhooks/echo', ':method': 'POST' }
  expect(JSON.parse((await ask(headers, 'x'.repeat(20_000))).text)).toEqual({ bytes: 20_000 })
  expect(JSON.parse((await ask(headers)).text)).toEqual({ bytes: 0 })
  expect((await ask(headers, 'x'.repeat(70_000))).status).toBe(413)
})

test('a client that supports HTTP/1.1 only is answered, too', async () => {
  const status = await new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port: app.port,
        path: '/openapi.json',
        ca: certificate.cert,
        ALPNProtocols: ['http/1.1'],
      } as RequestOptions,
      (answer) => {
        answer.resume()
        resolve(`${answer.httpVersion} ${answer.statusCode}`)
      },
    )
      .on('error', reject)
      .end()
  })
  expect(status).toBe('1.1 200')
})

test(
  'F37 an endless body is cut off after 10 s, alone: its connection stays open',
  { tags: 'long-3', timeout: 20_000 },
  async () => {
    const begun = performance.now()
    const stream = session.request(
      { ':path': '/api/echo', ':method': 'POST', 'content-type': 'application/json' },
      { endStream: false },
    )
    stream.on('error', () => undefined)
    stream.write('{')
    const code = await new Promise((resolve) => stream.on('close', () => resolve(stream.rstCode)))
    expect(code).toBe(constants.NGHTTP2_CANCEL)
    expect(performance.now() - begun).toBeGreaterThan(9_000)
    expect((await ask({ ':path': '/openapi.json' })).status).toBe(200)
  },
)
