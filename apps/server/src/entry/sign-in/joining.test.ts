import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { testWorld } from '#testing/worlds/test-world.ts'
import type { Lie, Options } from '#testing/console/authenticator.ts'
import { openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'
import { admitJoin } from './joining.ts'

const world = testWorld(openConsoleWorld)

let adder: ConsoleOperator
let name: string
let count = 0
beforeEach(async () => {
  count += 1
  name = `new-${count}`
  adder = await world.seat(`adder-${count}`, ['owner'])
})

const add = (code: string, given: { name?: string; cookie?: string } = {}) =>
  world.call('POST /api/console/operators/add', {
    cookie: given.cookie ?? adder.cookie,
    body: { name: given.name ?? name, roles: ['cashier'], code },
  })
const stateOf = async (code: string) =>
  (await world.call('POST /api/console/join/read', { body: { code } })).body.state

async function finish(given: { lie?: Lie; name?: string } = {}) {
  const asked = await world.call('POST /api/console/join/begin', { body: { name } })
  const { challenge, options } = asked.body as { challenge: string; options: Options }
  const answer = world.newKey().create(options, given.lie)
  const body = { name: given.name ?? name, challenge, answer, label: 'a phone' }
  return world.call('POST /api/console/join/finish', { body })
}

test('PERSON-01 a person makes their key first; the code adds that key, and the page of the person learns of it', async () => {
  const { code, key } = await world.join(name)
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(await stateOf(code)).toBe('open')
  expect((await world.signIn(key)).body.code).toBe('SIGN_IN_FAILED')
  expect((await add(code)).body.state).toBe('done')
  expect(await stateOf(code)).toBe('added')
  const signed = await world.signIn(key)
  expect(signed.body).toMatchObject({ name, roles: ['cashier'], passkeys: 1 })
})

test('PERSON-01 the answer to who adds somebody holds nothing that signs in', async () => {
  const { code } = await world.join(name)
  const added = await add(code)
  expect(added.body).toEqual({ state: 'done', request: null, waitsFor: [], soonest: null })
  expect(added.headers.get('set-cookie')).toBeNull()
})

test('PERSON-03 of two who use one code at once one adds it', async () => {
  const { code } = await world.join(name)
  const said = await Promise.all([add(code), add(code), add(code)])
  expect(said.filter(({ status }) => status === 200)).toHaveLength(1)
  const keys = await world.database.db.query(`select from sign_in_passkey where operator = $1`, [
    name,
  ])
  expect(keys).toHaveLength(1)
})

test('PERSON-03 two devices under one name have two codes, and the one that is read out is added', async () => {
  const [mine, other] = [await world.join(name), await world.join(name)]
  expect(mine.code).not.toBe(other.code)
  expect((await add(mine.code)).status).toBe(200)
  expect((await world.signIn(other.key)).body.code).toBe('SIGN_IN_FAILED')
  expect((await world.signIn(mine.key)).body.name).toBe(name)
  expect((await add(other.code)).body.code).toBe('NAME_TAKEN')
  // Used, it is no code at all, and not one of somebody else.
  expect((await add(mine.code, { name: `${name}-b` })).body.code).toBe('JOIN_CODE_UNKNOWN')
})

test('PERSON-03 one key under two names has two codes', async () => {
  const key = world.newKey()
  const codeUnder = async (asName: string): Promise<string> => {
    const asked = await world.call('POST /api/console/join/begin', { body: { name: asName } })
    const { challenge, options } = asked.body as { challenge: string; options: Options }
    const body = { name: asName, challenge, answer: key.create(options), label: 'a phone' }
    return (await world.call('POST /api/console/join/finish', { body })).body.code
  }
  const [mine, other] = [await codeUnder(name), await codeUnder(`${name}-b`)]
  expect(await stateOf(other)).toBe('open')
  expect(other).not.toBe(mine)
})

test('PERSON-03 whatever was asked before, a code is admitted once, under its name and in its time', async () => {
  const { db } = world.database
  const { code } = await world.join(name)
  const admit = (given: { name?: string; inMs?: number }) =>
    db.begin(async (tx) => {
      const at = new Date(world.clock.now().getTime() + (given.inMs ?? 0))
      await admitJoin(tx, { code, name: given.name ?? name, at, requestId: 'test' })
      throw new Error('admitted')
    })
  await expect(admit({ name: adder.name })).rejects.toThrow('another name')
  await expect(admit({ inMs: dayMs })).rejects.toThrow('is over')
  await add(code)
  await expect(admit({})).rejects.toThrow('was used')
})

test.each<[string, Lie]>([
  ['another challenge', { challenge: Buffer.from('another').toString('base64url') }],
  ['another origin', { origin: 'https://kapao.example' }],
  ['another house', { rpId: 'kapao.example' }],
  ['no finger and no number', { isUnverified: true }],
])('PERSON-03 a key with %s gets no code', async (_what, lie) => {
  expect((await finish({ lie })).body.code).toBe('SIGN_IN_FAILED')
})

test('PERSON-03 the answer to the question of another name, and a key that is known', async () => {
  expect((await finish({ name: 'somebody-else' })).body.code).toBe('CHALLENGE_OVER')
  const asked = await world.call('POST /api/console/join/begin', { body: { name } })
  const { challenge, options } = asked.body as { challenge: string; options: Options }
  const body = { name, challenge, answer: adder.key.create(options), label: 'mine' }
  const said = await world.call('POST /api/console/join/finish', { body })
  expect(said.body.code).toBe('PASSKEY_KNOWN')
})

test('PERSON-03 asking under the name of an operator says nothing of their keys, and changes nothing of theirs', async () => {
  const asked = await world.call('POST /api/console/join/begin', { body: { name: adder.name } })
  expect(asked.body.options.excludeCredentials).toEqual([])
  const { code, key } = await world.join(adder.name)
  expect((await add(code, { name: adder.name })).body.code).toBe('NAME_TAKEN')
  expect((await world.signIn(key)).body.code).toBe('SIGN_IN_FAILED')
  expect((await world.signIn(adder.key)).body.name).toBe(adder.name)
})

test('PERSON-03 a code is good for a day', async () => {
  const { code } = await world.join(name)
  world.clock.moveMs(dayMs - 1)
  expect(await stateOf(code)).toBe('open')
  world.clock.moveMs(1)
  expect(await stateOf(code)).toBe('over')
  const { cookie } = await world.enrol(adder.name)
  expect((await add(code, { cookie })).body.code).toBe('JOIN_CODE_UNKNOWN')
})

test(
  'PERSON-04 a flood of keys from one network drops its own, and no other network’s',
  { tags: 'long-2' },
  async () => {
    const { code } = await world.join(name, '10.9.9.9')
    const first = await world.join('flood-0', '10.8.8.8')
    for (let at = 1; at <= 20; at += 1) {
      world.clock.moveMs(1)
      await world.join(`flood-${at}`, '10.8.8.8')
    }
    expect(await stateOf(first.code)).toBe('over')
    expect(await stateOf(code)).toBe('open')
    const rows = await world.database.db.query(
      `select from sign_in_join where network = '10.8.8.8'`,
    )
    expect(rows).toHaveLength(20)
  },
)

test('PERSON-04 when all places are taken, the fullest network loses its oldest', async () => {
  const { code } = await world.join(name, '10.7.7.7')
  await world.database.db.query(
    `insert into sign_in_join (code, name, passkey, label, public_key, counter, transports, network, made_at, good_until)
     select lpad(upper(translate(to_hex(no), 'abcdef', 'ABCDEF')), 16, '0'), 'many', repeat('k', 16) || no, 'x', '', 0, '{}',
            'net-' || no % 2, now() - interval '100 days', now() + interval '100 years' from generate_series(1, 600) no`,
  )
  await world.join('one-more', '10.6.6.6')
  expect(await stateOf(code)).toBe('open')
  const [row] = await world.database.db.query<{ left: number }>(
    `select count(*)::int as left from sign_in_join where name = 'many'`,
  )
  expect(row!.left).toBe(599)
  await world.database.ownerDb.query(`delete from sign_in_join where name = 'many'`)
})
