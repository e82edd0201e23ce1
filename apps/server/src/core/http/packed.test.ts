import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/worlds/test-app.ts'
import { testDatabase, testWorld } from '#testing/worlds/test-world.ts'
import { rateLimits } from '../limits/rate-limit.ts'

const database = testDatabase()
const app = testWorld(() => startTestApp(database))

/** The body as transferred, compressed or not. */
async function read(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port: app.port, path, headers })
        .on('response', (response) => {
          void buffer(response).then(
            (body) => resolve({ status: response.statusCode!, headers: response.headers, body }),
            reject,
          )
        })
        .on('error', reject)
        .end()
    },
  )
}

test.each(['/docs', '/openapi.json'])(
  'RUN-06 %s is sent compressed as the client accepts',
  async (path) => {
    const plain = await read(path)
    const brotli = await read(path, { 'accept-encoding': 'gzip, br' })
    const zipped = await read(path, { 'accept-encoding': 'gzip' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true)
    expect(brotli.body.length).toBeLessThan(plain.body.length / 4)
    for (const { headers } of [plain, brotli, zipped])
      expect(headers).toMatchObject({
        vary: 'accept-encoding',
        'cache-control': 'public, max-age=300',
        etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      })
  },
)

test('RUN-06 a client with the current version is answered that it has not changed', async () => {
  const { headers } = await read('/docs')
  const again = await read('/docs', { 'if-none-match': `"other", ${headers.etag}` })
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
  expect((await read('/docs', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('RUN-06 both count as reads of their network', async () => {
  app.clock.moveMs(60_000)
  const statuses: number[] = []
  for (let n = 0; n <= rateLimits.read.address.burst; n += 1)
    statuses.push(
      (await read(n % 2 === 0 ? '/docs' : '/openapi.json', { 'accept-encoding': 'br' })).status,
    )
  expect(statuses.indexOf(429)).toBe(rateLimits.read.address.burst)
  app.clock.moveMs(60_000)
}, 60_000)
