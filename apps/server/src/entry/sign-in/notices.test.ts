import { beforeEach, expect, test } from 'vitest'
import { testWorld } from '#testing/worlds/test-world.ts'
import type { Options } from '#testing/console/authenticator.ts'
import { cookieIn, openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'

const world = testWorld(openConsoleWorld)

let one: ConsoleOperator
let owner: ConsoleOperator
let count = 0
beforeEach(async () => {
  count += 1
  owner = await world.seat(`owner-${count}`, ['owner'])
  one = await world.seat(`one-${count}`, ['cashier'])
})

type SignInNotice = { id: string; operator: string; what: string; label: string | null }

/** What a session is shown of this test's operator. */
async function shown(cookie: string): Promise<SignInNotice[]> {
  const { body } = await world.call('GET /api/console/own/notices', { cookie })
  return body.notices.filter(({ operator }: SignInNotice) => operator === one.name)
}

const acknowledge = (cookie: string, notices: readonly SignInNotice[]) =>
  world.call('POST /api/console/own/notices/seen', {
    cookie,
    body: { ids: notices.map(({ id }) => id) },
  })

async function addKey(cookie = one.cookie): Promise<void> {
  const asked = await world.call('POST /api/console/own/passkey/begin', { cookie, body: {} })
  const { challenge, options } = asked.body as { challenge: string; options: Options }
  const body = { challenge, answer: world.newKey().create(options), label: 'thief' }
  const done = await world.call('POST /api/console/own/passkey/finish', { cookie, body })
  expect(done.status).toBe(200)
}

test('PERSON-06 a new passkey is shown to the other sessions of its operator and to every owner, until each acknowledges', async () => {
  const thief = cookieIn(await world.signIn(one.key))
  await addKey(thief)
  const added = { operator: one.name, what: 'added', label: 'thief' }
  expect(await shown(thief)).not.toContainEqual(expect.objectContaining(added))
  const mine = await shown(one.cookie)
  expect(mine[0]).toMatchObject(added)
  expect((await shown(owner.cookie))[0]).toMatchObject(added)

  // The thief's session hides nothing from the operator's.
  await acknowledge(thief, mine)
  expect(await shown(one.cookie)).toEqual(mine)
  await acknowledge(one.cookie, mine)
  expect(await shown(one.cookie)).toEqual([])
  expect((await shown(cookieIn(await world.signIn(one.key))))[0]).toMatchObject(added)

  // An owner acknowledges once, for all of their own sessions and for no other owner.
  const other = await world.seat(`other-${count}`, ['owner'])
  await acknowledge(owner.cookie, await shown(owner.cookie))
  expect(await shown(cookieIn(await world.signIn(owner.key)))).toEqual([])
  expect((await shown(other.cookie))[0]).toMatchObject(added)
})

test('PERSON-06 who neither is it nor owns the house is shown nothing, and acknowledges nothing', async () => {
  await addKey()
  const other = await world.seat(`else-${count}`, ['risk', 'cashier'])
  expect(await shown(other.cookie)).toEqual([])
  const ids = await shown(owner.cookie)
  await acknowledge(other.cookie, ids)
  expect(await shown(owner.cookie)).toEqual(ids)
  const wrong = await world.call('POST /api/console/own/notices/seen', {
    cookie: other.cookie,
    body: { ids: ['x'] },
  })
  expect(wrong.status).toBe(400)
})

test('PERSON-06 every way in is noted: by a link, a recovery code, new codes, and a key that goes', async () => {
  await world.call('POST /api/console/own/recovery', { cookie: one.cookie, body: {} })
  await addKey()
  const { body } = await world.call('GET /api/console/own', { cookie: one.cookie })
  const { id } = body.passkeys[0]
  await world.call('POST /api/console/own/passkey/end', { cookie: one.cookie, body: { id } })
  expect((await shown(owner.cookie)).map(({ what }) => what)).toEqual([
    'removed',
    'added',
    'codes',
    'link',
  ])
  const rows = await world.database.db.query<{ action: string; way: string }>(
    `select action, coalesce(after, before) ->> 'what' as way from core_audit
     where subject = $1 and actor = 'operator:' || $1 and (before is not null or after ? 'what') order by id`,
    [one.name],
  )
  expect(rows.map(({ action, way }) => `${action} ${way}`)).toEqual([
    'operators.passkey link',
    'operators.recoveryCodes codes',
    'operators.passkey added',
    'operators.passkey removed',
  ])
})

test('PERSON-06 a key that joined is shown to the owners, and a notice ends after a week', async () => {
  const name = `joins-${count}`
  const { code, key } = await world.join(name)
  const nok = await world.enrol('nok')
  await world.call('POST /api/console/operators/add', {
    cookie: nok.cookie,
    body: { name, roles: ['cashier'], code },
  })
  const cookie = cookieIn(await world.signIn(key))
  const { body } = await world.call('GET /api/console/own/notices', { cookie })
  expect(body).toEqual({ notices: [], passkeys: 1, recoveryCodes: 0 })
  const of = async () =>
    (
      await world.call('GET /api/console/own/notices', { cookie: owner.cookie })
    ).body.notices.filter(({ operator }: SignInNotice) => operator === name)
  expect(await of()).toMatchObject([{ what: 'joined', label: 'my phone' }])
  await world.database.ownerDb.query(`update sign_in_notice set at = at - interval '8 days'`)
  expect(await of()).toEqual([])
})

test('PERSON-07 a new way in is an act that others review', async () => {
  await world.addMember().catch(() => undefined)
  await addKey()
  const acts = await world.database.db.query(
    `select action from review_act where actor = 'operator:' || $1`,
    [one.name],
  )
  expect(acts).toEqual([{ action: 'operators.passkey' }])
})

test('PERSON-08 when a way in was made is read from the clock of the database, whatever is written', async () => {
  const { db } = world.database
  await db.query(
    `insert into sign_in_passkey (id, operator, label, public_key, counter, transports, created_at)
     values ('old-old-old-old-old' || $1, $1, 'x', '', 0, '{}', '2020-01-01')`,
    [one.name],
  )
  await expect(
    db.query(`update sign_in_passkey set created_at = '2020-01-01' where operator = $1`, [
      one.name,
    ]),
  ).rejects.toThrow('permission denied')
  await db.query(
    `insert into sign_in_password (operator, password_hash, secret, last_step, changed_at)
     values ($1, 'x', 'x', 0, '2020-01-01')`,
    [one.name],
  )
  await db.query(`update sign_in_password set changed_at = '2020-01-01' where operator = $1`, [
    one.name,
  ])
  const rows = await db.query<{ isNew: boolean }>(
    `select min(made) > now() - interval '1 minute' as "isNew" from (
       select created_at as made from sign_in_passkey where operator = $1
       union all select changed_at from sign_in_password where operator = $1) ways`,
    [one.name],
  )
  expect(rows).toEqual([{ isNew: true }])
})
