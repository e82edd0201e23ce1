import { endpoint } from '@kapao/contract/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exchange } from '#testing/attacks/raw-socket.ts'
import { startTestApp, type TestApp } from '#testing/worlds/test-app.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { createLog, describeError, maskText } from './log.ts'
import { route, type Api } from '../calls/route.ts'

const shared = { summary: 'A call of this test.', refusals: [] } as const
const autoLogin = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/autoLogin/{provider}/{username}[/{password}]',
  access: 'member',
  rate: 'change',
  input: z.object({ provider: z.string(), username: z.string(), password: z.string().optional() }),
  output: z.object({ link: z.string() }),
})
const login = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/login',
  access: 'public',
  rate: 'read',
  input: z.strictObject({
    username: z.string().max(50),
    password: z.string().max(50),
    how: z.string().optional(),
  }),
  output: z.object({ token: z.string() }),
})

const canary = {
  password: 'Canary-Passw0rd-7f3a',
  token: 'CanaryToken0123456789CanaryToken0123456789x',
  otp: '739184',
  path: 'canaryPathPassword55',
  phone: '0819998877',
}

describe('the log', () => {
  const database = testDatabase()
  let app: TestApp
  beforeAll(async () => {
    const fail = async (how: string, password: string): Promise<unknown> => {
      if (how === 'sql') return database.db.query('select $1::uuid', [password])
      if (how === 'unique')
        return database.db.begin(async (tx) => {
          await tx.query('create temp table once (secret text unique) on commit drop')
          for (let i = 0; i < 2; i += 1) await tx.query('insert into once values ($1)', [password])
        })
      if (how === 'json') return JSON.parse(`${password}{`)
      throw new Error(`cannot use ${password}`, {
        cause: new TypeError(`because of '${password}'`),
      })
    }
    app = await startTestApp(database, {
      registerCalls: (api: Api) => {
        route(api, autoLogin, () => ({ link: 'https://game.example' }))
        route(api, login, async (_caller, { password, how }) => {
          if (how) await fail(how, password)
          return { token: canary.token }
        })
      },
    })
  })
  afterAll(() => app.close())

  test('S52 F54 SEC-10 no secret of any kind of request is ever written, and every request leaves its line', async () => {
    const { password, token, otp, path, phone } = canary
    const headers = {
      cookie: `token=${token}`,
      'idempotency-key': token,
      referer: `https://x/?p=${password}`,
    }
    const body = { username: phone, password }
    const sends = [
      app.call('POST /api/login', { body, headers }),
      app.call('POST /api/login', { body: { ...body, otpCode: otp } }),
      app.call('POST /api/login', { body: { username: phone, password: password.repeat(5) } }),
      app.call('POST /api/login', { text: `{"password":"${password}"` }),
      app.call('POST /api/login', {
        text: password,
        headers: { 'content-type': `text/${password}` },
      }),
      app.call('POST /login', {
        text: `password=${password}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      ...['sql', 'unique', 'json', 'other'].map((how) =>
        app.call('POST /api/login', { body: { ...body, how } }),
      ),
      app.call(`PUT /api/login?password=${password}`, { body }),
      app.call(`GET /api/autoLogin/pg/${phone}/${path}`, { token }),
      app.call(`GET /api/autoLogin/pg/${phone}/${path.repeat(20)}`, { token }),
      app.call(`GET /api/autoLogin/pg/${phone}/${path}%`, { token }),
      app.call(`GET /api/autoLogin/pg/${phone}/${path}/${otp}?token=${token}`, { token }),
      app.call(`GET /${password}/${token}?otp=${otp}`),
      app.call(`POST /api/${password}`, { body }),
      exchange(
        app.port,
        `GET /api/login?${password} HTTP/9\r\nauthorization: Bearer ${token}\r\n\r\n`,
      ),
      exchange(
        app.port,
        `GET / HTTP/1.1\r\nhost: a\r\n${password}${'x'.repeat(20_000)}: ${token}\r\n\r\n`,
      ),
    ]
    const known = await app.login('M1')
    sends.push(app.call(`GET /api/autoLogin/pg/${phone}/${path}`, { token: known }))
    await Promise.all(sends)

    const text = app.logText()
    for (const secret of [...Object.values(canary), known]) expect(text).not.toContain(secret)
    expect(text).toContain('"route":"/api/autoLogin/:provider/:username/:password"')
    expect(text.match(/"msg":"call failed"/g)).toHaveLength(4)
    // Input that never became a request leaves no line; everything else does.
    expect(text.match(/"msg":"call"/g)!.length).toBe(sends.length - 2)
  })

  test('S52 secrets logged by mistake are hidden by their name', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    log.info(
      {
        password: canary.password,
        request: { token: canary.token, inner: [{ otpCode: canary.otp }] },
      },
      'oops',
    )
    expect(lines.join()).not.toMatch(/canary|739184/i)
    expect(lines.join()).toContain('[hidden]')
    // One event is one line, whatever a text contains.
    log.info({ name: 'a\r\n{"level":"info"}' }, 'line\nbreak')
    expect(lines.join('').trimEnd().split('\n')).toHaveLength(2)
    for (const line of lines) expect(line).toMatch(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/)
  })

  test('an error keeps its kind, its place and its stack, and loses its quotes', () => {
    const entry = describeError(new Error('the call 12345678 of "anna" and Abc123456789def failed'))
    expect(entry.message).toBe('the call 12… of "…" and … failed')
    expect(entry.stack[0]).toMatch(/^at .*log\.test\.ts/)
    expect(maskText('connect ECONNREFUSED 127.0.0.1:5432')).toBe(
      'connect ECONNREFUSED 127.0.0.1:5432',
    )
  })
})

test('of many failures the first few are logged, each with its own reason and without its quotes', () => {
  const failed = Array.from({ length: 9 }, (_, n) =>
    Object.assign(new Error(`one of ${n} could not be ended`), {
      cause: new TypeError(`cannot read '${canary.password}'`),
    }),
  )
  const described = describeError(new AggregateError(failed, 'some failed'))
  expect(described.errors).toHaveLength(5)
  expect(described.errors![0]).toMatchObject({
    message: 'one of 0 could not be ended',
    cause: { name: 'TypeError', message: "cannot read '…'" },
  })
})

test('CALM-08 a message keeps the command that it asks for, and nothing else that is quoted', () => {
  expect(
    maskText('the functions are foreign: run `kapao migrate` of this version, not `kapao x 081`'),
  ).toBe('the functions are foreign: run `kapao migrate` of this version, not `…`')
  expect(maskText('run `npx kapao recovery show` and `secret` of `kapao sent SOMCHAI`')).toBe(
    'run `npx kapao recovery show` and `…` of `…`',
  )
})
