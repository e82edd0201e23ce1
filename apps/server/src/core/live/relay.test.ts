import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSocket, quietDoor, type MemberSocket } from '#testing/doubles/member-socket.ts'
import { hasRedis, startRedis, type TestRedis } from '#testing/doubles/redis.ts'
import { openLive, type Live } from './live.ts'
import { openRelay } from './relay.ts'

type Process = { live: Live; address: string; close: () => Promise<void>; warnings: unknown[] }

/** Set up like an API process; the worker has the same without a server. */
async function startProcess(url: string): Promise<Process> {
  const warnings: unknown[] = []
  const log = { warn: (about: unknown) => void warnings.push(about), error: () => undefined }
  const live = openLive({
    sessions: {
      findInCrowd: async () => ({ memberId: 'm1' }),
      listLost: async () => [],
      onEnded: () => undefined,
    },
    limiter: { take: async () => null, giveBack: () => undefined },
    log,
    switches: async () => ({
      serviceActive: true,
      clientHeaderRequired: false,
      isBlocked: () => false,
    }),
    findGuest: async () => null,
    origins: [],
    trustedProxies: [],
    relay: openRelay(url, log),
  })
  const server: Server = createServer()
  live.connect()
  live.attach(server, quietDoor)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    live,
    warnings,
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      await live.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

// Skipped only on a machine without Redis; the report counts these tests as left out.
describe.skipIf(!hasRedis)('two processes with a Redis between them', () => {
  let redis: TestRedis
  let first: Process
  let second: Process
  let mine: MemberSocket

  beforeAll(async () => {
    redis = await startRedis()
    first = await startProcess(redis.url)
    second = await startProcess(redis.url)
    mine = await openSocket(second.address, { token: 'A'.repeat(43) })
  })
  afterAll(async () => {
    mine.socket.close()
    await first.close()
    await second.close()
    await redis.stop()
  })

  /** Pushes until one arrives: when a subscription is active cannot be seen from outside. */
  const pushUntilReceived = async (seq: number): Promise<number> => {
    for (let tries = 1; tries <= 100; tries += 1) {
      first.live.push('m1', 'wallet', { seq })
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (mine.pushes.some(({ push }) => (push as { seq: number }).seq === seq)) return tries
    }
    throw new Error('it never came')
  }

  test('a push of one process reaches a socket of the other', async () => {
    expect(first.live.mayReach('m1')).toBe(true)
    await pushUntilReceived(1)
    mine.pushes.length = 0
    first.live.push('m1', 'wallet', { seq: 2 })
    expect(await mine.nextPush('wallet')).toEqual({ seq: 2 })
    // A duplicate would arrive right behind the first.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(mine.pushes).toHaveLength(1)
  })

  test('without Redis the own sockets still receive pushes, nothing breaks, and it reconnects automatically', async () => {
    await redis.stop()
    mine.pushes.length = 0
    second.live.push('m1', 'wallet', { seq: 3 })
    expect(await mine.nextPush('wallet')).toEqual({ seq: 3 })
    first.live.push('m1', 'wallet', { seq: 4 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(mine.pushes).toHaveLength(1)
    expect(first.warnings.length).toBeGreaterThan(0)
    redis = await startRedis(redis.port)
    await pushUntilReceived(5)
  })
})
