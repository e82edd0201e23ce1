import { connect, type Socket } from 'node:net'
import { endpoint } from '@kapao/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { exchange } from '../../testing/raw-socket.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { route } from '../route.ts'

const take = endpoint({
  summary: 'A call of this test.',
  access: 'public',
  rate: 'read',
  refusals: [],
  method: 'POST',
  path: '/api/try/take',
  input: null,
  output: z.object({}),
  multipart: { files: ['file'], fields: [] },
})

let inside = 0
let database: TestDatabase
let app: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp(database, {
    config: { trustedProxies: ['127.0.0.0/8'] },
    registerCalls: (api) =>
      route(api, take, async (_caller, upload) => {
        inside += 1
        await upload.receive({ path: '/dev/null/none', bytesMax: 100 }).finally(() => (inside -= 1))
        return {}
      }),
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const post = (address: string, body: string) =>
  `POST /api/try/take HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-forwarded-for: ${address}\r\n` +
  `content-length: 8\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n${body}`

function hold(address: string): Socket {
  const socket = connect(app.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(post(address, '--b'))
  return socket
}

test('F53 the addresses of one household share its places, and the next household has its own', async () => {
  const held = [hold('2001:db8:1:2::1'), hold('2001:db8:1:2:a:b:c:d')]
  await expect.poll(() => inside).toBe(2)
  const whole = '--b--\r\n\r'
  expect(await exchange(app.port, post('2001:db8:1:2::3', whole))).toMatch(/"REQUEST_LIMIT"/)
  expect(await exchange(app.port, post('2001:db8:1:3::3', whole))).not.toMatch(/"REQUEST_LIMIT"/)
  for (const socket of held) socket.destroy()
  await expect.poll(() => inside).toBe(0)
})
