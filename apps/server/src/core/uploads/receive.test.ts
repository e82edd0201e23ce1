import { existsSync, readdirSync, rmSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchange } from '#testing/attacks/raw-socket.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { answerOfError } from '../calls/fault.ts'
import { createGate } from './gate.ts'
import { cutAfterAnswer, uploadLimits, uploadOf } from './receive.ts'

/** The parser reads it to its end and reports neither the end nor an error. */
const endless = '--zz\r\nX: y\r\n\r\n--zz--'
const whole =
  '--zz\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--zz--\r\n'
const limits = { ...uploadLimits, silentMs: 400, goneMs: 200, wholeMs: 2_000, lookEveryMs: 50 }
const slowest = { ...limits, windowMs: 500, windowBytesMin: 0 }

const folder = tempFolder()
let inside = 0
let freeBytesMin = 0
let app: FastifyInstance
let port = 0
let http2App: FastifyInstance
let http2Port = 0
beforeAll(async () => {
  const gate = createGate({ own: 1, all: 1 })
  const who = { owner: 'one', network: '192.0.2.1', isGuest: false }
  let count = 0
  app = fastify()
  http2App = fastify({ http2: true }) as unknown as FastifyInstance
  for (const one of [app, http2App]) {
    await one.register(multipart, { throwFileSizeLimit: false })
    one.setErrorHandler((error, _request, reply) => {
      const { status, body } = answerOfError(error)
      return reply.code(status).send(body)
    })
    one.post('/', async (request, reply) => {
      cutAfterAnswer(request, reply)
      inside += 1
      const path = join(folder, String((count += 1)))
      const names = { files: ['file'], fields: [] }
      const upload = uploadOf(request, names, { gate, who, freeBytesMin, limits: slowest })
      return upload.receive({ path, bytesMax: 100 }).finally(() => (inside -= 1))
    })
  }
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  await http2App.listen({ host: '127.0.0.1', port: 0 })
  http2Port = (http2App.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  await http2App.close()
})

const post = (body: string, length = body.length, connection = 'close') =>
  `POST / HTTP/1.1\r\nhost: a\r\nconnection: ${connection}\r\ncontent-length: ${length}\r\n` +
  `content-type: multipart/form-data; boundary=zz\r\n\r\n${body}`

async function expectFree(): Promise<void> {
  expect(inside).toBe(0)
  const kept = readdirSync(folder)
  const answer = await exchange(port, post(whole))
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  const { file } = JSON.parse(answer.slice(answer.indexOf('{'))) as { file: { path: string } }
  expect(existsSync(file.path)).toBe(true)
  rmSync(file.path)
  expect(kept).toEqual([])
}

test('F37 a body whose end the parser never reports is answered, and its slot is free', async () => {
  const started = performance.now()
  expect(await exchange(port, post(endless))).toMatch(/^HTTP\/1.1 408 [\s\S]*"REQUEST_TIMEOUT"/)
  expect(performance.now() - started).toBeLessThan(limits.wholeMs)
  await expectFree()
})

test('COST-05 on a disk with less than the floor nothing is taken, and the sender learns when to try again', async () => {
  freeBytesMin = 2 ** 60
  const answer = await exchange(port, post(whole))
  freeBytesMin = 0
  expect(answer).toMatch(/^HTTP\/1.1 503 [\s\S]*"SERVICE_BUSY"/)
  await expectFree()
})

test('F37 its slot is also free when the sender hangs up at once', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(post(endless))
  await expect.poll(() => inside).toBe(1)
  socket.destroy()
  await expect.poll(() => inside).toBe(0)
  await expectFree()
})

test('F37 later input on the same connection does not keep it alive', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(post(endless, endless.length, 'keep-alive'))
  const timer = setInterval(() => socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'), 50)
  await expect.poll(() => inside).toBe(1)
  await expect.poll(() => inside, { timeout: limits.silentMs * 3 }).toBe(0)
  clearInterval(timer)
  socket.destroy()
  await expectFree()
})

test('F37 a body that trickles in ends at its total time limit', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(post(whole.slice(0, -20), 10_000))
  const timer = setInterval(() => socket.write('x'), 50)
  await expect.poll(() => inside).toBe(1)
  await expect.poll(() => inside, { timeout: limits.wholeMs * 2 }).toBe(0)
  clearInterval(timer)
  socket.destroy()
  await expectFree()
})

test(
  'RUN-07 a body below the minimum rate ends with its window, with an answer, and a faster one does not',
  { tags: 'long-2' },
  async () => {
    const begun = whole.slice(0, -12)
    const drip = async (bytes: string): Promise<{ text: string; ms: number }> => {
      const socket = connect(port, '127.0.0.1')
      let text = ''
      socket.on('error', () => undefined)
      socket.on('data', (part) => (text += String(part)))
      socket.write(post(begun, 10_000))
      const started = performance.now()
      const timer = setInterval(() => socket.write(bytes), 50)
      await new Promise((resolve) => socket.once('close', resolve))
      clearInterval(timer)
      return { text, ms: performance.now() - started }
    }
    Object.assign(slowest, { windowBytesMin: 20, wholeMs: 60_000 })
    try {
      expect((await drip('x')).text).toMatch(/^HTTP\/1.1 408 [\s\S]*"REQUEST_TIMEOUT"/)
      await expectFree()
      // It ends by its size; each part is enough for a window, however late the next one is.
      expect((await drip('x'.repeat(40))).text).toMatch(/^HTTP\/1.1 413 /)
      await expectFree()
    } finally {
      Object.assign(slowest, { windowBytesMin: 0, wholeMs: limits.wholeMs })
    }
  },
)

test(
  'RUN-07 a silent stream ends, however much arrives on the others of its connection',
  { tags: 'long-1' },
  async () => {
    const session = connectHttp2(`http://127.0.0.1:${http2Port}`)
    const open = () =>
      session.request({
        ':method': 'POST',
        ':path': '/',
        'content-type': 'multipart/form-data; boundary=zz',
      })
    try {
      const busy = open()
      busy.on('error', () => undefined)
      const timer = setInterval(() => busy.write(whole.slice(0, 1)), 50)
      await expect.poll(() => inside).toBe(1)
      clearInterval(timer)
      busy.close()
      await expect.poll(() => inside).toBe(0)
      const silent = open()
      silent.on('error', () => undefined)
      silent.write(whole.slice(0, -12))
      const other = setInterval(() => session.ping(() => undefined), 20)
      const status = await new Promise((resolve) =>
        silent.on('response', ({ ':status': code }) => resolve(code)),
      )
      clearInterval(other)
      expect(status).toBe(408)
      await new Promise<void>((resolve) => {
        silent.resume()
        silent.once('close', resolve)
      })
      expect(inside).toBe(0)
    } finally {
      session.destroy()
    }
    await expectFree()
  },
)
