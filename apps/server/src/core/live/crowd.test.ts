import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { openSocket, quietDoor } from '#testing/doubles/member-socket.ts'
import { testConfig } from '#testing/worlds/test-app.ts'
import { safetyHeaders } from '../http/headers.ts'
import { openLive, type LiveDeps } from './live.ts'

describe('in a crowd', () => {
  const openCrowd = async (crowd: LiveDeps['crowd']) => {
    const live = openLive({
      sessions: {
        findInCrowd: async () => ({ memberId: 'm1' }),
        listLost: async () => [],
        onEnded: () => undefined,
      },
      limiter: { take: async () => null, giveBack: () => undefined },
      log: { warn: () => undefined, error: () => undefined },
      switches: async () => ({
        serviceActive: true,
        clientHeaderRequired: false,
        isBlocked: () => false,
      }),
      findGuest: async (id) => id,
      origins: [],
      trustedProxies: [],
      relay: null,
      ...(crowd ? { crowd } : {}),
    })
    const server = createServer((_, answer) => answer.end('fine'))
    live.attach(server, { ...quietDoor, headers: safetyHeaders(testConfig) })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const close = async (): Promise<void> => {
      await live.close()
      await new Promise((resolve) => server.close(resolve))
    }
    return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
  }

  test('a client that finds the queue full is refused with a retry time, and calls are answered as usual', async () => {
    const full = await openCrowd({ turnMsMax: 10, perTurnMax: 8, perTurnMin: 2, waitingMax: 0 })
    const { port } = new URL(full.address)
    const headers = { connection: 'Upgrade', upgrade: 'websocket' }
    const path = '/socket.io/?EIO=4&transport=websocket'
    const answer = await new Promise<{ response: IncomingMessage; body: string }>(
      (resolve, reject) => {
        request({ host: '127.0.0.1', port, path, headers })
          .on('response', (response) => {
            void text(response).then((body) => resolve({ response, body }), reject)
          })
          .on('error', reject)
          .end()
      },
    )
    expect(answer.response.statusCode).toBe(503)
    expect(answer.response.headers).toMatchObject({
      ...safetyHeaders(testConfig),
      'retry-after': '5',
      'cache-control': 'no-store',
      'x-request-id': 'test-1',
    })
    expect(JSON.parse(answer.body)).toEqual({ code: 'SERVICE_BUSY', message: 'SERVICE_BUSY' })
    expect(await (await fetch(full.address)).text()).toBe('fine')
    await full.close()
  })

  test('all are admitted, however few per turn', async () => {
    const slow = await openCrowd({ turnMsMax: 0, perTurnMax: 2, perTurnMin: 1, waitingMax: 50 })
    const coming = Array.from({ length: 40 }, (_, at) =>
      openSocket(slow.address, { guestId: `g${at}` }),
    )
    const all = await Promise.all(coming)
    expect(all.filter(({ socket }) => socket.connected)).toHaveLength(40)
    for (const { socket } of all) socket.close()
    await slow.close()
  })
})
