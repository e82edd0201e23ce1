import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { exchange } from '../attacks/raw-socket.ts'
import { openGameWorld, type Player } from '../worlds/game-world.ts'
import { send } from '../worlds/test-app.ts'
import { testWorld } from '../worlds/test-world.ts'
import { startRealServer, type RealServer } from './real-server.ts'

const descriptorsMax = 128
const sockets = 400

const world = testWorld(openGameWorld)
let player: Player
let server: RealServer
beforeAll(async () => {
  await world.passTime(systemClock.now().getTime() - world.clock.now().getTime())
  player = await world.addPlayer(100_000n, ['pg'])
  await world.sandbox.control('POST', '/clock', { offsetMs: 0 })
  server = await startRealServer(world, { descriptorsMax, env: { RUN_WORKER: '1' } })
}, 60_000)
afterAll(async () => {
  server.signal('SIGTERM')
  expect(await server.ended).toEqual({ code: 0, signal: null })
  expect(await world.violations()).toEqual([])
})

/** Opens a connection and sends nothing. */
function knock(): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.once('connect', () => resolve(socket)).once('close', () => resolve(socket))
  })
}

const statusOf = (call: Promise<{ status: number }>): Promise<number | null> =>
  call.then(
    ({ status }) => status,
    () => null,
  )
const pay = () =>
  statusOf(
    send(server.address, 'POST /api/wallet/transfer', {
      token: player.token,
      body: { from: 'wallet', to: 'pg', amount: 1 },
    }),
  )
/** Over a connection of its own. */
const askAsStranger = () =>
  exchange(
    Number(new URL(server.address).port),
    'GET /api/lookup/active HTTP/1.1\r\nhost: kapao\r\nconnection: close\r\n\r\n',
    1_000,
  ).catch(() => '')
const lookup = () => statusOf(send(server.address, 'GET /api/lookup/active'))
const wallet = () => statusOf(send(server.address, 'GET /api/wallet', { token: player.token }))
const giveUp = () => sleep(1_000).then(() => null)

test('F40 without free descriptors callers are refused, the server survives, and five seconds after the crowd has gone it serves normally', async () => {
  expect(await pay()).toBe(200)
  expect(await askAsStranger()).toContain('200 OK')
  // These keep their connections, and the server has fewer to the database.
  await Promise.all(Array.from({ length: 15 }, () => lookup()))
  const crowd = await Promise.all(Array.from({ length: sockets }, knock))
  expect(await askAsStranger()).not.toContain('200 OK')
  const meanwhile = await Promise.all(
    Array.from({ length: 15 }, () => Promise.race([wallet(), giveUp()])),
  )
  for (let n = 0; n < 5; n += 1) {
    meanwhile.push(...(await Promise.all([pay(), Promise.race([pay(), giveUp()])])))
    await sleep(100)
  }
  // Busy or unreachable: never an internal error.
  for (const status of meanwhile) expect([200, 202, 409, 503, null]).toContain(status)
  for (const socket of crowd) socket.destroy()

  const from = performance.now()
  await expect.poll(pay, { timeout: 5_000, interval: 100 }).toBe(200)
  expect(performance.now() - from).toBeLessThan(5_000)
  expect((await send(server.metrics, 'GET /readyz')).status).toBe(200)
  expect(server.logText()).not.toMatch(/uncaughtException|unhandledRejection/)
  expect(server.logText()).not.toContain('"status":500')
})
