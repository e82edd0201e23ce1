import { dayMs, hourMs, minuteMs } from '@kapao/contract/times'
import { describe, expect, test } from 'vitest'
import { openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openConsoleWorld)

const make = async ({ cookie }: Pick<ConsoleOperator, 'cookie'>, script: object | null = null) => {
  const { status, body } = await world.call('POST /api/console/own/terminal', {
    cookie,
    body: { script },
  })
  return { status, refusal: body.code, code: /sign-in (\S+) /.exec(body.command ?? '')?.[1] ?? '' }
}
const trade = (code: string, machine = 'kai@laptop') =>
  world.call('POST /api/console/sign-in/terminal', { body: { code, machine } })
const me = (token: string) => world.call('GET /api/console/me', { token })
const refusalOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code
const fresh = async (sitting: ConsoleOperator) => {
  const answer = await world.signIn(sitting.key)
  return { ...sitting, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0]! }
}
const open = async (sitting: ConsoleOperator, script: object | null = null) => {
  const { body } = await trade((await make(sitting, script)).code)
  return body as { token: string; endsAt: string; isScript: boolean }
}

describe('the code', () => {
  test('HOUSE-01 signs a terminal in once, within two minutes, with the name, roles and touch of the page', async () => {
    const lek = await world.seat('lek', ['cashier'])
    const { code } = await make(lek)
    expect(code).toMatch(/^[\w-]{43}$/)
    const { body } = await trade(code)
    expect(body).toMatchObject({ name: 'lek', roles: ['cashier'], isScript: false })
    const mine = (await me(body.token)).body
    const page = (await world.call('GET /api/console/me', { cookie: lek.cookie })).body
    expect([mine.name, mine.touchedUntil]).toEqual(['lek', page.touchedUntil])
    expect(await refusalOf(trade(code))).toBe('CHALLENGE_OVER')
    const late = (await make(lek)).code
    world.clock.moveMs(2 * minuteMs)
    expect(await refusalOf(trade(late))).toBe('CHALLENGE_OVER')
    const [row] = await world.database.db.query<{ n: number }>(
      'select count(*)::int as n from sign_in_challenge where id = any ($1) or challenge like any ($1)',
      [[code, late]],
    )
    expect(row!.n).toBe(0)
  })

  test('HOUSE-01 of two machines at once one has it; a guessed one, and one of another purpose, are refused', async () => {
    const som = await world.seat('som', ['risk'])
    const { code } = await make(som)
    const both = await Promise.all([trade(code), trade(code)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await refusalOf(trade('x'.repeat(43)))).toBe('CHALLENGE_OVER')
    const asked = await world.call('POST /api/console/sign-in/begin', { body: {} })
    expect(await refusalOf(trade(asked.body.challenge))).toBe('CHALLENGE_OVER')
    expect((await trade(code, 'kai\u001B[2J')).status).toBe(400)
  })

  test('HOUSE-01 is made after a touch, and dies with the page that made it and with its operator', async () => {
    const dao = await world.seat('dao', ['cashier'])
    world.clock.moveMs(5 * minuteMs)
    expect((await make(dao)).refusal).toBe('TOUCH_NEEDED')
    const again = await fresh(dao)
    const { code } = await make(again)
    await world.call('POST /api/console/sign-out', { cookie: again.cookie, body: {} })
    expect(await refusalOf(trade(code))).toBe('CHALLENGE_OVER')
    const third = (await make(await fresh(dao))).code
    await world.database.db.query(
      `update operators_operator set disabled_at = now(), disabled_by = 'operator:nok' where name = 'dao'`,
    )
    expect(await refusalOf(trade(third))).toBe('CHALLENGE_OVER')
  })
})

describe('the session of a terminal', () => {
  test('HOUSE-02 is listed with its machine, ended from the page, over when idle and after a shift', async () => {
    const lek = await world.seat('mai', ['cashier'])
    const { token, endsAt } = await open(lek)
    expect(Date.parse(endsAt) - world.clock.now().getTime()).toBe(12 * hourMs)
    const own = await world.call('GET /api/console/own', { cookie: lek.cookie })
    const listed = own.body.sessions.find((one: { way: string }) => one.way === 'terminal')
    expect(listed).toMatchObject({ device: 'kai@laptop', address: '10.0.0.1', isThis: false })
    const end = { cookie: lek.cookie, body: { id: listed.id } }
    expect((await world.call('POST /api/console/own/session/end', end)).status).toBe(200)
    expect(await refusalOf(me(token))).toBe('SESSION_ENDED')

    const idle = await open(lek)
    world.clock.moveMs(29 * minuteMs)
    expect((await me(idle.token)).status).toBe(200)
    world.clock.moveMs(30 * minuteMs)
    expect(await refusalOf(me(idle.token))).toBe('SESSION_ENDED')

    const shift = await open(await fresh(lek))
    for (let half = 0; half < 26; half += 1) {
      world.clock.moveMs(27 * minuteMs)
      expect((await me(shift.token)).status).toBe(200)
    }
    world.clock.moveMs(18 * minuteMs)
    expect(await refusalOf(me(shift.token))).toBe('SESSION_ENDED')
  })

  test('HOUSE-02 ends with its operator, and a role that is taken away is gone at the next call', async () => {
    const pim = await world.seat('pim', ['risk', 'support'])
    const { token } = await open(pim)
    const audit = () => world.call('GET /api/console/audit', { token })
    expect((await audit()).status).toBe(200)
    await world.database.ownerDb.query(
      `delete from operators_role where operator = 'pim' and role = 'risk'`,
    )
    expect((await audit()).body.code).toBe('NO_RIGHT')
    await world.database.db.query(
      `update operators_operator set disabled_at = now(), disabled_by = 'operator:nok' where name = 'pim'`,
    )
    expect((await audit()).body.code).toBe('SESSION_ENDED')
  })

  test('HOUSE-03 a cookie is no bearer, a bearer no cookie, and of both together neither helps the other', async () => {
    const kai = await world.seat('kai', ['cashier'])
    const { token } = await open(kai)
    const ofPage = kai.cookie.split('=')[1]!
    const asCookie = kai.cookie.replace(ofPage, token)
    const ask = (given: object) => refusalOf(world.call('GET /api/console/me', given))
    expect(await ask({ token: ofPage })).toBe('NOT_SIGNED_IN')
    expect(await ask({ cookie: asCookie })).toBe('NOT_SIGNED_IN')
    expect(await ask({ token: 'x'.repeat(43), cookie: kai.cookie })).toBe('NOT_SIGNED_IN')
    expect(await ask({ token, cookie: 'x=y' })).toBeUndefined()
    const mark = { token, body: {}, headers: { 'x-client': 'wallet-user' } }
    expect(await refusalOf(world.call('POST /api/console/sign-out', mark))).toBe('WRONG_SITE')
  })

  test('HOUSE-04 is as fresh as the page that touches it, and makes nothing fresh and no way in itself', async () => {
    const ton = await world.seat('ton', ['cashier'])
    const { token } = await open(ton)
    world.clock.moveMs(6 * minuteMs)
    const page = await fresh(ton)
    const own = await world.call('GET /api/console/own', { cookie: page.cookie })
    const { id } = own.body.sessions.find((one: { way: string }) => one.way === 'terminal')
    const touch = (by: object, one: string) =>
      world.call('POST /api/console/own/session/touch', { ...by, body: { id: one } })
    expect(Date.parse((await me(token)).body.touchedUntil)).toBeLessThan(
      world.clock.now().getTime(),
    )
    const { body } = await touch({ cookie: page.cookie }, id)
    expect((await me(token)).body.touchedUntil).toBe(body.touchedUntil)
    const calls = [
      'own/session/touch',
      'own/terminal',
      'own/passkey/begin',
      'own/recovery',
      'touch/begin',
    ]
    for (const path of calls) {
      const answer = world.call(`POST /api/console/${path}`, { token, body: { id, script: null } })
      expect([path, await refusalOf(answer)]).toEqual([path, 'BROWSER_ONLY'])
    }
    const browser = own.body.sessions.find((one: { isThis: boolean }) => one.isThis).id
    const other = await world.seat('fon', ['owner'])
    for (const [by, one] of [
      [page, browser],
      [page, 'none'],
      [other, id],
    ] as const)
      expect(await refusalOf(touch({ cookie: by.cookie }, one))).toBe('NOT_FOUND')
    world.clock.moveMs(5 * minuteMs)
    expect(await refusalOf(touch({ cookie: page.cookie }, id))).toBe('TOUCH_NEEDED')
  })
})

test('HOUSE-05 a script reads under its label until its day, is never idle and never touches; newer sign-ins do not end it', async () => {
  const noi = await world.seat('noi', ['owner'])
  for (const days of [0, 91, 1.5])
    expect((await make(noi, { label: 'figures', days })).status).toBe(400)
  const { token, isScript } = await open(noi, { label: 'figures', days: 2 })
  expect(isScript).toBe(true)
  const own = await world.call('GET /api/console/own', { cookie: noi.cookie })
  const listed = own.body.sessions.find((one: { way: string }) => one.way === 'script')
  expect(listed.device).toBe('figures (kai@laptop)')
  expect((await me(token)).body.touchedUntil).toBeNull()
  for (let no = 0; no < 9; no += 1) await world.signIn(noi.key)
  world.clock.moveMs(dayMs)
  const read = await world.call('GET /api/console/operators', { token })
  expect(read.status).toBe(200)
  const disable = { token, body: { name: 'nok' } }
  const page = await fresh(noi)
  const touch = { cookie: page.cookie, body: { id: listed.id } }
  for (const refused of [
    world.call('POST /api/console/operators/disable', disable),
    world.call('POST /api/console/own/session/touch', touch),
  ])
    expect(await refusalOf(refused)).toBe('SCRIPT_WITHOUT_TOUCH')
  world.clock.moveMs(dayMs)
  expect(await refusalOf(me(token))).toBe('SESSION_ENDED')
})
