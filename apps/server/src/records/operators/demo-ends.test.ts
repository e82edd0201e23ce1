import { expect, test } from 'vitest'
import { cookieIn, openConsoleWorld } from '#testing/console/console-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { addFirst } from './operators.ts'

const openDemo = async () => {
  const demo = await openConsoleWorld({}, { isDemo: true, firstOperators: 'seed' })
  // A demo has members, unlike an installation that is being set up.
  await demo.addMember()
  return demo
}

const world = testWorld(openDemo)
const signIn = (name: string) => world.call('POST /api/console/sign-in/demo', { body: { name } })
const demoNames = async () => (await world.call('GET /api/console/desk')).body.demo

// These build on one another, like the first day in a demo.
test('PERSON-09 in a fresh demo an owner adds the first operator of their own at the console, and the demo ends with it', async () => {
  const [owner, cashier] = [await signIn('demo-owner'), await signIn('demo-cashier')]
  const { code, key } = await world.join('boss')
  const add = (roles: string[], cookie = cookieIn(owner)) =>
    world.call('POST /api/console/operators/add', { cookie, body: { name: 'boss', roles, code } })
  for (const roles of [['cashier'], [], ['owner', 'cashier']]) {
    const refused = await add(roles)
    expect([refused.status, refused.body.code]).toEqual([409, 'FIRST_OWNS'])
  }
  expect(await demoNames()).toEqual(['demo-owner', 'demo-cashier'])
  expect((await add(['owner'])).body).toMatchObject({ state: 'done', waitsFor: [] })

  expect(await demoNames()).toBeNull()
  const ended = await world.database.db.query(
    `select subject from core_audit where action = 'operators.disable' order by subject`,
  )
  expect(ended).toEqual([{ subject: 'demo-cashier' }, { subject: 'demo-owner' }])
  for (const name of ['demo-owner', 'demo-cashier'])
    expect((await signIn(name)).body.code).toBe('SIGN_IN_FAILED')
  for (const { headers } of [owner, cashier]) {
    const cookie = (headers.get('set-cookie') ?? '').split(';')[0]!
    expect((await world.call('GET /api/console/me', { cookie })).body.code).toBe('SESSION_ENDED')
  }
  expect((await world.signIn(key)).body).toMatchObject({ name: 'boss', roles: ['owner'] })
})

test('PERSON-09 the first operator of one’s own adds the next alone in the first week', async () => {
  const { cookie } = await world.enrol('boss')
  const { code, key } = await world.join('kai')
  const body = { name: 'kai', roles: ['cashier', 'support'], code }
  const added = await world.call('POST /api/console/operators/add', { cookie, body })
  expect(added.body.state).toBe('done')
  expect((await world.signIn(key)).body.roles).toEqual(['cashier', 'support'])
})

test('PERSON-09 the demo does not come back with an operator of it who is enabled again', async () => {
  const { ownerDb } = world.database
  await ownerDb.query(`alter table operators_operator disable trigger operators_disable_guard`)
  await ownerDb.query(
    `update operators_operator set disabled_at = null, disabled_by = null where name = 'demo-owner'`,
  )
  expect((await signIn('demo-owner')).body.code).toBe('SIGN_IN_FAILED')
  expect(await demoNames()).toBeNull()
})

test('PERSON-09 the first operator from the terminal ends the demo as well', async () => {
  const other = await openDemo()
  const { db } = other.database
  await addFirst({ db, clock: other.clock }, { name: 'nok', token: 'x', requestId: 'test' })
  const body = { name: 'demo-owner' }
  const said = await other.call('POST /api/console/sign-in/demo', { body })
  expect(said.body.code).toBe('SIGN_IN_FAILED')
  expect((await other.call('GET /api/console/desk')).body.demo).toBeNull()
  await other.close()
})

test('PERSON-09 the operators of the demo are no second people of a house of one’s own', async () => {
  const house = await openConsoleWorld({}, { isDemo: true, firstOperators: 'seed' })
  const { db, ownerDb } = house.database
  // One had lost a role before, as while the demo was tried out.
  await ownerDb.query('alter table operators_role_past disable trigger user')
  await ownerDb.query(
    `insert into operators_role_past (operator, role, ended_by) values ('demo-cashier', 'risk', 'operator:demo-owner')`,
  )
  await ownerDb.query('alter table operators_role_past enable trigger user')
  await house.addMember()
  await addFirst({ db, clock: house.clock }, { name: 'nok', token: 'x', requestId: 'test' })
  const known = (kind: string) =>
    db.query('select confirm_known($1, $2, $3) as name', ['operator:nok', kind, 'x'])
  expect(await known('settings set')).toEqual([])
  expect(await known('withdrawals approve')).toEqual([])
  await house.close()
})
