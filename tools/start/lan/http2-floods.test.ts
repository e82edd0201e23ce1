import {
  connect as connectHttp2,
  type ClientHttp2Session,
  type ClientHttp2Stream,
} from 'node:http2'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { endpoint } from '@kapao/contract/endpoint'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { route, type Api } from '../../../apps/server/src/core/calls/route.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../apps/server/src/testing/database/database.ts'
import {
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../../apps/server/src/testing/worlds/test-app.ts'
import { createCertificate } from './certificate.ts'

const certificate = createCertificate(['127.0.0.1'], {
  from: new Date('2020-01-01'),
  until: new Date('2049-01-01'),
})
const shared = {
  summary: 'A call of this test.',
  rate: 'read',
  refusals: [],
  method: 'GET',
  access: 'public',
  input: null,
  output: z.object({ text: z.string() }),
} as const
const slow = endpoint({ ...shared, path: '/api/slow' })
const large = endpoint({ ...shared, path: '/api/large' })

let database: TestDatabase
let app: TestApp
let working = 0
let mostWorking = 0
let begun = 0
let goOn: () => void = () => undefined
let waiting = new Promise<void>((resolve) => (goOn = resolve))

function registerCalls(api: Api): void {
  route(api, slow, async () => {
    begun += 1
    working += 1
    mostWorking = Math.max(mostWorking, working)
    await waiting
    working -= 1
    return { text: 'slow' }
  })
  route(api, large, () => {
    begun += 1
    return { text: 'x'.repeat(1024 * 1024) }
  })
}

const sessions: ClientHttp2Session[] = []
const sockets: Socket[] = []

const start = async (connections: TestAppOptions['connections'] = {}): Promise<void> => {
  await app?.close()
  begun = working = mostWorking = 0
  waiting = new Promise<void>((resolve) => (goOn = resolve))
  app = await startTestApp(database, { config: { tls: certificate }, registerCalls, connections })
}
const open = async (settings = {}): Promise<ClientHttp2Session> => {
  const session = connectHttp2(`https://127.0.0.1:${app.port}`, { ca: certificate.cert, settings })
  session.on('error', () => undefined)
  sessions.push(session)
  await new Promise((resolve) => session.once('remoteSettings', resolve))
  return session
}
const ask = (session: ClientHttp2Session, path: string): ClientHttp2Stream => {
  const stream = session.request({ ':path': path })
  stream.on('error', () => undefined)
  return stream
}
const statusOf = (stream: ClientHttp2Stream) =>
  new Promise<number>((resolve) => {
    stream.once('response', (headers) => resolve(Number(headers[':status'])))
    stream.once('close', () => resolve(0))
    stream.resume()
  })
const settled = (ms = 200) => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => {
  goOn()
  for (const session of sessions.splice(0)) session.destroy()
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

test('RUN-06 eight streams of one connection are processed at once, and all are answered', async () => {
  await start()
  const session = await open()
  expect(session.remoteSettings.maxConcurrentStreams).toBe(32)
  const answers = Array.from({ length: 20 }, () => statusOf(ask(session, '/api/slow')))
  await expect.poll(() => working).toBe(8)
  await settled()
  expect(working).toBe(8)
  goOn()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  expect(mostWorking).toBe(8)
})

test('RUN-06 a client that resets streams as fast as it opens them loses the connection, and few were processed', async () => {
  await start()
  const session = await open()
  // On a busy machine they are slow, and more of them are forgiven meanwhile.
  for (let n = 0; n < 200 && !session.closed && !session.destroyed; n += 1) {
    for (let m = 0; m < 30; m += 1) ask(session, '/api/slow').close(8)
    await settled(10)
  }
  await expect.poll(() => session.closed || session.destroyed, { timeout: 10_000 }).toBe(true)
  expect(begun).toBeLessThan(400)
})

test('RUN-06 endless pings and settings cost the connection', async () => {
  await start()
  const pinging = await open()
  for (let n = 0; n < 70 && !pinging.destroyed; n += 1) {
    pinging.ping(() => undefined)
    if (n % 10 === 9) await settled(10)
  }
  await expect.poll(() => pinging.destroyed).toBe(true)
  const setting = await open()
  const ended = new Promise((resolve) => setting.once('close', resolve))
  for (let n = 0; n < 70 && !setting.destroyed; n += 1) {
    // One after the other, as the client itself would give up with too many of them under way.
    const settings = { initialWindowSize: 65_535 + n }
    await Promise.race([
      new Promise<void>((next) => setting.settings(settings, () => next())),
      ended,
    ])
  }
  await expect.poll(() => setting.destroyed).toBe(true)
})

test('RUN-06 a client that opens no window causes few answers, and is cut after a while', async () => {
  await start({ unreadPatienceMs: 1_000, lookEveryMs: 50 })
  const session = await open({ initialWindowSize: 0 })
  for (let n = 0; n < 30; n += 1) ask(session, '/api/large')
  await expect.poll(() => begun).toBeGreaterThan(0)
  await settled(300)
  expect(begun).toBeLessThanOrEqual(8)
  await expect.poll(() => session.destroyed, { timeout: 5_000 }).toBe(true)
})

test('RUN-06 requests over HTTP/2 count for their network like all others, and so do those that Node would answer itself', async () => {
  await start({ networkRequests: { burst: 3, perMinute: 1 } })
  const session = await open()
  expect(await statusOf(ask(session, '/api/nope'))).toBe(404)
  const tunnel = session.request({ ':method': 'CONNECT', ':authority': 'a' })
  tunnel.on('error', () => undefined)
  expect(await statusOf(tunnel)).toBe(405)
  // It is answered, and not yet started when the next one arrives.
  expect(app.logText()).not.toContain('"status":500')
  expect(await statusOf(ask(session, '/api/nope'))).toBe(404)
  expect(await statusOf(ask(session, '/api/nope'))).toBe(429)
  await expect.poll(() => session.closed || session.destroyed).toBe(true)
})

test('RUN-06 stalled handshakes make room for newer ones, and open connections stay', async () => {
  await start({ networkOpeningMax: 2 })
  const session = await open()
  const half = Array.from({ length: 3 }, () => {
    const socket = connectPlain({ port: app.port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    sockets.push(socket)
    return socket
  })
  await expect.poll(() => half.filter((socket) => socket.destroyed)).toHaveLength(1)
  expect(await statusOf(ask(session, '/api/nope'))).toBe(404)
})

test('RUN-06 requests of HTTP/1.1 in TLS are cut at the ninth too', async () => {
  await start()
  const socket = connectTls({
    port: app.port,
    host: '127.0.0.1',
    ca: certificate.cert,
    ALPNProtocols: ['http/1.1'],
  })
  socket.on('error', () => undefined)
  sockets.push(socket)
  await new Promise((resolve) => socket.once('secureConnect', resolve))
  socket.resume().write('GET /api/slow HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(500))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(begun).toBe(1)
})
