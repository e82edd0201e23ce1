import { beforeEach, expect, test } from 'vitest'
import { drop } from '#records/confirm/confirm.ts'
import { disableOperator } from '#records/operators/disable.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import { openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'
import { askSettings } from '#testing/desk/ask-settings.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openTerminals, requestIn, type Terminals } from '#testing/operators/terminals.ts'
import { freshWorld } from '#testing/worlds/test-world.ts'

const world = freshWorld(openConsoleWorld)
let terminals: Terminals
let ann: ConsoleOperator
let kai: ConsoleOperator

beforeEach(async () => {
  terminals = openTerminals(world)
  ann = await world.seat('ann', ['owner'])
  kai = await world.seat('kai', ['cashier'])
  await world.seat('som', ['risk'])
  await world.seat('tik', ['risk'])
  await terminals.passHours(8 * 24)
  await world.addMember()
})

const house = async ({ cookie }: ConsoleOperator) =>
  (await world.call('GET /api/console/house', { cookie })).body
const confirm = (by: string, said: string) => terminals.yes(by, said)
const done = /^state +done/m
const waits = /^state +waits/m
const recovery = (by: string, ...line: string[]) => terminals.kapao(by, 'recovery', ...line)
const begin = (by: string) =>
  recovery(by, 'begin', '--point', '2026-11-21T12:00:00Z', '--why', 'a table was dropped')
const waiting = async () => {
  const rows = await world.database.db.query<{ line: string }>(
    `select actor || ' ' || action as line from review_act where second is null and ticked_by is null order by id`,
  )
  return rows.map(({ line }) => line)
}

test('PERSON-37 a house that one operator closed says so to everybody until two others have opened it', async () => {
  expect(await house(kai)).toEqual({ closed: null, ended: [] })
  await begin('som')
  for (const seat of [ann, kai])
    expect((await house(seat)).closed).toMatchObject({ by: 'som', why: 'a table was dropped' })
  expect(await waiting()).toEqual(['operator:som recovery.begin'])

  const open = (by: string) => recovery(by, 'open', '--why', 'all is explained')
  await expect(open('som')).rejects.toThrow('You have closed the house')
  const said = await open('ann')
  expect(said).toMatch(/It waits for tik: kapao/)
  await expect(confirm('som', said)).rejects.toThrow('may not confirm')
  await expect(terminals.no('som', said)).rejects.toThrow('may not reject')
  expect(await confirm('tik', said)).toMatch(done)
  expect((await house(kai)).closed).toBeNull()
})

test('PERSON-37 a second owner opens it at the console, too', async () => {
  await begin('som')
  const said = await recovery('tik', 'open', '--why', 'all is explained')
  const { cookie } = await world.enrol('som')
  const seen = await world.call(`GET /api/console/work/item/second/${requestIn(said)}`, { cookie })
  expect(seen.body.decisions[0]).toMatchObject({ name: 'yes', barred: 'closed-it' })
  const { status, body } = await world.call(
    `POST /api/console/work/decide/second/${requestIn(said)}`,
    {
      cookie: ann.cookie,
      body: { decision: 'yes' },
      headers: { 'idempotency-key': '0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88' },
    },
  )
  expect([status, body.state]).toEqual([200, 'done'])
  expect((await house(kai)).closed).toBeNull()
})

test('PERSON-37 where only who closed it and one more count, these two open it', async () => {
  for (const name of ['ann', 'tik'])
    await world.database.ownerDb.query(
      `update operators_role set role = 'support' where operator = $1`,
      [name],
    )
  await world.database.ownerDb.query(
    `update operators_role set role = 'risk' where operator = 'kai'`,
  )
  await begin('kai')
  const said = await recovery('som', 'open', '--why', 'all is explained')
  expect(said).toMatch(/It waits for kai: kapao/)
  expect(await confirm('kai', said)).toMatch(done)
})

test('PERSON-34 owners and risk see on every page whom one operator alone has disabled, until another has read it', async () => {
  const deps = deskContext({ db: world.database.db, clock: world.clock })
  const by = { actor: 'operator:som', requestId: 'test' } as const
  await disableOperator({ ...deps, decide: openDecide(deps) }, { name: 'tik', ...by })
  expect((await house(ann)).ended).toEqual([
    { name: 'tik', by: 'som', at: expect.any(String), what: 'disabled' },
  ])
  expect((await house(kai)).ended).toEqual([])
  await world.database.db.query(`update review_act set ticked_by = 'operator:ann'`)
  expect((await house(ann)).ended).toEqual([])
})

const addresses = (by: string, ...networks: string[]) =>
  askSettings(
    { db: world.database.db, clock: world.clock },
    { by, values: { 'console.addresses': networks } },
  )

test('PERSON-38 a network in which another operator was within a week is kept out by two, and one’s own by nobody', async () => {
  // Everybody has signed in from 10.0.0.1.
  await expect(addresses('som', '10.9.0.0/16')).rejects.toThrow('would keep you out')
  expect(await addresses('som', '10.0.0.0/16')).toMatch(done)
  const { ownerDb } = world.database
  await ownerDb.query(`update sign_in_session set address = '10.7.0.1' where operator = 'som'`)
  const said = await addresses('som', '10.7.0.0/16')
  expect(said).toMatch(waits)
  await ownerDb.query(
    `update sign_in_session set last_used_at = now() - interval '8 days' where operator <> 'som'`,
  )
  const deps = { db: world.database.db, clock: world.clock }
  const by = { actor: 'operator:som', requestId: 'test' } as const
  await drop(deps, { id: requestIn(said), why: 'again', ...by })
  expect(await addresses('som', '10.0.0.0/24', '10.7.0.0/16')).toMatch(waits)
})
