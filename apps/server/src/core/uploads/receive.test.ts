import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchange } from '../../testing/raw-socket.ts'
import { answerOfError } from '../fault.ts'
import { createGate } from './gate.ts'
import { uploadLimits, uploadOf } from './receive.ts'

/** The parser reads it to its end and tells neither that nor an error. */
const endless = '--zz\r\nX: y\r\n\r\n--zz--'
const whole =
  '--zz\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--zz--\r\n'
const limits = { ...uploadLimits, silentMs: 400, goneMs: 200, wholeMs: 2_000, lookEveryMs: 50 }

const folder = mkdtempSync(join(tmpdir(), 'kapao-receive-'))
let inside = 0
let app: FastifyInstance
let port = 0
beforeAll(async () => {
  const gate = createGate({ own: 1, all: 1 })
  let count = 0
  app = fastify()
  await app.register(multipart, { throwFileSizeLimit: false })
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = answerOfError(error)
    return reply.code(status).send(body)
  })
  app.post('/', (request) =>
    gate('one', async () => {
      inside += 1
      const path = join(folder, String((count += 1)))
      try {
        const names = { files: ['file'], fields: [] }
        return await uploadOf(request, names, limits).receive({ path, bytesMax: 100 })
      } finally {
        inside -= 1
      }
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
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

test('F37 a body of which the parser never tells the end is answered, and its place is free', async () => {
  const started = performance.now()
  expect(await exchange(port, post(endless))).toMatch(/^HTTP\/1.1 408 [\s\S]*"REQUEST_TIMEOUT"/)
  expect(performance.now() - started).toBeLessThan(limits.wholeMs)
  await expectFree()
})

test('F37 its place is free, too, when the sender hangs up at once', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(post(endless))
  await expect.poll(() => inside).toBe(1)
  socket.destroy()
  await expect.poll(() => inside).toBe(0)
  await expectFree()
})

test('F37 what follows on the same connection does not keep it alive', async () => {
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

test('F37 a body that comes drop by drop ends with its whole time', async () => {
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
