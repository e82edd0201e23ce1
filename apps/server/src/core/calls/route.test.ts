import { endpoint } from '@kapao/contract/endpoint'
import { amountIn, amountOut, moneyFromText } from '@kapao/contract/money'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exchange } from '#testing/attacks/raw-socket.ts'
import { startTestApp, type TestApp } from '#testing/worlds/test-app.ts'
import { testDatabase, testWorld } from '#testing/worlds/test-world.ts'
import { CommitUnknown } from '../db/db.ts'
import { refuse } from '../refused.ts'
import { route, acceptCall, urlsOf, type Api } from './route.ts'

const shared = { summary: 'A call of this test.', rate: 'read', refusals: [] } as const

const pay = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/try/pay/{to}',
  access: 'member',
  rate: 'money',
  keyed: true,
  input: z.strictObject({ to: z.string().max(20), amount: amountIn }),
  output: z.object({
    to: z.string(),
    paid: amountOut,
    memberId: z.string(),
    key: z.string().nullable(),
  }),
  refusals: ['MONEY_NOT_ENOUGH', 'TRANSFER_PENDING'],
})
const note = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/try/note',
  access: 'public',
  input: z.object({ text: z.string().min(1).max(10), page: z.int().min(1).optional() }),
  output: z.object({ text: z.string() }),
})
const claim = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/try/claim/{code}[/{word}]',
  access: 'member',
  rate: 'change',
  input: z.object({ code: z.string(), word: z.string().optional() }),
  output: z.object({ code: z.string(), word: z.string().nullable() }),
})
const nothing = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/try/nothing',
  access: 'public',
  input: null,
  output: z.object({ a: z.string() }).nullable(),
})
const long = endpoint({
  ...nothing,
  path: '/api/try/long/{length}',
  input: z.object({ length: z.string() }),
  output: z.array(z.string()),
})
const active = endpoint({ ...nothing, path: '/api/lookup/active' })
const talk = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/try/talk',
  access: 'guest',
  input: null,
  output: z.object({ memberId: z.string().nullable() }),
})

function registerCalls(api: Api): void {
  route(api, pay, ({ memberId, key }, { to, amount }) => {
    if (to === 'poor') refuse(pay, 'MONEY_NOT_ENOUGH')
    if (to === 'slow') return acceptCall('TRANSFER_PENDING')
    if (to === 'lost') throw new CommitUnknown(new Error('the answer of COMMIT'))
    if (to === 'bug') throw new Error('internal text with a secret')
    const inner = { to, paid: moneyFromText(amount, 'BAHT')!, memberId, key }
    return { ...inner, passwordHash: 'must not leave' }
  })
  route(api, note, (_caller, { text }) => ({ text }))
  route(api, claim, (_caller, { code, word }) => ({ code, word: word ?? null }))
  route(api, nothing, () => null)
  route(api, long, (_caller, { length }) =>
    Array.from({ length: Number(length) }, () => 'a long answer'),
  )
  route(api, active, () => null)
  route(api, talk, ({ memberId }) => ({ memberId }))
}

describe('the bridge', () => {
  const database = testDatabase()
  const app = testWorld(() => startTestApp(database, { registerCalls }))
  let token: string
  beforeAll(async () => {
    token = await app.login('M1')
  })
  beforeEach(() => app.clock.moveMs(60_000))

  test('an amount comes in as the text of a number and goes out as a number, and no other field leaves', async () => {
    const answer = await app.call('POST /api/try/pay/anna', {
      token,
      body: { amount: 19.99 },
      headers: { 'idempotency-key': 'k'.repeat(16) },
    })
    expect(answer.body).toEqual({ to: 'anna', paid: 19.99, memberId: 'M1', key: 'k'.repeat(16) })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['SEC-01 API-16 without a token', {}],
    ['SEC-01 API-16 with a token that nobody has', { token: 'x'.repeat(43) }],
  ])('%s a member call answers 401 invalid-token', async (_title, options) => {
    const answer = await app.call('POST /api/try/pay/anna', { ...options, body: { amount: 1 } })
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'invalid-token' },
    })
  })

  test.each([
    ['another kind of proof', 'Basic abc'],
    ['too short', 'Bearer abc'],
    ['with a letter that no token has', `Bearer ${'x'.repeat(42)}!`],
    ['empty', ''],
  ])(
    'OP-C13 a token that is none (%s) answers INVALID_USER_2 and ends the session',
    async (_, authorization) => {
      const headers = { authorization }
      const answer = await app.call('POST /api/try/pay/anna', { headers, body: { amount: 1 } })
      expect(answer).toMatchObject({
        status: 401,
        body: { code: 'INVALID_USER_2', message: 'invalid-token' },
      })
    },
  )

  test('OP-C08 the session of a deactivated member is lost', async () => {
    const other = await app.login('M9')
    app.standings.set('M9', 'inactive')
    const answer = await app.call('GET /api/try/claim/x', { token: other })
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'INACTIVE_USER', message: 'invalid-token' },
    })
    app.standings.set('M9', 'missing')
    const gone = await app.call('GET /api/try/claim/x', { token: other })
    expect(gone).toMatchObject({ status: 401, body: { code: 'INVALID_USER_1' } })
  })

  test('OP-C01 a refusal is its code with the status of the catalogue', async () => {
    const answer = await app.call('POST /api/try/pay/poor', { token, body: { amount: 1 } })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ code: 'MONEY_NOT_ENOUGH', message: 'MONEY_NOT_ENOUGH' })
  })

  test('an accepted call answers 202', async () => {
    const answer = await app.call('POST /api/try/pay/slow', { token, body: { amount: 1 } })
    expect(answer).toMatchObject({ status: 202, body: { code: 'TRANSFER_PENDING' } })
  })

  test('RUN-40 a commit that may have happened answers 503 and asks for a retry', async () => {
    const answer = await app.call('POST /api/try/pay/lost', { token, body: { amount: 1 } })
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual({ code: 'SERVICE_BUSY', message: 'SERVICE_BUSY' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('S51 SEC-16 ERRC-49 an internal fault reveals nothing but its request id', async () => {
    const answer = await app.call('POST /api/try/pay/bug', { token, body: { amount: 1 } })
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({ code: 'INTERNAL_SERVER_ERROR', message: 'INTERNAL_SERVER_ERROR' })
    const id = answer.headers.get('x-request-id')
    expect(id).toMatch(/^[0-9A-Z]{12}-[0-9a-z]+$/)
    expect(app.logText()).toContain(`"requestId":"${id}"`)
  })

  test.each([
    ['ERRC-52 KEY_MISSING', {}, 'KEY_MISSING', /^amount is missing$/],
    ['ERRC-53 text', { amount: '5' }, 'KEY_INVALID', /./],
    ['true', { amount: true }, 'KEY_INVALID', /./],
    ['a list', { amount: [100] }, 'KEY_INVALID', /./],
    ['null', { amount: null }, 'KEY_INVALID', /./],
    ['three decimals', { amount: 0.001 }, 'KEY_INVALID', /./],
    ['1e21', { amount: 1e21 }, 'KEY_INVALID', /./],
    ['1e-7', { amount: 1e-7 }, 'KEY_INVALID', /./],
    ['a negative amount', { amount: -1 }, 'KEY_INVALID', /./],
    ['a field of somebody else', { amount: 1, memberId: 'M2' }, 'KEY_INVALID', /./],
    ['a list for a body', [1], 'KEY_INVALID', /./],
  ])('S27 OP-E05 OP-E06 %s is refused', async (_title, body, code, message) => {
    const answer = await app.call('POST /api/try/pay/anna', { token, body })
    expect(answer).toMatchObject({ status: 400, body: { code } })
    expect(answer.body.message).toMatch(message)
  })

  test('OP-E06 a number written 1e2 is 100, and unknown fields are ignored where nothing is claimed', async () => {
    const paid = await app.call('POST /api/try/pay/anna', { token, text: '{"amount":1e2}' })
    expect(paid.body.paid).toBe(100)
    const answer = await app.call('POST /api/try/note', { body: { text: 'a', unknown: 1 } })
    expect(answer).toMatchObject({ status: 200, body: { text: 'a' } })
  })

  test('a path parameter wins over a field of the same name', async () => {
    const answer = await app.call('POST /api/try/pay/anna', {
      token,
      body: { amount: 1, to: 'eve' },
    })
    expect(answer.body.to).toBe('anna')
  })

  test('API-13 the last part of a path may be left out', async () => {
    expect(urlsOf(claim.path)).toEqual(['/api/try/claim/:code', '/api/try/claim/:code/:word'])
    expect((await app.call('GET /api/try/claim/a', { token })).body).toEqual({
      code: 'a',
      word: null,
    })
    expect((await app.call('GET /api/try/claim/a/b', { token })).body).toEqual({
      code: 'a',
      word: 'b',
    })
  })

  test('API-11 a trailing slash changes nothing', async () => {
    expect((await app.call('GET /api/try/nothing/')).status).toBe(200)
  })

  test('an answer is compressed when the client can read that and it is neither short nor very long', async () => {
    const ask = async (length: number, headers: Record<string, string>) => {
      const answer = await fetch(`${app.address}/api/try/long/${length}`, { headers })
      expect(await answer.json()).toHaveLength(length)
      return answer.headers
    }
    const packed = await ask(100, { 'accept-encoding': 'gzip, deflate, br' })
    expect(packed.get('content-encoding')).toBe('br')
    expect(packed.get('vary')).toBe('accept-encoding')
    expect(Number(packed.get('content-length'))).toBeLessThan(200)
    const plain = [
      await ask(100, { 'accept-encoding': 'gzip, broken' }),
      await ask(10, { 'accept-encoding': 'br' }),
      await ask(5_000, { 'accept-encoding': 'br' }),
    ]
    for (const headers of plain) expect(headers.get('content-encoding')).toBeNull()
    expect(plain.map((headers) => headers.get('vary'))).toEqual(['accept-encoding', null, null])
  })

  test('null is a valid answer', async () => {
    const answer = await app.call('GET /api/try/nothing')
    expect(answer.text).toBe('null')
    expect(answer.headers.get('content-type')).toContain('application/json')
  })

  test('a guest call accepts a member and a guest, and refuses a lost session', async () => {
    expect((await app.call('GET /api/try/talk', { token })).body).toEqual({ memberId: 'M1' })
    expect((await app.call('GET /api/try/talk')).body).toEqual({ memberId: null })
    expect((await app.call('GET /api/try/talk', { token: 'y'.repeat(43) })).status).toBe(401)
  })

  test.each(['short', 'has a space in it, too', 'x'.repeat(65)])(
    'an Idempotency-Key such as "%s" is refused',
    async (key) => {
      const headers = { 'idempotency-key': key }
      const answer = await app.call('POST /api/try/pay/anna', {
        token,
        body: { amount: 1 },
        headers,
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'KEY_INVALID' } })
    },
  )

  test('S30 SEC-09 a changing GET cannot be opened as a page or prefetched', async () => {
    for (const headers of [{ 'sec-fetch-mode': 'navigate' }, { 'sec-purpose': 'prefetch' }]) {
      const answer = await sendRaw(app, 'GET /api/try/claim/a', {
        ...headers,
        authorization: `Bearer ${token}`,
      })
      expect(answer).toMatch(/^HTTP\/1.1 400 /)
    }
    expect(await sendRaw(app, 'GET /api/try/nothing', { 'sec-fetch-mode': 'navigate' })).toMatch(
      / 200 /,
    )
  })

  test('S30 API-01 the client mark is required when the setting says so', async () => {
    app.switches.clientHeaderRequired = true
    try {
      expect((await app.call('GET /api/try/nothing')).body.code).toBe('KEY_MISSING')
      const wrong = await app.call('GET /api/try/nothing', { headers: { 'x-client': 'other' } })
      expect(wrong.body.code).toBe('KEY_INVALID')
      const right = await app.call('GET /api/try/nothing', {
        headers: { 'x-client': 'wallet-user' },
      })
      expect(right.status).toBe(200)
    } finally {
      app.switches.clientHeaderRequired = false
    }
  })

  test('ERRC-07 OP-C13 a blocked address is refused every call, with a session and without', async () => {
    const asked: string[] = []
    app.switches.isBlocked = (address) => asked.push(address) > 0
    try {
      for (const name of ['GET /api/try/nothing', 'POST /api/try/pay/a', 'GET /api/lookup/active'])
        expect(await app.call(name, { token })).toMatchObject({
          status: 403,
          body: { code: 'INVALID_IP' },
        })
      expect(new Set(asked)).toEqual(new Set(['127.0.0.1']))
    } finally {
      app.switches.isBlocked = () => false
    }
    expect((await app.call('GET /api/try/nothing')).status).toBe(200)
  })

  test('ERRC-82 OP-C04 when the service is off every call but one answers 410 gone', async () => {
    app.switches.serviceActive = false
    try {
      for (const name of ['GET /api/try/nothing', 'POST /api/try/pay/a', 'GET /api/nobody/knows'])
        expect(await app.call(name)).toMatchObject({ status: 410, body: { message: 'gone' } })
      expect((await app.call('GET /api/lookup/active')).status).toBe(200)
    } finally {
      app.switches.serviceActive = true
    }
  })
})

/** fetch sets its own sec-fetch-mode, so these requests use a raw socket. */
function sendRaw(app: TestApp, name: string, headers: Record<string, string>): Promise<string> {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers })
  return exchange(
    app.port,
    `${name} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}`).join('\r\n')}\r\n\r\n`,
  )
}
