import { minuteMs } from '@kapao/contract/times'
import { beforeEach, describe, expect, test } from 'vitest'
import { bytesOf, keyOfToken } from '#core/session/session.ts'
import { openAuthenticator, type Authenticator, type Lie } from '#testing/console/authenticator.ts'
import { openMemberWorld, type RegisteredMember } from '#testing/worlds/member-world.ts'
import type { Answer } from '#testing/worlds/test-app.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openMemberWorld)
const site = { origin: 'http://localhost:8080', rpId: 'localhost' }
let member: RegisteredMember
let token: string
let key: Authenticator
beforeEach(async () => {
  member = await world.addMember()
  token = await world.login(member.username, member.password)
  key = openAuthenticator(site)
})

const codeOf = ({ status, body }: Answer) => [status, body.code]
const refused = [401, 'PASSKEY_REFUSED']
const post = (path: string, body: object = {}, of?: string) =>
  world.call(`POST /api/passkeys${path}`, { body, ...(of && { token: of }) })

const add = async (own = key, of = token, lie: Lie = {}) => {
  const { body } = await post('/own-question', {}, of)
  return post('', { answer: own.create(body.options, lie) }, of)
}
const question = async () => (await post('/question')).body.options
const signIn = async (own = key, lie: Lie = {}) =>
  post('/sign-in', { answer: own.get(await question(), lie) })
const listed = async (of = token) =>
  (await world.call('GET /api/passkeys', { token: of })).body.passkeys
const remove = async (of = token) =>
  world.call(`DELETE /api/passkeys/${(await listed(of))[0]._id}`, { token: of })
const kinds = async () =>
  (
    await world.database.db.query<{ kind: string }>(
      'select kind from notices_notice where member_id = $1 order by id',
      [member.id],
    )
  ).map(({ kind }) => kind)
const showedItLongAgo = (of = token) =>
  world.database.db.query(
    `update core_session set identified_at = now() - interval '5 minutes' where token_hash = $1`,
    [bytesOf(keyOfToken(of))],
  )
const deactivate = () =>
  world.database.db.query(
    `update account_member set deactivated_at = now(), deactivated_why = 'test' where id = $1`,
    [member.id],
  )

describe('NOTE-20 happy', () => {
  test('NOTE-20 a passkey that the browser has made logs in, is listed, and its member is told', async () => {
    expect((await add()).body).toEqual({ message: 'SUCCESS' })
    expect(await kinds()).toEqual(['passkey.added'])
    const [made] = await listed()
    expect(made).toMatchObject({ _id: expect.stringMatching(/^[\w-]{22}$/), credential: key.id })
    const answer = await signIn()
    expect(answer.status).toBe(200)
    const profile = await world.call('GET /api/account/profile', { token: answer.body.token })
    expect(profile.body._id).toBe(member.id)
    expect((await listed())[0].usedAt).not.toBeNull()
  })

  test('NOTE-20 the password still logs in, and a device that does not count is good many times', async () => {
    const plain = openAuthenticator(site, false)
    await add(plain)
    for (let time = 0; time < 3; time += 1) expect((await signIn(plain)).status).toBe(200)
    expect(await world.login(member.username, member.password)).toMatch(/^[\w-]{43}$/)
  })

  test('NOTE-18 NOTE-20 a login with a passkey, and a passkey in the session, show who one is', async () => {
    await add()
    await showedItLongAgo()
    expect(codeOf(await remove())).toEqual([403, 'IDENTIFY_AGAIN'])
    const passkey = key.get(await question())
    const shown = await world.call('POST /api/session/identify', { token, body: { passkey } })
    expect(shown.body).toEqual({ message: 'SUCCESS' })
    expect((await remove()).status).toBe(200)
  })
})

describe('NOTE-18 NOTE-21 what it takes to add and to remove', () => {
  test('NOTE-18 neither without showing who one is, and nothing changes; afterwards both', async () => {
    await add()
    await showedItLongAgo()
    const again = [403, 'IDENTIFY_AGAIN']
    expect(codeOf(await post('/own-question', {}, token))).toEqual(again)
    expect(codeOf(await post('', { answer: {} }, token))).toEqual(again)
    expect(codeOf(await remove())).toEqual(again)
    expect(await listed()).toHaveLength(1)
    expect(await kinds()).toEqual(['passkey.added'])
  })

  test('NOTE-21 a removed one logs in no more, removing it twice is the same, and its member is told', async () => {
    await add()
    const [{ _id }] = await listed()
    const gone = () => world.call(`DELETE /api/passkeys/${_id}`, { token })
    expect((await Promise.all([gone(), gone()])).map(({ status }) => status)).toEqual([200, 200])
    expect(codeOf(await signIn())).toEqual(refused)
    expect(await kinds()).toEqual(['passkey.added', 'passkey.removed'])
  })

  test('NOTE-21 SEC-01 another member’s is neither listed nor removed', async () => {
    await add()
    const [{ _id }] = await listed()
    const other = await world.addMember()
    const theirs = await world.login(other.username, other.password)
    expect(await listed(theirs)).toEqual([])
    await world.call(`DELETE /api/passkeys/${_id}`, { token: theirs })
    expect((await signIn()).status).toBe(200)
  })

  test('NOTE-20 no member has more than ten, at once neither', async () => {
    const keys = Array.from({ length: 12 }, () => openAuthenticator(site))
    const added = await Promise.all(keys.map((own) => add(own)))
    expect(added.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await listed()).toHaveLength(10)
    expect(codeOf(await post('/own-question', {}, token))).toEqual([409, 'PASSKEYS_MAX'])
    const { body } = await world.call('GET /api/notices/marks', { token })
    expect(body.mayAddPasskey).toBe(false)
  })

  test('NOTE-20 one that another session was asked for, that is over, or that was sent twice, is not kept', async () => {
    const { body } = await post('/own-question', {}, token)
    const answer = key.create(body.options)
    const elsewhere = await world.login(member.username, member.password)
    expect(codeOf(await post('', { answer }, elsewhere))).toEqual(refused)
    expect((await post('', { answer }, token)).status).toBe(200)
    expect(codeOf(await post('', { answer }, token))).toEqual(refused)
    const late = openAuthenticator(site).create(
      (await post('/own-question', {}, token)).body.options,
    )
    world.clock.moveMs(10 * minuteMs)
    expect(codeOf(await post('', { answer: late }, token))).toEqual(refused)
    expect(await listed()).toHaveLength(1)
  })

  test('NOTE-21 who resets the password with a stolen SIM has none of the passkeys, and leaves none', async () => {
    await add()
    world.clock.moveMs(60 * minuteMs)
    const phoneNumber = member.username
    const sent = await world.call('POST /api/account/password/forgot', { body: { phoneNumber } })
    const [message] = await world.sandbox.inbox(phoneNumber)
    const newPassword = 'nine lazy buffaloes'
    const body = { otpToken: sent.body.otpToken, otpCode: message!.code, newPassword }
    expect((await world.call('POST /api/account/password/reset', { body })).status).toBe(200)
    expect(codeOf(await signIn())).toEqual(refused)
    expect(await listed(await world.login(member.username, newPassword))).toEqual([])
  })
})

describe('NOTE-20 hostile', () => {
  beforeEach(() => add())

  test.each<[string, Lie]>([
    ['of another origin', { origin: 'https://kapao.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['to a question that is not ours', { challenge: Buffer.alloc(72, 7).toString('base64url') }],
    ['of a holder who was not asked', { isUnverified: true }],
    ['of another owner', { userHandle: Buffer.from('M1').toString('base64url') }],
    ['of another kind', { type: 'webauthn.create' }],
  ])('NOTE-20 an answer %s is refused in the words of an unknown passkey', async (_name, lie) => {
    const unknown = await signIn(openAuthenticator(site))
    const lied = await signIn(key, lie)
    expect(codeOf(lied)).toEqual(refused)
    expect(lied.text).toBe(unknown.text)
    expect((await signIn()).status).toBe(200)
  })

  test('NOTE-20 a question is good for ten minutes and for one answer, also at once', async () => {
    const answer = key.get(await question())
    const twice = await Promise.all([post('/sign-in', { answer }), post('/sign-in', { answer })])
    expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([200, 401]))
    // Not a copied passkey: the call was.
    expect(await listed()).toHaveLength(1)
    const late = key.get(await question())
    world.clock.moveMs(10 * minuteMs)
    expect(codeOf(await post('/sign-in', { answer: late }))).toEqual(refused)
  })

  test('NOTE-20 of a copied one the counter goes back: it is removed, and its member warned', async () => {
    const copied = { ...key, counter: key.counter }
    expect((await signIn()).status).toBe(200)
    expect((await signIn()).status).toBe(200)
    key.counter = copied.counter
    expect(codeOf(await signIn())).toEqual(refused)
    expect(await listed()).toEqual([])
    expect(await kinds()).toEqual(['passkey.added', 'passkey.removed'])
    expect(codeOf(await signIn())).toEqual(refused)
  })

  test('NOTE-20 a deactivated member gets in by none, and learns why', async () => {
    await deactivate()
    expect(codeOf(await signIn())).toEqual([403, 'INACTIVE_USER'])
    expect(codeOf(await signIn(openAuthenticator(site)))).toEqual(refused)
  })

  test('NOTE-18 NOTE-20 a passkey of another member shows nothing', async () => {
    const other = await world.addMember()
    const theirs = openAuthenticator(site)
    await add(theirs, await world.login(other.username, other.password))
    await showedItLongAgo()
    const passkey = theirs.get(await question())
    const shown = await world.call('POST /api/session/identify', { token, body: { passkey } })
    expect(codeOf(shown)).toEqual(refused)
    expect(codeOf(await remove())).toEqual([403, 'IDENTIFY_AGAIN'])
  })

  test.each([{}, { id: 1 }, { id: 'x'.repeat(4_000) }, { id: 'x', response: null }])(
    'NOTE-20 %j is an answer that is refused',
    async (answer) => {
      expect(codeOf(await post('/sign-in', { answer }))).toEqual(refused)
      expect(codeOf(await post('', { answer }, token))).toEqual(refused)
    },
  )

  test('NOTE-20 strangers who ask and answer wrongly fill no table', async () => {
    const { db } = world.database
    const rows = () => db.query('select count(*)::int as count from passkeys_answered')
    const before = await rows()
    for (let time = 0; time < 5; time += 1) await signIn(openAuthenticator(site))
    expect(await rows()).toEqual(before)
  })
})
