import { once } from 'node:events'
import { get } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '@kapao/contract/times'
import { identifyOperator } from './operators.ts'
import { cookieIn, openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import type { Answer } from '#testing/worlds/test-app.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'

const world = freshWorld(openConsoleWorld)
let terminals: Terminals
let nok: ConsoleOperator
let som: ConsoleOperator

/** Nok did the setup and is an owner; som is an owner and mai is risk, and nok has added neither. */
beforeEach(async () => {
  const { ownerDb } = world.database
  terminals = openTerminals(world)
  nok = await world.enrol('nok')
  await terminals.add('lek', 'nok', [])
  som = await world.seat('som', ['owner'])
  await terminals.add('mai', 'nok', ['risk'])
  // Added by nok, som could not confirm nok's requests; the setup was somebody else's.
  await ownerDb.query(
    `update operators_operator set created_by = 'system:founder' where name in ('som', 'lek', 'mai')`,
  )
  await terminals.passHours(24 * 8)
  await world.addMember()
})

const done = /^state +done/m
type Body = Record<string, unknown>
const ask = (by: ConsoleOperator, name: string, body: Body): Promise<Answer> =>
  world.call(`POST /api/console/operators/${name}`, { cookie: by.cookie, body })
const roles = (by: ConsoleOperator, name: string, given: string[]) =>
  ask(by, 'roles', { name, roles: given })
const confirm = (by: string, { body }: Answer) => terminals.yes(by, body.request)

async function rolesOf(name: string): Promise<string[]> {
  const { body } = await world.call('GET /api/console/operators', { cookie: nok.cookie })
  return body.operators.find((one: { name: string }) => one.name === name)?.roles
}

describe('roles', () => {
  test('DESK-14 one that is added waits for a second operator, and counts when they agree', async () => {
    const asked = await roles(nok, 'lek', ['cashier', 'support'])
    expect(asked.body).toEqual({
      state: 'waits',
      request: expect.stringMatching(/^\d+$/),
      waitsFor: ['mai', 'som'],
      soonest: null,
    })
    expect(await rolesOf('lek')).toEqual([])
    expect(await confirm('som', asked)).toMatch(done)
    expect(await rolesOf('lek')).toEqual(['cashier', 'support'])
  })

  test('DESK-14 one that is taken away counts at once', async () => {
    await confirm('som', await roles(nok, 'lek', ['cashier', 'support']))
    expect((await roles(nok, 'lek', ['support'])).body.state).toBe('done')
    expect(await rolesOf('lek')).toEqual(['support'])
    // What is exchanged is also more than before.
    expect((await roles(nok, 'lek', ['cashier'])).body.state).toBe('waits')
  })

  test('DESK-14 no operator changes their own roles, alone or by request, and a requester cannot confirm', async () => {
    expect((await roles(nok, 'nok', ['owner', 'cashier'])).body.code).toBe('OWN_ROLE')
    await expect(
      terminals.kapao('lek', 'operators', 'roles', '--name', 'lek', '--roles', 'owner'),
    ).rejects.toThrow('NO_RIGHT')
    const asked = await roles(nok, 'lek', ['risk'])
    await expect(confirm('nok', asked)).rejects.toThrow('may not confirm')
    expect(await rolesOf('lek')).toEqual([])
  })

  test('DESK-14 the last owner stays one', async () => {
    await confirm('mai', await roles(nok, 'som', []))
    expect(await rolesOf('som')).toEqual([])
    expect((await roles(nok, 'nok', [])).body.code).toBe('OWN_ROLE')
    const take = `insert into operators_role_past (operator, role, ended_by) values ('nok', 'owner', 'operator:mai')`
    await expect(world.database.db.query(take)).rejects.toThrow('last owner')
    const remove = `delete from operators_role where operator = 'nok'`
    await expect(world.database.db.query(remove)).rejects.toThrow('permission denied')
    expect((await ask(nok, 'disable', { name: 'nok' })).body.code).toBe('LAST_OWNER')
  })

  test('a change that waited undoes none that was made since', async () => {
    const first = await roles(nok, 'lek', ['cashier'])
    await world.database.db.query(
      `update confirm_request set state = 'dropped', decided_by = 'operator:nok', decided_at = now() where id = $1`,
      [first.body.request],
    )
    const second = await roles(nok, 'lek', ['support'])
    await confirm('som', second)
    const third = await roles(nok, 'lek', ['support', 'risk'])
    expect((await roles(nok, 'lek', [])).body.state).toBe('done')
    await expect(confirm('som', third)).rejects.toThrow(/^state +refused/m)
    expect(await rolesOf('lek')).toEqual([])
  })

  test.each([
    ['a role that nobody has confirmed', `('lek', 'owner', 'operator:nok')`],
    ['a role of one’s own', `('lek', 'owner', 'operator:lek')`],
    ['a role of the system’s', `('lek', 'owner', 'system:bootstrap')`],
  ])('DESK-14 the database refuses %s', async (_what, row) => {
    const insert = `insert into operators_role (operator, role, given_by) values ${row}`
    await expect(world.database.db.query(insert)).rejects.toThrow('nobody has confirmed')
  })

  test('DESK-14 the database refuses a role besides the one that was confirmed', async () => {
    const asked = await roles(nok, 'lek', ['cashier'])
    const { db } = world.database
    await db.query(
      `update confirm_request set state = 'confirmed', decided_by = 'operator:som' where id = $1`,
      [asked.body.request],
    )
    const insert = (role: string) =>
      db.query(
        `insert into operators_role (operator, role, given_by) values ('lek', '${role}', 'operator:nok')`,
      )
    await expect(insert('owner')).rejects.toThrow('nobody has confirmed')
    await insert('cashier')
  })

  test('an unknown operator, and one who is disabled', async () => {
    expect((await roles(nok, 'nobody', ['cashier'])).body.code).toBe('NOT_FOUND')
    await ask(nok, 'disable', { name: 'lek' })
    expect((await roles(nok, 'lek', ['cashier'])).body.code).toBe('NOT_FOUND')
  })

  test('DESK-12 a role that changes while a page is open counts at its next call', async () => {
    const { cookie } = som
    const audit = async () => (await world.call('GET /api/console/audit', { cookie })).status
    expect(await audit()).toBe(200)
    await confirm('mai', await roles(nok, 'som', []))
    expect(await audit()).toBe(403)
    const me = await world.call('GET /api/console/me', { cookie })
    expect(me.body).toMatchObject({ roles: [], rights: [] })
    expect(me.body.touchedUntil).not.toBeNull()
  })
})

describe('adding', () => {
  test('DESK-15 PERSON-01 two agree on name, roles and key; who holds the key is signed in by it, and has no token', async () => {
    const { code, key } = await world.join('kai')
    const asked = await ask(nok, 'add', { name: 'kai', roles: ['cashier'], code })
    expect(asked.body).toMatchObject({ state: 'waits', waitsFor: ['mai', 'som'] })
    expect(await rolesOf('kai')).toBeUndefined()
    expect((await world.signIn(key)).body.code).toBe('SIGN_IN_FAILED')
    expect(await confirm('som', asked)).toMatch(done)
    expect(await rolesOf('kai')).toEqual(['cashier'])
    expect((await world.signIn(key)).body).toMatchObject({ name: 'kai', roles: ['cashier'] })
    await expect(identifyOperator(world.database.db, 'token of kai')).rejects.toThrow('unknown')
  })

  test('PERSON-01 the second person sees name, roles, who asked and the code, at the console and the terminal', async () => {
    const { code } = await world.join('kai')
    const { body } = await ask(nok, 'add', { name: 'kai', roles: ['cashier'], code })
    const shown = await terminals.kapao('som', 'work', 'item', 'second', body.request)
    for (const word of ['kai', 'cashier', 'nok', code]) expect(shown).toContain(word)
    const item = await world.call(`GET /api/console/work/item/second/${body.request}`, {
      cookie: som.cookie,
    })
    for (const word of ['kai', 'cashier', 'nok', code]) expect(item.text).toContain(word)
  })

  test('DESK-16 PERSON-02 no call makes a link or a credential for somebody else', async () => {
    expect((await ask(nok, 'enrol', { name: 'som' })).status).toBe(404)
    const insert = `insert into sign_in_link (token_hash, operator, made_by, good_until)
      values (sha256('x'), 'som', 'operator:nok', now() + interval '1 hour')`
    await expect(world.database.db.query(insert)).rejects.toThrow('sign_in_link_check')
    expect(await terminals.kapao('nok', 'operator', 'enrol', 'nok')).toContain('/enrol#')
  })

  test('PERSON-03 a code of another name, one that is over, used or malformed, and two requests of one code', async () => {
    const { code } = await world.join('kai')
    const add = (name: string, typed: string) =>
      ask(nok, 'add', { name, roles: ['cashier'], code: typed })
    expect((await add('pim', code)).body.code).toBe('JOIN_CODE_OTHER_NAME')
    for (const typed of [
      '',
      'x',
      code.slice(1),
      code.replace(/.$/, 'U'),
      'Z'.repeat(16),
      'f'.repeat(64),
      '🔑',
    ])
      expect((await add('kai', typed)).body.code, typed).toBe('JOIN_CODE_UNKNOWN')
    world.clock.moveMs(dayMs)
    nok.cookie = cookieIn(await world.signIn(nok.key))
    expect((await add('kai', code)).body.code).toBe('JOIN_CODE_UNKNOWN')
    const fresh = await world.join('kai')
    const typed = fresh.code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')
    const asked = await add('kai', typed)
    expect(asked.body.state).toBe('waits')
    await confirm('som', asked)
    expect((await add('kai', fresh.code)).body.code).toBe('NAME_TAKEN')
    expect((await world.signIn(fresh.key)).body.name).toBe('kai')
  })

  test('PERSON-03 who is asked for waits longer than a day; the code of a request that was dropped serves the next', async () => {
    const { code, key } = await world.join('kai')
    const adding = { name: 'kai', roles: ['cashier'], code }
    const first = await ask(nok, 'add', adding)
    await terminals.no('som', first.body.request)
    world.clock.moveMs(3 * dayMs)
    nok.cookie = cookieIn(await world.signIn(nok.key))
    const second = await ask(nok, 'add', { ...adding, roles: ['support'] })
    expect(await confirm('som', second)).toMatch(done)
    expect((await world.signIn(key)).body).toMatchObject({ name: 'kai', roles: ['support'] })
  })

  test('DESK-15 a name is used once, also one that was disabled', async () => {
    expect((await ask(nok, 'add', { name: 'lek', roles: [], code: '' })).body.code).toBe(
      'NAME_TAKEN',
    )
    await ask(nok, 'disable', { name: 'lek' })
    expect((await ask(nok, 'add', { name: 'lek', roles: [], code: '' })).body.code).toBe(
      'NAME_TAKEN',
    )
    const { code } = await world.join('kai')
    const twice = await ask(nok, 'add', { name: 'kai', roles: [], code })
    expect(twice.body.state).toBe('waits')
    const again = await ask(nok, 'add', { name: 'kai', roles: [], code })
    expect([again.status, again.body.code]).toEqual([409, 'DECISION_REFUSED'])
  })
})

describe('disabling', () => {
  test('DESK-11 at the console or at a terminal: the next call is refused', async () => {
    const me = () => world.call('GET /api/console/me', { cookie: som.cookie })
    expect((await me()).status).toBe(200)
    await confirm('mai', await ask(nok, 'disable', { name: 'som' }))
    expect((await me()).body.code).toBe('SESSION_ENDED')
    expect((await world.signIn(som.key)).body.code).toBe('SIGN_IN_FAILED')
    expect((await ask(nok, 'disable', { name: 'som' })).body.code).toBe('NOT_FOUND')
    await terminals.disable('lek', 'mai')
    expect((await ask(nok, 'disable', { name: 'mai' })).body.state).toBe('done')
    expect((await ask(nok, 'disable', { name: 'nok' })).body.code).toBe('LAST_OPERATOR')
  })

  test('of two owners who disable each other at once one stays', async () => {
    const asked = [
      await ask(nok, 'disable', { name: 'som' }),
      await ask(som, 'disable', { name: 'nok' }),
    ]
    const said = await Promise.allSettled(asked.map((one) => confirm('mai', one)))
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { db } = world.database
    const enabled = await db.query<{ name: string }>(
      `select name from operators_operator where disabled_at is null and name in ('nok', 'som')`,
    )
    expect(enabled).toHaveLength(1)
  })
})

describe('the trail', () => {
  const list = (query: string) =>
    world.call(`GET /api/console/audit?${query}`, { cookie: nok.cookie })

  test('DESK-18 goes on by key, newest first, with filters', async () => {
    const { db } = world.database
    await db.query(
      `insert into core_audit (at, actor, request_id, action, subject)
       select '2026-11-20T00:00:00Z'::timestamptz + no * interval '1 minute', 'operator:kai', 'r' || no, 'settings.set', 'brand.name'
       from generate_series(1, 250) no`,
    )
    const seen: string[] = []
    let after = ''
    for (let pages = 0; pages < 5; pages += 1) {
      const { body } = await list(`actor=operator:kai&action=settings.${after}`)
      seen.push(...body.rows.map(({ requestId }: { requestId: string }) => requestId))
      if (body.next === null) break
      after = `&after=${body.next}`
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, no) => `r${250 - no}`))
    const part = await list('subject=brand.name&from=2026-11-20T00:10:00Z&to=2026-11-20T00:12:00Z')
    expect(part.body.rows.map(({ at }: { at: string }) => at)).toEqual([
      '2026-11-20T00:11:00.000Z',
      '2026-11-20T00:10:00.000Z',
    ])
    expect((await list('after=x')).status).toBe(400)
    expect((await list('from=yesterday')).status).toBe(400)
  })

  test('DESK-18 comes as a file of any length in which no cell is a formula', async () => {
    const { db } = world.database
    for (const text of ['=1+1', '+1', '-1', '@x', 'a "b",\nc'])
      await db.query(
        `insert into core_audit (at, actor, request_id, action, subject, after)
         values (now(), 'member:M1', 'r', 'chat.name', $1, $2)`,
        [text, JSON.stringify({ name: text })],
      )
    await db.query(
      `insert into core_audit (at, actor, request_id, action, subject)
       select now(), 'member:M2', 'r', 'chat.write', 'x' from generate_series(1, 2500)`,
    )
    const { text, headers } = await world.call('GET /api/console/audit.csv?who=all', {
      cookie: nok.cookie,
    })
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
    expect(text.split('\r\n').length).toBeGreaterThan(2_500)
    expect(text).toContain(`chat.name,'=1+1,r,`)
    expect(text).toContain(`chat.name,"a ""b"",\nc",r,,"{""name"":""a \\""b\\"",\\nc""}"`)
    expect(text).not.toMatch(/(?:^|,)"?[=+@-]/m)
    const some = await world.call('GET /api/console/audit.csv?actor=member:M1', {
      cookie: nok.cookie,
    })
    expect(some.text.match(/chat\.name/g)).toHaveLength(5)
  })

  test('COST-08 an operator has one file at a time, others wait for none of it, and a reader who goes gives way', async () => {
    await world.database.ownerDb.query(
      `insert into core_audit (at, actor, request_id, action, subject)
       select now(), 'member:M2', repeat('r', 60), 'chat.write', repeat('x', 60) from generate_series(1, 60000)`,
    )
    const path = '/api/console/audit.csv'
    const whole = `${path}?who=all`
    const unread = get({
      port: new URL(world.address).port,
      path: whole,
      headers: { cookie: nok.cookie },
    })
    await once(unread, 'response')
    const short = (by: ConsoleOperator) =>
      world.call(`GET ${path}?actor=member:M1`, { cookie: by.cookie })
    const ended: number[] = []
    const more = Promise.all(
      Array.from({ length: 3 }, async () => ended.push((await short(nok)).status)),
    )
    await expect.poll(() => ended).toEqual([429])
    expect((await short(som)).status).toBe(200)
    expect(ended).toEqual([429])
    unread.destroy()
    await more
    expect(ended).toEqual([429, 200, 200])
  })
})
