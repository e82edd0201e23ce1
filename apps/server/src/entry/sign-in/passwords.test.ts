import { beforeAll, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { cookieIn, openConsoleWorld } from '#testing/console/console-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { codeOf, stepOf } from './totp.ts'

const world = testWorld(openConsoleWorld)
const password = 'four brown buffaloes'

/** As an app of codes reads it. */
function bytesOf(base32: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...base32].map((one) => letters.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)))
}

const codeNow = (secret: string): string => codeOf(bytesOf(secret), stepOf(world.clock.now()))

/** The next code, since each counts once. */
function nextCode(secret: string): string {
  world.clock.moveMs(60_000)
  return codeNow(secret)
}

async function begin(name: string): Promise<{ token: string; challenge: string; secret: string }> {
  const token = await world.link(name)
  const asked = await world.call('POST /api/console/enrol/password/begin', { body: { token } })
  return { token, ...asked.body }
}

async function enrol(name: string): Promise<{ secret: string; cookie: string }> {
  const { secret, ...rest } = await begin(name)
  const body = { token: rest.token, challenge: rest.challenge, password, code: codeNow(secret) }
  const done = await world.call('POST /api/console/enrol/password/finish', { body })
  expect(done.status).toBe(200)
  return { secret, cookie: cookieIn(done) }
}

const signIn = (name: string, given: { password?: string; code: string }) =>
  world.call('POST /api/console/sign-in/password', { body: { name, password, ...given } })

beforeAll(async () => {
  await world.set('console.passwords', true)
  for (const name of ['lek', 'som', 'noi', 'kai', 'mai']) await world.add(name, ['support'])
})

test('DESK-09 a password and a code sign in, each code once, and freshen the session', async () => {
  const { secret } = await enrol('lek')
  const code = nextCode(secret)
  const answer = await signIn('lek', { code })
  expect([answer.status, answer.body.ways]).toEqual([200, ['password']])
  expect((await signIn('lek', { code })).body.code).toBe('SIGN_IN_FAILED')
  const cookie = cookieIn(answer)
  world.clock.moveMs(6 * minuteMs)
  const begin = () => world.call('POST /api/console/own/passkey/begin', { cookie, body: {} })
  expect((await begin()).body.code).toBe('TOUCH_NEEDED')
  const body = { password, code: nextCode(secret) }
  expect((await world.call('POST /api/console/touch/password', { cookie, body })).status).toBe(200)
  expect((await begin()).status).toBe(200)
})

test('DESK-09 of several who send the same code at once one is let in', async () => {
  const { secret } = await enrol('kai')
  const code = nextCode(secret)
  const said = await Promise.all([1, 2, 3].map(() => signIn('kai', { code })))
  expect(said.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
})

test('DESK-09 DESK-17 a wrong part gets the same answer as an unknown name, and the trail has it without the password', async () => {
  const { secret } = await enrol('som')
  const wrong = [
    await signIn('nobody', { code: nextCode(secret) }),
    await signIn('som', { password: 'four brown buffalos', code: nextCode(secret) }),
    await signIn('som', { code: '000000' }),
  ]
  for (const { status, body } of wrong)
    expect([status, body]).toEqual([401, { code: 'SIGN_IN_FAILED', message: 'SIGN_IN_FAILED' }])
  const { db } = world.database
  const rows = await db.query<{ subject: string; after: object }>(
    `select subject, after from core_audit where action = 'operators.refused' order by id desc limit 3`,
  )
  expect(rows.map(({ subject }) => subject)).toEqual(['som', 'som', 'nobody'])
  expect(rows[0]!.after).toEqual({ why: 'wrong-password', address: '10.0.0.1' })
  expect(world.logText()).not.toContain('buffalo')
})

test.each(['short', 'aaaaaaaaaaaa', 'qwertyuiopasd'.slice(0, 11), 'noi-noi-noi-'])(
  'DESK-09 the password %j is too weak',
  async (weak) => {
    const { token, challenge, secret } = await begin('noi')
    const body = { token, challenge, password: weak, code: codeNow(secret) }
    const said = await world.call('POST /api/console/enrol/password/finish', { body })
    expect([said.status, said.body.code]).toEqual([400, 'PASSWORD_TOO_WEAK'])
  },
)

test('a mistyped first code may be tried again, and ends nothing', async () => {
  const { token, challenge, secret } = await begin('mai')
  const finish = (code: string) =>
    world.call('POST /api/console/enrol/password/finish', {
      body: { token, challenge, password, code },
    })
  expect((await finish('000000')).body.code).toBe('SIGN_IN_FAILED')
  expect((await finish(codeNow(secret))).status).toBe(200)
  expect((await finish(codeNow(secret))).body.code).toBe('ENROLMENT_OVER')
})

test('DESK-09 the secret is encrypted for its operator: a row that is copied to another opens nothing', async () => {
  const { secret } = await enrol('lek')
  const { ownerDb } = world.database
  const [row] = await ownerDb.query<{ secret: Buffer }>(
    `select secret from sign_in_password where operator = 'lek'`,
  )
  expect(row!.secret.includes(bytesOf(secret))).toBe(false)
  await enrol('noi')
  await ownerDb.query(`update sign_in_password set secret = $1 where operator = 'noi'`, [
    row!.secret,
  ])
  expect((await signIn('noi', { code: nextCode(secret) })).body.code).toBe('SIGN_IN_FAILED')
  expect(world.logText()).toContain('foreign-secret')
})

test('DESK-09 nothing of it works while the owner does not allow it', async () => {
  const { secret } = await enrol('lek')
  const token = await world.link('lek')
  await world.set('console.passwords', false)
  expect((await world.call('GET /api/console/desk')).body.passwords).toBe(false)
  expect((await signIn('lek', { code: nextCode(secret) })).body.code).toBe('PASSWORD_OFF')
  const asked = await world.call('POST /api/console/enrol/password/begin', { body: { token } })
  expect([asked.status, asked.body.code]).toEqual([403, 'PASSWORD_OFF'])
})
