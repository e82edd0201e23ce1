import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call, connectCalls, endSession, send } from './api.ts'
import { callOnce } from './calls/call-once.ts'
import { CallFault } from './calls/fault.ts'
import { lostSessionTexts } from './calls/lost-session.ts'
import { listPending } from './calls/pending/pending.ts'
import { clearToken, keepToken, readToken } from './session/token.ts'

type RecordedRequest = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
type Reply = { status?: number; body?: string; afterMs?: number; cut?: boolean }

let server: Server
let origin: string
let seen: RecordedRequest[]
let reply: Reply
let left: string[]

beforeEach(async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  seen = []
  left = []
  reply = { body: '{"ok":true}' }
  connectCalls({
    onGone: () => left.push('gone'),
    onLostSession: (why) => left.push(`lost ${why}`),
  })
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body })
    const { status = 200, body: text = '', afterMs = 0, cut = false } = reply
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    if (cut) return void request.socket.destroy()
    response.writeHead(status).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  clearToken()
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const login = (sending = {}) =>
  send('POST /api/login', { username: 'a', password: 'b' }, { origin, ...sending })
const faultOf = async (sent: Promise<unknown>) => {
  const fault = await sent.then(
    () => null,
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(CallFault)
  return fault as CallFault
}

describe('a request', () => {
  test('API-01 OP-B34 carries the header that names the client', async () => {
    await login()
    expect(seen[0]?.headers['x-client']).toBe('wallet-user')
  })

  test('API-02 carries the bearer when there is a token, and none when there is none', async () => {
    await login()
    keepToken('abc', true)
    await login()
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer abc'])
  })

  test('puts path parameters into the address and the rest into the body', async () => {
    await send('POST /api/qrcode/{provider}', { provider: 'K/1', amount: 5 }, { origin })
    expect(seen[0]).toMatchObject({ url: '/api/qrcode/K%2F1', body: '{"amount":5}' })
  })

  test('OP-C02 API-05 resolves with the body alone', async () => {
    expect(await login()).toEqual({ ok: true })
  })
})

describe('failures', () => {
  test('a refusal keeps its code, message and status, and is sent once', async () => {
    reply = { status: 401, body: '{"code":"WRONG_CREDENTIAL","message":"WRONG_CREDENTIAL"}' }
    expect(await faultOf(login())).toMatchObject({
      kind: 'refused',
      status: 401,
      code: 'WRONG_CREDENTIAL',
      message: 'WRONG_CREDENTIAL',
    })
    expect(left).toEqual([])
    expect(seen).toHaveLength(1)
  })

  test('a cut connection is reported as unreachable and never repeated', async () => {
    reply = { cut: true }
    expect((await faultOf(login())).kind).toBe('unreachable')
    expect(seen).toHaveLength(1)
  })

  test('API-03 a call without an answer in time is aborted', async () => {
    reply = { afterMs: 500, body: '{}' }
    expect((await faultOf(login({ timeoutMs: 50 }))).kind).toBe('unreachable')
  })

  test('an HTML page of a proxy is not an answer', async () => {
    reply = { body: '<html>log in to the hotel</html>' }
    expect((await faultOf(login())).kind).toBe('unreachable')
  })
})

describe('what ends the session', () => {
  test.each([200, 410, 500])(
    'API-06 the message gone with status %d leads to the terminated page',
    async (status) => {
      reply = { status, body: '{"message":"gone"}' }
      expect((await faultOf(login())).kind).toBe('leaving')
      expect(left).toEqual(['gone'])
    },
  )

  test.each([
    '{"text":"gone"}',
    '{"message":"Gone"}',
    '{"message":"the bonus is gone"}',
    '[{"message":"gone"}]',
  ])('S46 ERR-19 the body %s does not', async (body) => {
    reply = { body }
    await login()
    expect(left).toEqual([])
  })

  test.each([
    '{"code":"INACTIVE_USER","message":"invalid-token"}',
    '{"code":"EXPIRED_AUTH_TOKEN","message":"EXPIRED_AUTH_TOKEN"}',
    '{"code":"UNAUTHORIZED","message":"UNAUTHORIZED"}',
    ...Object.values(lostSessionTexts).map((message) => JSON.stringify({ message })),
  ])('ERR-02 ERR-03 OP-B38 %s leads a member to the login', async (body) => {
    keepToken('abc', true)
    reply = { status: 401, body }
    expect((await faultOf(login())).kind).toBe('leaving')
    expect(left).toEqual([`lost ${(JSON.parse(body) as { code?: string }).code ?? null}`])
  })

  test('S46 ERR-19 OP-B38 a wrong password or a description that holds these words does not', async () => {
    keepToken('abc', true)
    reply = { status: 401, body: '{"code":"WRONG_CREDENTIAL","message":"WRONG_CREDENTIAL"}' }
    expect((await faultOf(login())).kind).toBe('refused')
    reply = { body: '{"description":"invalid-token","message":"say invalid-token"}' }
    await login()
    expect(left).toEqual([])
  })
})

test.each(['arrives', 'is lost'])(
  'S03 a logout that %s is sent even if the page closes, and the token is removed at once',
  async (how) => {
    const sent = vi.fn(async (_path: string, _init: RequestInit) => {
      if (how === 'is lost') throw new TypeError('no network')
      return new Response('{}')
    })
    vi.stubGlobal('fetch', sent)
    keepToken('abc', true)
    endSession()
    expect(readToken()).toBeNull()
    const [path, { method, keepalive, headers }] = sent.mock.calls[0]!
    expect([path, method, keepalive]).toEqual(['/api/logout', 'POST', true])
    expect(new Headers(headers).get('authorization')).toBe('Bearer abc')
    // No session is left to report to the server.
    endSession()
    expect(sent).toHaveBeenCalledTimes(1)
  },
)

describe('a call that counts once', () => {
  const withdraw = () => callOnce('POST /api/wallet/withdraw', { amount: 100 }, { origin })

  test('carries a key of its own, which is removed once there is an answer', async () => {
    await withdraw()
    await withdraw()
    const keys = seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(2)
    expect(listPending()).toEqual([])
  })

  test('stays on the list if its answer is lost, and is not sent again', async () => {
    reply = { cut: true }
    await faultOf(withdraw())
    expect(seen).toHaveLength(1)
    const key = seen[0]?.headers['idempotency-key']
    expect(listPending()).toMatchObject([{ key, route: 'POST /api/wallet/withdraw' }])
  })

  test('a refusal is an answer; an error of a gateway is not', async () => {
    reply = { status: 400, body: '{"code":"MONEY_NOT_ENOUGH","message":"MONEY_NOT_ENOUGH"}' }
    await faultOf(withdraw())
    expect(listPending()).toEqual([])
    reply = { status: 502, body: '<html>bad gateway</html>' }
    await faultOf(withdraw())
    expect(listPending()).toHaveLength(1)
  })

  test.each([
    ['is taken on', 202, 'TRANSFER_PENDING', 'pending'],
    ['breaks inside', 500, 'INTERNAL_SERVER_ERROR', 'refused'],
  ])('one that %s stays on the list, and its fault names it', async (_, status, code, kind) => {
    reply = { status, body: JSON.stringify({ code, message: code }) }
    const fault = await faultOf(withdraw())
    expect(fault).toMatchObject({ kind, key: seen[0]?.headers['idempotency-key'] })
    expect(listPending()).toMatchObject([{ key: fault.key }])
  })

  test('cannot be sent without a key, nor a file as a plain call', () => {
    // @ts-expect-error -- it moves money.
    const money = () => call('POST /api/wallet/withdraw', { amount: 100 })
    // @ts-expect-error -- it carries a file.
    const file = () => call('POST /api/wallet/slip', new FormData())
    expect([money, file]).toHaveLength(2)
  })
})

test('API-03 a call without files is aborted after a minute', async () => {
  reply = { afterMs: 150, body: '{"ok":true}' }
  const timer = vi.spyOn(globalThis, 'setTimeout')
  await login()
  expect(timer.mock.calls.some(([, ms]) => ms === 60_000)).toBe(true)
  timer.mockRestore()
})
