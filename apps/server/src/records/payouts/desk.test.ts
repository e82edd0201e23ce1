import { hasRight, roles, type Role } from '@kapao/contract/console/roles'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openDecide } from '#desk/decisions/decide.ts'
import { findMember } from '#records/account/store.ts'
import { openDeskCalls, type DeskCall, type DeskCalls } from '#testing/desk/desk-calls.ts'
import { openPayoutWorld } from '#testing/worlds/payout-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { confirm } from '#records/confirm/confirm.ts'
import { makeSendableDue } from '#money/withdrawals/pay-store.ts'
import { findGuarded } from '#desk/decisions/guarded/every.ts'
import { deskRoutes } from './desk-routes.ts'
import { stopPayouts } from './stop.ts'

const world = testWorld(openPayoutWorld)
let desk: DeskCalls
const context = () => {
  const { database, clock } = world
  return deskContext({ db: database.db, clock })
}

beforeAll(async () => {
  await world.addOperators({ nok: 'system:start', mai: 'system:start' })
  await world.database.ownerDb.query(
    `update operators_operator set noted_at = noted_at - interval '2 days'`,
  )
  const deps = { ...context(), decide: openDecide(context()), makeDue: makeSendableDue }
  const about = { isMember: async (id: string) => (await findMember(deps.db, id)) !== null }
  desk = await openDeskCalls((api) => deskRoutes(api, { ...deps, ...about }), world)
})
afterAll(() => desk.close())
beforeEach(() =>
  world.database.ownerDb.query(
    `update payouts_stop set ended_at = now(), ended_by = 'test', ended_why = 'test' where ended_at is null`,
  ),
)

const nok = { name: 'nok', roles: ['risk'] } as const
const why = 'look first'
const stop = (input: object, as: DeskCall['as'] | null = nok) =>
  desk.call('POST /api/console/payouts/stop', {
    input: { memberId: null, why, ...input },
    ...(as && { as }),
  })
const resume = (input: { id: string; why?: string }, as: DeskCall['as'] = nok) =>
  desk.call('POST /api/console/payouts/resume', { input: { why, ...input }, ...(as && { as }) })
const read = async (as: Role[] = ['support']) =>
  (await desk.call('GET /api/console/payouts', { as: { name: 'lek', roles: as } })).body.stops
const acts = () =>
  world.database.db.query<{ actor: string; action: string; subject: string }>(
    `select actor, action, subject from core_audit where action in ('payouts.stop', 'payouts.resume', 'confirm.ask') order by id`,
  )

test('WHOLE-06 risk and owner have the right to stop payouts, and no other role', () => {
  expect(roles.filter((role) => hasRight([role], 'payouts.stop')).toSorted()).toEqual([
    'owner',
    'risk',
  ])
})

test.each(['risk', 'owner'] as const)(
  'WHOLE-06 %s stops payouts, and everybody at the console sees since when, whose and why',
  async (role) => {
    const { status, body } = await stop({}, { name: 'nok', roles: [role] })
    expect(status).toBe(200)
    const seen = { memberId: null, by: 'nok', why, findings: 0 }
    const since = world.clock.now().toISOString()
    expect(body.stops).toEqual([{ id: expect.any(String), since, ...seen }])
    for (const reader of roles) expect(await read([reader]), reader).toEqual(body.stops)
  },
)

const unknown = { input: { memberId: 'NOBODY123456' } }

test.each([
  ['nobody who is signed in', { as: null }, [401, 'NOT_SIGNED_IN']],
  ['a cashier', { as: { name: 'nok', roles: ['cashier'] } }, [403, 'NO_RIGHT']],
  ['support', { as: { name: 'nok', roles: ['support'] } }, [403, 'NO_RIGHT']],
  ['marketing', { as: { name: 'nok', roles: ['marketing'] } }, [403, 'NO_RIGHT']],
  ['no touch', { as: { ...nok, isTouched: false } }, [403, 'TOUCH_NEEDED']],
  ['no reason', { input: { why: '' } }, [400, 'KEY_INVALID']],
  ['no such member', unknown, [404, 'NOT_FOUND']],
] as const)('WHOLE-06 with %s nothing is stopped', async (_what, given, refused) => {
  const as = 'as' in given ? given.as : nok
  const before = await acts()
  const said = await stop('input' in given ? given.input : {}, as)
  expect([said.status, said.body.code]).toEqual(refused)
  expect(await read()).toEqual([])
  expect(await acts()).toEqual(before)
})

test('WHOLE-06 payouts of one member are stopped, again changes nothing, and those of others go on', async () => {
  const [one, other] = [await world.addPlayer(100_000n, []), await world.addPlayer(100_000n, [])]
  const first = await stop({ memberId: one.id })
  expect(first.body.stops).toMatchObject([{ memberId: one.id, by: 'nok', why }])
  const before = await acts()
  const again = await stop({ memberId: one.id, why: 'again' }, { name: 'mai', roles: ['owner'] })
  expect(again.body).toEqual(first.body)
  expect(await acts()).toEqual(before)
  expect(before.at(-1)).toEqual({
    actor: 'operator:nok',
    action: 'payouts.stop',
    subject: `payouts:${one.id}`,
  })
  await world.withdraw(one, 900)
  await world.withdraw(other, 900)
  await world.becomes(other, 'paid')
  await world.work(2)
  expect(await world.payoutsOf(one)).toEqual([])
  // The stop of everybody stands beside it, and is shown first.
  const both = await stop({})
  expect(both.body.stops.map(({ memberId }: { memberId: string | null }) => memberId)).toEqual([
    null,
    one.id,
  ])
})

test('WHOLE-04 payouts go on when a second person has confirmed it, named by the answer; who may not ask is refused', async () => {
  const { body } = await stop({})
  const { id } = body.stops[0]
  const before = await acts()
  for (const role of ['cashier', 'support', 'marketing'] as const)
    expect((await resume({ id }, { name: 'mai', roles: [role] })).body.code).toBe('NO_RIGHT')
  expect((await resume({ id, why: '' })).status).toBe(400)
  expect((await resume({ id: '999999' })).body.code).toBe('NOT_FOUND')
  expect(await acts()).toEqual(before)

  const asked = await resume({ id })
  expect(asked.body).toEqual({
    state: 'waits',
    request: expect.stringMatching(/^\d+$/),
    waitsFor: ['mai'],
    soonest: null,
  })
  expect((await resume({ id })).body).toMatchObject({
    code: 'DECISION_REFUSED',
    why: 'waits-already',
  })
  expect(await read()).toHaveLength(1)
  const by = { actor: 'operator:mai', requestId: 'test' } as const
  await confirm(context(), {
    id: asked.body.request,
    ...by,
    workOf:
      ({ kind, what }) =>
      () =>
        findGuarded(kind)!({ ...context(), ...by }, what),
  })
  expect(await read()).toEqual([])
  expect((await resume({ id })).body.code).toBe('NOT_FOUND')
})

test('WHOLE-07 what the check of the books stopped is nobody’s, and says how much was found', async () => {
  await stopPayouts(context(), {
    memberId: null,
    findings: ['one', 'other'],
    why: 'The books are not whole',
    actor: 'system:ledger',
    requestId: 'ledger.verify',
  })
  expect(await read()).toMatchObject([{ by: null, findings: 2, why: 'The books are not whole' }])
})
