import { endpoint } from '@kapao/contract/endpoint'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openRaw, type RawConnection } from '#testing/attacks/raw-socket.ts'
import { startTestApp, type TestApp } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { rateLimits } from '../limits/rate-limit.ts'
import { sessionKeyOf } from '../session/session.ts'
import { publicBodyBytes, route, type Api } from './route.ts'

const shared = {
  method: 'POST',
  summary: 'A call of this test.',
  refusals: [],
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string() }),
} as const
const visit = endpoint({ ...shared, path: '/api/try/visit', access: 'public', rate: 'login' })
const say = endpoint({ ...shared, path: '/api/try/say', access: 'guest', rate: 'chat' })
const keep = endpoint({ ...shared, path: '/api/try/keep', access: 'member', rate: 'guess' })

const database = testDatabase()
let app: TestApp
const opened: RawConnection[] = []
beforeAll(async () => {
  const registerCalls = (api: Api): void => {
    for (const call of [visit, say, keep]) route(api, call, (_caller, { text }) => ({ text }))
  }
  app = await startTestApp(database, { registerCalls })
})
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.destroy()
})
afterAll(() => app.close())

/** Sends the headers of a call whose body is announced and not sent. */
async function announce(path: string, bytes: number, token?: string): Promise<RawConnection> {
  const one = await openRaw(app.port)
  opened.push(one)
  const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`
  one.socket.write(
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n${authorization}\r\n`,
  )
  return one
}

const statusOf = ({ text }: RawConnection): string => text().slice(9, 12)

test('COST-06 SEC-13 a call over its limit, or without a session, is refused before its body has come', async () => {
  const spend = (path: string, times: number, token?: string) =>
    Promise.all(
      Array.from({ length: times }, () =>
        app.call(`POST ${path}`, { body: { text: 'a' }, ...(token && { token }) }),
      ),
    )
  const token = await app.login('M1')
  await spend(visit.path, rateLimits.login.address.burst)
  await spend(say.path, rateLimits.chat.address.burst)
  await spend(keep.path, rateLimits.guess.member.burst, token)
  const waiting = [
    await announce(visit.path, 3_000),
    await announce(say.path, 60_000),
    await announce(keep.path, 60_000, token),
    await announce(keep.path, 60_000),
  ]
  await expect.poll(() => waiting.map(statusOf)).toEqual(['429', '429', '429', '401'])
  for (const one of waiting.slice(0, 3)) expect(one.text()).toMatch(/retry-after: \d+\r\n/)
})

test('COST-06 a visitor says no more than a registration holds, and is refused before it has come', async () => {
  app.clock.moveMs(600_000)
  const fits = { text: 'x'.repeat(publicBodyBytes - 20) }
  expect((await app.call(`POST ${visit.path}`, { body: fits })).status).toBe(200)
  const long = await announce(visit.path, publicBodyBytes + 1)
  await expect.poll(() => statusOf(long)).toBe('413')
})

test('COST-06 SEC-01 of a session that ends while the body arrives nothing is done', async () => {
  app.clock.moveMs(600_000)
  const token = await app.login('M2')
  const body = '{"text":"a"}'
  const late = await announce(keep.path, body.length, token)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await app.sessions.end(sessionKeyOf(`Bearer ${token}`)!, 'M2')
  late.socket.write(body)
  await expect.poll(() => statusOf(late)).toBe('401')
})
