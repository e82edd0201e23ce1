import { beforeAll, expect, test } from 'vitest'
import { askDatabase } from '#core/db/database-store.ts'
import { serveHealth } from '#core/telemetry/health.ts'
import { createMetrics } from '#core/telemetry/metrics.ts'
import { openGameWorld, type Player } from '../worlds/game-world.ts'
import { send } from '../worlds/test-app.ts'
import { testWorld } from '../worlds/test-world.ts'

/** The pool size of a test's database. */
const connections = 10

const world = testWorld(openGameWorld)
let player: Player
let health: string
beforeAll(async () => {
  player = await world.addPlayer(100_000n, ['pg'])
  const at = { host: '127.0.0.1', port: 0 }
  const parts = { 'its database': () => askDatabase(world.database.db) }
  const { port } = await serveHealth(at, createMetrics(), { phase: 'ready', parts })
  health = `http://127.0.0.1:${port}`
})

/** Takes every connection of the server while the work runs. */
async function withoutConnections<T>(work: () => Promise<T>): Promise<T> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let held = 0
  const holding = Array.from({ length: connections }, () =>
    world.database.db.begin(async () => {
      held += 1
      await released
    }),
  )
  try {
    await expect.poll(() => held).toBe(connections)
    return await work()
  } finally {
    release()
    await Promise.all(holding)
  }
}

const pay = { from: 'wallet', to: 'pg', amount: 10 }
const statusAndTime = async (call: Promise<{ status: number }>) => {
  const from = performance.now()
  const { status } = await call
  return { status, ms: performance.now() - from }
}

test(
  'F09 RUN-41 with every connection taken calls are busy within 3 s, health answers, and nothing was done',
  { tags: 'long-1' },
  async () => {
    const before = await player.balances()
    const { answers, alive, ready, degraded, page } = await withoutConnections(async () => {
      const waiting = Array.from({ length: 30 }, (_, at) =>
        statusAndTime(
          at % 2 === 0
            ? player.call('GET /api/wallet')
            : player.call('POST /api/wallet/transfer', { body: pay }),
        ),
      )
      return {
        alive: await statusAndTime(send(health, 'GET /healthz')),
        page: await statusAndTime(world.call('GET /api/lookup/active')),
        ready: await statusAndTime(send(health, 'GET /readyz')),
        degraded: await statusAndTime(send(health, 'GET /degraded')),
        answers: await Promise.all(waiting),
      }
    })
    // Who waits behind ten calls of their own is refused for their own flood.
    expect(answers.filter(({ status }) => status !== 503 && status !== 429)).toEqual([])
    expect(answers.map(({ status }) => status)).toContain(503)
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThanOrEqual(3_000)
    expect(alive.status).toBe(200)
    expect(page.status).toBe(200)
    expect(Math.max(alive.ms, ready.ms, page.ms)).toBeLessThan(500)
    // A proxy that keeps sending it calls lets members get our own answer.
    expect(ready.status).toBe(200)
    expect(degraded.status).toBe(503)
    expect(await player.balances()).toEqual(before)
    // As soon as there are connections again, everything works as before.
    expect((await player.call('GET /api/wallet')).status).toBe(200)
    expect((await send(health, 'GET /degraded')).status).toBe(200)
  },
)

test('F28 a forged outside message is refused before the database is queried: immediately, even with no connection left', async () => {
  const headers = {
    'x-event-id': 'forged',
    'x-timestamp': String(Math.floor(world.clock.now().getTime() / 1000)),
    'x-signature': 'ab'.repeat(32),
  }
  const answers = await withoutConnections(() =>
    Promise.all(
      ['bank/feed', 'bank/sms', 'gateways/ZPAY']
        .flatMap((path) => Array.from({ length: 50 }, () => path))
        .map((path) =>
          statusAndTime(world.call(`POST /webhooks/${path}`, { body: { amount: 1 }, headers })),
        ),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(1_500)
})
