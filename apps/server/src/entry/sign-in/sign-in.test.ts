import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { testWorld } from '#testing/worlds/test-world.ts'
import type { Authenticator, Lie, Options } from '#testing/console/authenticator.ts'
import { cookieIn, openConsoleWorld } from '#testing/console/console-world.ts'
import type { Answer } from '#testing/worlds/test-app.ts'

const world = testWorld(openConsoleWorld)

let key: Authenticator
let cookie: string
let name: string
let count = 0
beforeEach(async () => {
  count += 1
  ;({ name, key, cookie } = await world.seat(`op-${count}`, ['cashier']))
})

const me = (held: string | undefined = cookie) =>
  world.call('GET /api/console/me', { cookie: held })

const begin = async () => {
  const asked = await world.call('POST /api/console/sign-in/begin', { body: {} })
  return asked.body as { challenge: string; options: Options }
}
const finish = (body: object): Promise<Answer> =>
  world.call('POST /api/console/sign-in/finish', { body })

async function trail(subject: string): Promise<{ action: string; why: unknown; way: unknown }[]> {
  const rows = await world.database.db.query<{ action: string; after: Record<string, unknown> }>(
    `select action, after from core_audit where subject = $1 and action like 'operators.%' order by id`,
    [subject],
  )
  return rows.map(({ action, after }) => ({ action, why: after['why'], way: after['way'] }))
}

describe('happy', () => {
  test('DESK-06 DESK-17 a passkey signs in, the page learns the operator’s name and rights, and the trail has it', async () => {
    const answer = await world.signIn(key)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ name, roles: ['cashier'], passkeys: 1, ways: ['passkey'] })
    expect(answer.body.rights).toContain('work.decide')
    expect(answer.body.rights).not.toContain('operators.see')
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-kapao-console=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict; Max-Age=43200$/,
    )
    expect((await me(cookieIn(answer))).body.name).toBe(name)
    expect(await trail(name)).toContainEqual({
      action: 'operators.signIn',
      way: 'passkey',
      why: undefined,
    })
  })

  test('the options ask for a resident key with user verification, and name our own host', async () => {
    const token = await world.link(name)
    const { body } = await world.call('POST /api/console/enrol/begin', { body: { token } })
    expect(body.options).toMatchObject({
      rp: { id: 'localhost', name: 'Kapao' },
      user: { name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.id }],
    })
    expect((await begin()).options).toMatchObject({
      rpId: 'localhost',
      userVerification: 'required',
      allowCredentials: [],
    })
  })

  test('a device that does not count is no copy', async () => {
    const token = await world.link(name)
    const asked = await world.call('POST /api/console/enrol/begin', { body: { token } })
    const quiet = world.newKey(false)
    const { challenge, options } = asked.body as { challenge: string; options: Options }
    const answer = quiet.create(options)
    const body = { token, challenge, answer, label: 'quiet' }
    expect((await world.call('POST /api/console/enrol/finish', { body })).status).toBe(200)
    expect((await world.signIn(quiet)).status).toBe(200)
    expect((await world.signIn(quiet)).status).toBe(200)
  })

  test('a further passkey of one’s own; one of two may go, the last way in stays', async () => {
    const own = async () => (await world.call('GET /api/console/own', { cookie })).body
    const asked = await world.call('POST /api/console/own/passkey/begin', { cookie, body: {} })
    const other = world.newKey()
    const { challenge, options } = asked.body as { challenge: string; options: Options }
    const body = { challenge, answer: other.create(options), label: 'the phone' }
    world.clock.moveMs(1_000)
    const kept = await world.call('POST /api/console/own/passkey/finish', { cookie, body })
    expect(kept.status).toBe(200)
    expect((await own()).passkeys.map(({ label }: { label: string }) => label)).toEqual([
      'a key',
      'the phone',
    ])
    const end = (id: string) =>
      world.call('POST /api/console/own/passkey/end', { cookie, body: { id } })
    expect((await end(key.id)).status).toBe(200)
    expect((await end(other.id)).body.code).toBe('LAST_WAY_IN')
    expect((await end(key.id)).body.code).toBe('NOT_FOUND')
    expect((await world.signIn(key)).body.code).toBe('SIGN_IN_FAILED')
  })
})

describe('refused', () => {
  test.each<[string, Lie]>([
    ['another challenge', { challenge: Buffer.from('another').toString('base64url') }],
    ['another origin', { origin: 'https://kapao.example' }],
    ['another house', { rpId: 'kapao.example' }],
    ['another ceremony', { type: 'webauthn.create' }],
    ['no finger and no number', { isUnverified: true }],
    ['somebody else’s handle', { userHandle: Buffer.from('nok').toString('base64url') }],
  ])('DESK-06 DESK-17 an answer with %s', async (_what, lie) => {
    const { challenge, options } = await begin()
    const answer = await finish({ challenge, answer: key.get(options, lie) })
    expect([answer.status, answer.body.code]).toEqual([401, 'SIGN_IN_FAILED'])
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect((await trail(name)).at(-1)).toMatchObject({
      action: 'operators.refused',
      why: 'passkey-wrong',
    })
  })

  test.each([
    {},
    { id: 7 },
    { id: 'x', response: null },
    { id: 'x'.repeat(2_000), response: { clientDataJSON: '%' } },
  ])('DESK-06 an answer that is none: %j', async (answer) => {
    const { challenge } = await begin()
    expect((await finish({ challenge, answer })).body.code).toBe('SIGN_IN_FAILED')
    const { challenge: next } = await begin()
    const broken = { ...answer, id: key.id }
    expect((await finish({ challenge: next, answer: broken })).body.code).toBe('SIGN_IN_FAILED')
  })

  test('DESK-06 the same answer a second time, and a question that was answered wrongly before', async () => {
    const { challenge, options } = await begin()
    const answer = key.get(options)
    expect((await finish({ challenge, answer })).status).toBe(200)
    expect((await finish({ challenge, answer })).body.code).toBe('CHALLENGE_OVER')

    const next = await begin()
    await finish({ challenge: next.challenge, answer: key.get(next.options, { origin: 'x' }) })
    const right = { challenge: next.challenge, answer: key.get(next.options) }
    expect((await finish(right)).body.code).toBe('CHALLENGE_OVER')
  })

  test('DESK-06 of two who send the same answer at once one is let in', async () => {
    const { challenge, options } = await begin()
    const answer = key.get(options)
    const said = await Promise.all([1, 2, 3].map(() => finish({ challenge, answer })))
    expect(said.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  test('DESK-06 an answer after two minutes', async () => {
    const { challenge, options } = await begin()
    world.clock.moveMs(2 * minuteMs + 1)
    expect((await finish({ challenge, answer: key.get(options) })).body.code).toBe('CHALLENGE_OVER')
  })

  test('a question of another kind, or of another session', async () => {
    const asked = await world.call('POST /api/console/touch/begin', { cookie, body: {} })
    const { challenge, options } = asked.body
    expect((await finish({ challenge, answer: key.get(options) })).body.code).toBe('CHALLENGE_OVER')
    const other = cookieIn(await world.signIn(key))
    const again = await world.call('POST /api/console/touch/begin', { cookie, body: {} })
    const body = { challenge: again.body.challenge, answer: key.get(again.body.options) }
    const answer = await world.call('POST /api/console/touch/finish', { cookie: other, body })
    expect(answer.body.code).toBe('CHALLENGE_OVER')
  })

  test('DESK-07 a counter that goes back: refused, in the trail, and alarming', async () => {
    await world.signIn(key)
    await world.signIn(key)
    key.counter = 1
    const answer = await world.signIn(key)
    expect([answer.status, answer.body.code]).toEqual([401, 'SIGN_IN_FAILED'])
    expect((await trail(name)).at(-1)).toMatchObject({
      action: 'operators.refused',
      why: 'passkey-copied',
    })
    const alarm = world
      .logText()
      .split('\n')
      .find((line) => line.includes('alarming') && line.includes(`"${name}"`))
    expect(alarm).toContain('"level":"error"')
  })

  test('a passkey that is known cannot be made a second time, by whomever', async () => {
    await world.add(`${name}-b`, [])
    const token = await world.link(`${name}-b`)
    const asked = await world.call('POST /api/console/enrol/begin', { body: { token } })
    const answer = key.create(asked.body.options as Options)
    const body = { token, challenge: asked.body.challenge, answer, label: 'stolen' }
    const said = await world.call('POST /api/console/enrol/finish', { body })
    expect(said.body.code).toBe('PASSKEY_KNOWN')
    // Nothing of it was done: the link is still good.
    const read = await world.call('POST /api/console/enrol/read', { body: { token } })
    expect(read.body).toMatchObject({ name: `${name}-b` })
  })
})

describe('links', () => {
  const enrol = async (token: string) => {
    const asked = await world.call('POST /api/console/enrol/begin', { body: { token } })
    if (asked.status !== 200) return asked
    const answer = world.newKey().create(asked.body.options as Options)
    const body = { token, challenge: asked.body.challenge, answer, label: 'new' }
    return world.call('POST /api/console/enrol/finish', { body })
  }

  test('DESK-08 is good once, and one of two at once', async () => {
    const token = await world.link(name)
    const [one, other] = await Promise.all(
      [1, 2].map(async () => {
        const asked = await world.call('POST /api/console/enrol/begin', { body: { token } })
        const answer = world.newKey().create(asked.body.options as Options)
        return { token, challenge: asked.body.challenge, answer, label: 'new' }
      }),
    )
    const said = await Promise.all(
      [one!, other!].map((body) => world.call('POST /api/console/enrol/finish', { body })),
    )
    expect(said.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    expect((await enrol(token)).body.code).toBe('ENROLMENT_OVER')
  })

  test('DESK-08 is good for an hour', async () => {
    const token = await world.link(name)
    world.clock.moveMs(60 * minuteMs)
    const read = await world.call('POST /api/console/enrol/read', { body: { token } })
    expect([read.status, read.body.code]).toEqual([410, 'ENROLMENT_OVER'])
    expect((await enrol(token)).body.code).toBe('ENROLMENT_OVER')
  })

  test('DESK-08 the answer to the question of another link is none to this one', async () => {
    const [token, other] = [await world.link(name), await world.link('nok')]
    const asked = await world.call('POST /api/console/enrol/begin', { body: { token: other } })
    const answer = world.newKey().create(asked.body.options as Options)
    const body = { token, challenge: asked.body.challenge, answer, label: 'new' }
    const said = await world.call('POST /api/console/enrol/finish', { body })
    expect(said.body.code).toBe('CHALLENGE_OVER')
  })

  test('DESK-08 DESK-17 neither the trail nor the log nor the database has a token', async () => {
    const token = await world.link(name)
    await enrol(token)
    const { db } = world.database
    const rows = await db.query<{ line: string }>(
      `select to_jsonb(a)::text as line from core_audit a union all select to_jsonb(l)::text from sign_in_link l
       union all select to_jsonb(s)::text from sign_in_session s`,
    )
    const kept = [...rows.map(({ line }) => line), world.logText()].join('\n')
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(cookie.split('=')[1])
  })
})

describe('sessions', () => {
  test('DESK-10 ends after 30 minutes without a call', async () => {
    for (let minute = 0; minute < 90; minute += 29) {
      world.clock.moveMs(29 * minuteMs)
      expect((await me()).status).toBe(200)
    }
    world.clock.moveMs(31 * minuteMs)
    const answer = await me()
    expect([answer.status, answer.body.code]).toEqual([401, 'SESSION_ENDED'])
  })

  test('DESK-10 ends after 12 hours, however much it is used', async () => {
    for (let minute = 0; minute < 12 * 60 - 25; minute += 25) {
      world.clock.moveMs(25 * minuteMs)
      expect((await me()).status).toBe(200)
    }
    world.clock.moveMs(25 * minuteMs)
    expect((await me()).body.code).toBe('SESSION_ENDED')
  })

  test('DESK-10 DESK-17 is seen and ended from another page, and by oneself', async () => {
    const other = cookieIn(await world.signIn(key))
    const { body } = await world.call('GET /api/console/own', { cookie: other })
    const old = body.sessions.find((one: { isThis: boolean }) => !one.isThis)
    expect(body.sessions).toHaveLength(2)
    const end = (id: string) =>
      world.call('POST /api/console/own/session/end', { cookie: other, body: { id } })
    expect((await end(old.id)).status).toBe(200)
    expect((await end(old.id)).body.code).toBe('NOT_FOUND')
    expect((await me()).body.code).toBe('SESSION_ENDED')
    const out = await world.call('POST /api/console/sign-out', { cookie: other, body: {} })
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-kapao-console=; .*Max-Age=0$/)
    expect((await me(other)).body.code).toBe('SESSION_ENDED')
    expect((await trail(name)).slice(-2).map(({ action, why }) => [action, why])).toEqual([
      ['operators.signOut', 'ended-elsewhere'],
      ['operators.signOut', 'signed-out'],
    ])
  })

  test('a session of somebody else cannot be ended', async () => {
    const { cookie: theirs } = await world.enrol('nok')
    const { body } = await world.call('GET /api/console/own', { cookie: theirs })
    const id = body.sessions[0].id
    const said = await world.call('POST /api/console/own/session/end', { cookie, body: { id } })
    expect(said.body.code).toBe('NOT_FOUND')
    expect((await me(theirs)).status).toBe(200)
  })

  test('DESK-13 a touch is good for five minutes, and by one’s own passkey alone', async () => {
    const beginOwn = () => world.call('POST /api/console/own/passkey/begin', { cookie, body: {} })
    expect((await beginOwn()).status).toBe(200)
    world.clock.moveMs(5 * minuteMs)
    const stale = await beginOwn()
    expect([stale.status, stale.body.code]).toEqual([403, 'TOUCH_NEEDED'])
    const touch = async (by: Authenticator) => {
      const asked = await world.call('POST /api/console/touch/begin', { cookie, body: {} })
      const body = { challenge: asked.body.challenge, answer: by.get(asked.body.options) }
      return world.call('POST /api/console/touch/finish', { cookie, body })
    }
    const { key: foreign } = await world.enrol('nok')
    expect((await touch(foreign)).body.code).toBe('SIGN_IN_FAILED')
    expect((await beginOwn()).body.code).toBe('TOUCH_NEEDED')
    expect((await touch(key)).status).toBe(200)
    expect((await beginOwn()).status).toBe(200)
  })

  test('an unknown token, and a malformed cookie', async () => {
    for (const held of ['__Host-kapao-console=' + 'x'.repeat(43), '__Host-kapao-console=x', 'a=b'])
      expect((await me(held)).body.code).toBe('NOT_SIGNED_IN')
  })
})
