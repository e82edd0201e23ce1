import { endpoint } from '@kapao/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp } from '#testing/worlds/test-app.ts'
import { testDatabase, testWorld } from '#testing/worlds/test-world.ts'
import { rateLimits } from './rate-limit.ts'
import { route, type Api } from '../calls/route.ts'

const shared = {
  method: 'POST',
  summary: 'A call of this test.',
  refusals: [],
  input: null,
} as const
const output = z.object({})
const guess = endpoint({
  ...shared,
  path: '/api/try/guess',
  access: 'member',
  rate: 'guess',
  output,
})
const login = endpoint({
  ...shared,
  path: '/api/try/login',
  access: 'public',
  rate: 'login',
  output,
})

let ran = 0

function registerCalls(api: Api): void {
  for (const call of [guess, login])
    route(api, call, () => {
      ran += 1
      return {}
    })
}

describe('limits over HTTP', () => {
  const database = testDatabase()
  const app = testWorld(() => startTestApp(database, { registerCalls }))

  const burst = async (count: number, send: (i: number) => Promise<{ status: number }>) => {
    ran = 0
    const answers = await Promise.all(Array.from({ length: count }, (_, i) => send(i)))
    return answers.map((answer) => answer.status)
  }

  test('F53 ERRC-11 of a parallel burst never more than the limit runs, and the rest learn when to retry', async () => {
    const token = await app.login('M1')
    const statuses = await burst(60, () => app.call('POST /api/try/guess', { token }))
    expect(ran).toBe(rateLimits.guess.member.burst)
    expect(statuses.filter((status) => status === 429)).toHaveLength(60 - ran)
    const refused = await app.call('POST /api/try/guess', { token })
    expect(refused.body).toEqual({ code: 'REQUEST_LIMIT', message: 'REQUEST_LIMIT' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    app.clock.moveMs(Number(refused.headers.get('retry-after')) * 1000)
    expect((await app.call('POST /api/try/guess', { token })).status).toBe(200)
  })

  test('S49 F53 SEC-13 other forwarding headers, letter cases and sessions make no new caller', async () => {
    await burst(rateLimits.login.address.burst + 40, (i) =>
      app.call('POST /api/try/login', {
        headers: { 'X-Forwarded-For': `9.9.9.${i}`, 'x-real-ip': `8.8.8.${i}` },
      }),
    )
    expect(ran).toBe(rateLimits.login.address.burst)
    app.clock.moveMs(600_000)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => app.login('M2')))
    await burst(60, (i) => app.call('POST /api/try/guess', { token: tokens[i % 20]! }))
    expect(ran).toBe(rateLimits.guess.member.burst)
  })

  test('guessed tokens are bounded before the database, and members behind the same address still get in', async () => {
    const members = await Promise.all(Array.from({ length: 50 }, (_, i) => app.login(`N${i}`)))
    const guesses = rateLimits.stranger.address.burst + 50
    const statuses: number[] = []
    // As many at once as find a place: on a busy machine others would be refused for want of one.
    for (let from = 0; from < guesses; from += 50)
      statuses.push(
        ...(await burst(50, (i) =>
          app.call('POST /api/try/guess', { token: String(from + i).padStart(43, 'x') }),
        )),
      )
    expect(statuses.filter((status) => status === 401)).toHaveLength(
      rateLimits.stranger.address.burst,
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(50)
    app.clock.moveMs(60_000)
    for (let round = 0; round < 3; round += 1) {
      const welcome = await burst(50, (i) =>
        app.call('POST /api/try/guess', { token: members[i]! }),
      )
      expect(welcome.filter((status) => status !== 200)).toEqual([])
      // Long enough to forget the sessions, too short to refill the bucket of strangers.
      app.clock.moveMs(2_000)
    }
  })
})
