import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { endpoint } from '@kapao/contract/endpoint'
import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openRaw, type RawConnection } from '#testing/attacks/raw-socket.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '#testing/worlds/test-app.ts'
import { safetyHeaders } from '../headers.ts'
import { route, type Api } from '../../calls/route.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { connectionLimits } from './limits.ts'

const shared = {
  summary: 'A call of this test.',
  access: 'public',
  rate: 'read',
  refusals: [],
  method: 'GET',
} as const
const output = z.object({ text: z.string() })
const quick = endpoint({
  ...shared,
  path: '/api/try/quick/{id}',
  input: z.object({ id: z.string() }),
  output,
})
const slow = endpoint({ ...shared, path: '/api/try/slow', input: null, output })
const large = endpoint({ ...shared, path: '/api/try/large', input: null, output })

/** More than the system's buffers hold for a client that does not read. */
const largeText = 'x'.repeat(24 * 1024 * 1024)

const database = testDatabase()
let app: TestApp
let begun = 0
let goOn: () => void = () => undefined
const opened: RawConnection[] = []

function registerCalls(api: Api): void {
  route(api, quick, (_caller, { id }) => {
    begun += 1
    return { text: id }
  })
  route(api, slow, async () => {
    begun += 1
    await new Promise<void>((resolve) => (goOn = resolve))
    return { text: 'slow' }
  })
  route(api, large, () => {
    begun += 1
    return { text: largeText }
  })
}

const start = async (
  connections: TestAppOptions['connections'] = {},
  config: TestAppOptions['config'] = {},
): Promise<TestApp> => {
  await app?.close()
  begun = 0
  app = await startTestApp(database, { registerCalls, connections, config })
  return app
}
const open = async (options: Parameters<typeof openRaw>[1] = {}): Promise<RawConnection> => {
  const one = await openRaw(app.port, options)
  opened.push(one)
  return one
}
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nhost: a\r\n${more}\r\n`
const answersIn = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status!)
const settled = (ms = 100) => new Promise((resolve) => setTimeout(resolve, ms))
/** How many requests the parser has read from the input. */
const countParsed = () => {
  let parsed = 0
  const count = () => void (parsed += 1)
  const server = app.timeouts as Server
  server.on('request', count)
  server.on('checkExpectation', count)
  return () => parsed
}

afterEach(() => {
  goOn()
  for (const { socket } of opened.splice(0)) socket.destroy()
})
afterAll(async () => {
  await app.close()
})

test('RUN-06 eight pipelined requests are answered in order', async () => {
  await start()
  const one = await open()
  one.socket.write(Array.from({ length: 8 }, (_, n) => get(`/api/try/quick/n${n}`)).join(''))
  await expect.poll(() => answersIn(one.text())).toHaveLength(8)
  expect([...one.text().matchAll(/"text":"(n\d)"/g)].map(([, id]) => id)).toEqual(
    Array.from({ length: 8 }, (_, n) => `n${n}`),
  )
  one.socket.write(get('/api/try/quick/next'))
  await expect.poll(() => one.text()).toContain('"next"')
})

test('RUN-06 a ninth unanswered request ends the connection, and few of two thousand pipelined ones are parsed', async () => {
  await start()
  const parsed = countParsed()
  const one = await open()
  one.socket.write(get('/api/try/slow').repeat(2_000))
  await one.closed
  await settled()
  expect(begun).toBe(1)
  expect(parsed()).toBeLessThan(100)
  expect((await app.call('GET /api/try/quick/1')).status).toBe(200)
})

test('COST-07 RUN-06 of the requests that hide behind a long body few are parsed', async () => {
  await start()
  const parsed = countParsed()
  const one = await open()
  const head = 'POST /nowhere HTTP/1.1\r\nhost: a\r\ncontent-length: 40000\r\n\r\n'
  one.socket.write(head + 'x'.repeat(40_000) + get('/api/try/slow').repeat(2_000))
  await one.closed
  await settled()
  expect(begun).toBeLessThan(2)
  expect(parsed()).toBeLessThan(100)
})

test.each([
  ['without a host', 'GET / HTTP/1.1\r\n\r\n', '400'],
  ['with an expectation', get('/', 'expect: nothing\r\n'), '417'],
])(
  'RUN-06 requests %s, which Node answers on its own, are counted and end the connection',
  async (_title, bytes, status) => {
    await start()
    const parsed = countParsed()
    const one = await open()
    one.socket.write(bytes.repeat(2_000))
    await one.closed
    expect(answersIn(one.text())).toEqual([status])
    expect(one.text()).toContain('x-content-type-options: nosniff')
    expect(parsed()).toBeLessThan(100)
  },
)

test('RUN-06 the next answer is not made before the previous one is read', async () => {
  await start()
  const one = await open({ reads: false })
  one.socket.write(get('/api/try/large').repeat(8))
  await expect.poll(() => begun).toBe(1)
  await settled(300)
  expect(begun).toBe(1)
  expect(one.isClosed()).toBe(false)
})

test(
  'RUN-06 a client that does not read the answer is cut, and one that reads slowly gets all of it',
  { tags: 'long-3', timeout: 30_000 },
  async () => {
    await start({ unreadPatienceMs: 1_500, lookEveryMs: 50 })
    const deaf = await open({ from: '127.0.0.3', reads: false })
    const patient = await open({ from: '127.0.0.2', reads: false })
    let got = 0
    let step = 0
    patient.socket.on('data', (part) => {
      got += part.length
      step += part.length
      if (step < 1024 * 1024) return
      step = 0
      patient.socket.pause()
      setTimeout(() => patient.socket.resume(), 200)
    })
    for (const { socket } of [deaf, patient]) socket.write(get('/api/try/large'))
    await expect.poll(() => isCut(deaf), { timeout: 10_000 }).toBe(true)
    expect(got).toBeLessThan(largeText.length)
    await expect.poll(() => got, { timeout: 15_000 }).toBeGreaterThan(largeText.length)
    expect(patient.isClosed()).toBe(false)
    const cuts = () => app.logText().match(/"unread":1,"msg":"connections exceeded their limits/)
    await expect.poll(cuts).not.toBeNull()
  },
)

/** A paused socket notices its end when it writes. */
async function isCut({ socket, isClosed }: RawConnection): Promise<boolean> {
  if (!isClosed()) socket.write('\r\n')
  await settled(20)
  return isClosed()
}

test('RUN-06 unread bytes are bounded per network, and the largest connections go first', async () => {
  await start({ unreadBytesOfNetworkMax: 30 * 1024 * 1024, lookEveryMs: 50 })
  const deaf: RawConnection[] = []
  for (let n = 0; n < 4; n += 1) {
    deaf.push(await open({ from: '127.0.0.3', reads: false }))
    deaf.at(-1)!.socket.write(get('/api/try/large'))
  }
  const left = async () => {
    const cut = await Promise.all(deaf.map(isCut))
    return cut.filter((one) => !one).length
  }
  await expect.poll(left, { timeout: 10_000 }).toBeLessThan(2)
})

test('RUN-01 RUN-06 a network over its request limit is refused before any work, and other networks are not', async () => {
  await start({ networkRequests: { burst: 5, perMinute: 1 } })
  for (let n = 0; n < 5; n += 1) {
    const one = await open({ from: '127.0.0.3' })
    one.socket.write(get('/nowhere'))
    await expect.poll(() => answersIn(one.text())).toHaveLength(1)
  }
  const over = await open({ from: '127.0.0.3' })
  over.socket.write(get('/api/try/quick/1'))
  await over.closed
  expect(answersIn(over.text())).toEqual(['429'])
  for (const [name, value] of Object.entries(safetyHeaders({ production: false })))
    expect(over.text()).toContain(`${name}: ${value}`)
  expect(over.text()).toMatch(/retry-after: \d+\r\n[\s\S]*"code":"REQUEST_LIMIT"/)
  expect(over.text()).toContain('connection: close')
  expect(begun).toBe(0)

  const other = await open({ from: '127.0.0.2' })
  other.socket.write(get('/api/try/quick/1'))
  await expect.poll(() => answersIn(other.text())).toEqual(['200'])
})

test('RUN-06 behind a trusted proxy each caller is counted, and the connection continues', async () => {
  await start({ networkRequests: { burst: 1, perMinute: 1 } }, { trustedProxies: ['127.0.0.1'] })
  const proxy = await open()
  const from = (address: string) => get('/api/try/quick/1', `x-forwarded-for: ${address}\r\n`)
  proxy.socket.write(from('5.5.5.5') + from('5.5.5.5') + from('6.6.6.6'))
  await expect.poll(() => answersIn(proxy.text())).toEqual(['200', '429', '200'])
})

test('RUN-06 a network at its connection limit loses its longest idle connection, and none that waits for an answer', async () => {
  await start({ networkOpenMax: 3 })
  const from = '127.0.0.3'
  const working = await open({ from })
  working.socket.write(get('/api/try/slow'))
  await expect.poll(() => begun).toBe(1)
  const [idle, younger] = [await open({ from }), await open({ from })]
  const other = await open({ from: '127.0.0.2' })
  const newest = await open({ from })
  newest.socket.write(get('/api/try/quick/1'))
  await expect.poll(() => answersIn(newest.text())).toEqual(['200'])
  await idle.closed
  expect([working, younger, other].map((one) => one.isClosed())).toEqual([false, false, false])
  goOn()
  await expect.poll(() => answersIn(working.text())).toEqual(['200'])
})

test('RUN-06 a client that opens connections endlessly is refused for a while, and others are not', async () => {
  await start({ networkConnections: { burst: 4, perMinute: 1 } })
  const some = await Promise.all(Array.from({ length: 8 }, () => open({ from: '127.0.0.3' })))
  await expect.poll(() => some.filter((one) => one.isClosed())).toHaveLength(4)
  const other = await open({ from: '127.0.0.2' })
  other.socket.write(get('/api/try/quick/1'))
  await expect.poll(() => answersIn(other.text())).toEqual(['200'])
})

/** Sends the same bytes repeatedly, for a second at most. */
async function pump(one: RawConnection, bytes: string): Promise<void> {
  for (let n = 0; n < 100 && !one.isClosed(); n += 1) {
    one.socket.write(bytes)
    await settled(10)
  }
}

test('RUN-06 bytes that are not a request end the connection', async () => {
  await start({ idleBytesMax: 4_096, lookEveryMs: 50 })
  const one = await open()
  one.socket.write(get('/api/try/quick/1'))
  await expect.poll(() => answersIn(one.text())).toEqual(['200'])
  await pump(one, '\r\n'.repeat(200))
  expect(one.isClosed()).toBe(true)
})

test('RUN-06 a body that continues after its answer ends the connection', async () => {
  await start({ lingerMs: 100 })
  const one = await open()
  one.socket.write('POST /nowhere HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n')
  await pump(one, `64\r\n${'x'.repeat(100)}\r\n`)
  expect(answersIn(one.text())).toHaveLength(1)
  expect(one.isClosed()).toBe(true)
})

test('an upgrade request behind an unanswered one ends the connection', async () => {
  await start()
  const server = app.timeouts as Server
  server.on('upgrade', (_request, socket: Socket) => void socket.resume().end('upgraded'))
  const upgrade = get(
    '/socket.io/?EIO=4&transport=websocket',
    'connection: Upgrade\r\nupgrade: websocket\r\n',
  )
  const alone = await open()
  alone.socket.write(upgrade)
  await expect.poll(() => alone.text()).toBe('upgraded')
  const behind = await open()
  behind.socket.write(get('/api/try/slow') + upgrade)
  await behind.closed
})

test('a body that arrives in pieces with the next request behind it is read completely', async () => {
  await start()
  const one = await open()
  const body = JSON.stringify({ text: 'x'.repeat(5_000) })
  const head = `POST /api/nope HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const bytes = head + body + get('/api/try/quick/after')
  for (const part of [bytes.slice(0, 700), bytes.slice(700, 3_000), bytes.slice(3_000)]) {
    one.socket.write(part)
    await settled(20)
  }
  await expect.poll(() => answersIn(one.text())).toEqual(['404', '200'])
  const ending = once(one.socket, 'close')
  one.socket.end()
  await ending
})

test('RUN-06 every connection limit is the documented one', () => {
  const documented = readFileSync(
    join(import.meta.dirname, '../../../../../../docs/security.md'),
    'utf8',
  )
  const of = connectionLimits
  const shown = ({ burst, perMinute }: { burst: number; perMinute: number }) =>
    `${burst.toLocaleString('en')}, ${perMinute / 60} a second`
  const kilobytes = (bytes: number) => `${bytes / 1024} KB`
  const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`
  for (const row of [
    `| requests of a connection without an answer | ${of.unansweredMax},`,
    `| streams of a connection of HTTP/2 | 32, ${of.streamsAtOnceMax} of them worked on |`,
    `unknown paths, wrong methods | ${shown(of.networkRequests)} |`,
    `| new connections of a network | ${shown(of.networkConnections)} |`,
    `sockets not counted | ${of.networkOpenMax.toLocaleString('en')}, ${of.openMax.toLocaleString('en')} |`,
    `| TLS handshakes of a network that are not finished | ${of.networkOpeningMax}, 10 s each |`,
    `; ${of.controlFrames.burst}, ${of.controlFrames.perMinute / 60} a second; 50 |`,
    `| an answer that is not read | ${kilobytes(of.readBytesMin)} in ${of.unreadPatienceMs / 1000} s,`,
    `| ${kilobytes(of.unreadBytesMax)}; ${megabytes(of.unreadBytesOfNetworkMax)}; ${megabytes(of.unreadBytesOfAllMax)} |`,
    `| ${kilobytes(of.idleBytesMax)}; ${kilobytes(of.requestBytesMax)}; ${megabytes(of.uploadBytesMax)} |`,
    `| a body that goes on after its answer | ${of.lingerMs / 1000} s |`,
    `in one turn of the event loop | ${of.turnMsMax} ms,`,
  ])
    expect(documented).toContain(row)
})
