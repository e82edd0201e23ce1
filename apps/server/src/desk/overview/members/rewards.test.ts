import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDeskCalls, type DeskCalls } from '#testing/desk/desk-calls.ts'
import { openLossWorld } from '#testing/worlds/loss-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { memberDeskRoutes, type MemberDeskDeps } from './desk-routes.ts'

const world = testWorld(openLossWorld)
let desk: DeskCalls
beforeAll(async () => {
  const deps = { db: world.database.db, clock: world.clock } as unknown as MemberDeskDeps
  desk = await openDeskCalls((api) => memberDeskRoutes(api, deps), world)
})
afterAll(() => desk.close())

const cashier = { name: 'lek', roles: ['cashier'] } as const
const read = (memberId: string, as: Parameters<DeskCalls['call']>[1] = { as: cashier }) =>
  desk.call('GET /api/console/members/rewards/{memberId}', { ...as, input: { memberId } })

const sum = (amount: string) => ({ amount, currency: 'BAHT' })

test('SCREEN-22 the page of a member has what is held, refunds and shares, and how each was counted', async () => {
  const inviter = await world.addPlayer(0n, [])
  const loser = await world.addPlayer(100_000n, ['pg'], { inviteCode: `PR${inviter.id}` })
  expect((await read(loser.id)).body).toEqual({
    held: null,
    coupons: [],
    invite: { waiting: sum('0.00'), received: sum('0.00'), counted: [] },
    refund: [],
  })
  await world.bring(loser, 'pg', 1000)
  await world.play(loser, 'pg', '0.00')
  await world.moveTo('2026-11-22T17:11:00Z')
  await world.runJobs()
  const invite = (await read(inviter.id)).body.invite
  expect(invite).toMatchObject({ waiting: sum('5.00'), received: sum('0.00') })
  expect(invite.counted).toEqual([
    {
      memberId: loser.id,
      until: '2026-11-22T17:00:00.000Z',
      lost: sum('1000.00'),
      won: sum('0.00'),
      counted: sum('1000.00'),
      ratePercent: '0.5',
      earned: sum('5.00'),
      void: null,
    },
  ])
  expect((await read(loser.id)).body.refund).toEqual([
    {
      period: 'week 2026-11-16',
      lost: sum('1000.00'),
      won: sum('0.00'),
      gifts: sum('0.00'),
      forfeited: sum('0.00'),
      carried: sum('0.00'),
      ratePercent: '5',
      takenOff: sum('0.00'),
      refund: sum('50.00'),
      state: 'waits',
    },
  ])
  await world.defineBonus('HELD')
  const holder = await world.addPlayer(10_000n, [])
  await holder.call('GET /api/bonus/activate/HELD')
  expect((await read(holder.id)).body.held).toMatchObject({
    source: 'bonus',
    code: 'HELD',
    state: 'active',
    had: sum('100.00'),
    given: sum('100.00'),
    kind: 'balance',
    factor: '5',
    target: sum('1000.00'),
    endsAt: sum('10.00'),
    takings: [],
  })
  expect((await read('NOBODY000000')).status).toBe(404)
  const marketing = { as: { name: 'kai', roles: ['marketing'] } } as const
  expect((await read(holder.id, marketing)).body.code).toBe('NO_RIGHT')
})
