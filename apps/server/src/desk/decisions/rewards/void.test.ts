import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { defineWheel, switchWheel } from '#rewards/spinwheel/define.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openDeskCalls, type DeskCall, type DeskCalls } from '#testing/desk/desk-calls.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { openBonusWorld } from '#testing/worlds/bonus-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openRewardDesk } from './routes.ts'

const world = testWorld(openBonusWorld)
let desk: DeskCalls
beforeAll(async () => {
  const { db } = world.database
  const { registerConsole } = openRewardDesk(deskContext({ db, clock: world.clock }))
  desk = await openDeskCalls(registerConsole!, world)
  const act = { actor: 'operator:test', requestId: 'test' } as const
  const slice = {
    code: 'twenty',
    label: '20',
    weight: 1,
    prize: { amount: '20', currency: 'BAHT' as const },
  }
  const deps = { db, clock: world.clock }
  const wheel = await defineWheel(deps, {
    ...act,
    code: 'lucky',
    definition: anyWheel({ slices: [slice, { ...slice, code: 'also' }] }),
  })
  await switchWheel(deps, { ...act, currency: 'BAHT', wheel })
})
afterAll(() => desk.close())

/** A member who has won 20 baht, and the coupon for them. */
async function addWinner() {
  const { db } = world.database
  const player = await world.addPlayer(0n, [])
  const book = accountBook(db)
  const [credit] = await book.find(player.id, [['coin', '']])
  const debit = await book.house('coin', '', 'COIN')
  const coin = { debit, credit: credit!, money: { amount: 1n, currency: 'COIN' } } as const
  await db.begin((tx) =>
    postAll(tx, world.clock.now(), [{ ...coin, idem: systemIds.key(), kind: 'coin_grant' }]),
  )
  await player.call('POST /api/spinwheel/spin', { body: {} })
  const listed = async () =>
    (await player.call('GET /api/spinwheel/coupon')).body as { _id: string }[]
  const [won] = await listed()
  const coupon = won!._id
  const claim = () => player.call('POST /api/spinwheel/coupon/claim', { body: { coupon } })
  const has = async () => (await player.balances())['wallet']
  return { id: player.id, coupon, listed, claim, has }
}

const kai = { name: 'kai', roles: ['marketing'] } as const
const why = 'a prize of yesterday’s wheel'
const voiding = (coupon: string, given: object = { why }, as: DeskCall['as'] = kai) =>
  desk.call('POST /api/console/rewards/void', { as, input: { coupon, ...given } })
const trail = async (coupon: string) =>
  world.database.db.query(
    `select actor, after from core_audit where action = 'spinwheel.void' and subject = $1`,
    [coupon],
  )
const stateOf = async (coupon: string) =>
  (
    await world.database.db.query('select state::text, why from spinwheel_coupon where id = $1', [
      coupon,
    ])
  )[0]

test('SCREEN-45 a coupon is voided with its reason, in the trail; its member has it no longer, and gets nothing for it', async () => {
  const { id, coupon, listed, claim, has } = await addWinner()
  expect(await listed()).toHaveLength(1)
  expect((await voiding(coupon)).status).toBe(200)
  expect(await stateOf(coupon)).toEqual({ state: 'void', why })
  expect(await trail(coupon)).toEqual([{ actor: 'operator:kai', after: { why, member: id } }])
  expect(await listed()).toEqual([])
  expect((await claim()).body.code).toBe('INVALID_PRIZE_CODE')
  expect(await has()).toBe(0)
})

test('SCREEN-45 it is voided once: again, or by twenty at once, it is over already', async () => {
  const { coupon } = await addWinner()
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) => voiding(coupon, { why: `${why} ${at}` })),
  )
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  const kept = await stateOf(coupon)
  const refused = [...all, await voiding(coupon)].filter(({ status }) => status !== 200)
  const said = refused.map(({ body }) => `${body.code} ${body.why}`)
  expect([said.length, ...new Set(said)]).toEqual([20, 'DECISION_REFUSED ended-otherwise'])
  expect(await stateOf(coupon)).toEqual(kept)
  expect(await trail(coupon)).toHaveLength(1)
})

test('SCREEN-45 a claimed one stays, and so does its money; claimed and voided at once it is one of both', async () => {
  const first = await addWinner()
  expect((await first.claim()).status).toBe(200)
  expect((await voiding(first.coupon)).body.why).toBe('ended-otherwise')
  expect(await stateOf(first.coupon)).toEqual({ state: 'claimed', why: null })
  expect([await first.has(), await trail(first.coupon)]).toEqual([2_000, []])

  for (let round = 0; round < 5; round += 1) {
    const { coupon, claim, has } = await addWinner()
    const [claimed, voided] = await Promise.all([claim(), voiding(coupon)])
    expect(claimed.status === 200).toBe(voided.status !== 200)
    expect(await has()).toBe(claimed.status === 200 ? 2_000 : 0)
  }
})

test('SCREEN-45 without a reason, a touch or the right, and of one that is not there, nothing is voided', async () => {
  const { coupon, has, claim } = await addWinner()
  for (const given of [{}, { why: '' }, { why: '   ' }])
    expect([given, (await voiding(coupon, given)).status]).toEqual([given, 400])
  for (const role of ['risk', 'cashier', 'support'] as const) {
    const { body } = await voiding(coupon, { why }, { name: 'x', roles: [role] })
    expect([role, body.code]).toEqual([role, 'NO_RIGHT'])
  }
  const untouched = await voiding(coupon, { why }, { ...kai, isTouched: false })
  expect(untouched.body.code).toBe('TOUCH_NEEDED')
  const unknown = await voiding(systemIds.key())
  expect([unknown.body.code, unknown.body.why]).toEqual(['DECISION_REFUSED', 'not-found'])
  expect(await stateOf(coupon)).toEqual({ state: 'open', why: null })
  expect((await claim()).status).toBe(200)
  expect(await has()).toBe(2_000)
})
