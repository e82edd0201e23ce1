import type { Role } from '@kapao/contract/console/roles'
import { hourMs } from '@kapao/contract/times'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { createLog } from '#core/telemetry/log.ts'
import { carryOutPlans } from '#settings/plans/carry-out.ts'
import { unguarded } from '#testing/database/database.ts'
import type { Moment } from '#testing/database/database-wire.ts'
import { loseAt } from '#testing/database/lost-work.ts'
import { deskContext } from '#testing/desk/desk-context.ts'
import { openDeskCalls } from '#testing/desk/desk-calls.ts'
import { anyBonus, anyCode } from '#testing/operators/rewards.ts'
import { openTerminals, type Terminals } from '#testing/operators/terminals.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { openBonusWorld, usualTerms } from '#testing/worlds/bonus-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openSettingDesk } from '../setting-routes.ts'
import { planRules } from '../settings/plans.ts'
import type { OfferKind } from './offers.ts'
import { openRewardDesk } from './routes.ts'

const world = testWorld(openBonusWorld)
const log = createLog('silent')
const desk = testWorld(() => {
  const context = { ...deskContext({ db: world.database.db, clock: world.clock }), log }
  const rooms = [openRewardDesk(context), openSettingDesk(context)]
  return openDeskCalls((api) => {
    for (const { registerConsole } of rooms) registerConsole!(api)
  }, world)
})
let house: Terminals
beforeAll(async () => {
  house = openTerminals(world)
  await house.add('nok', null)
  for (const name of ['lek', 'som']) await house.add(name, 'nok')
  await house.passHours(48)
  await world.addPlayer(0n, [])
})
// What one operator gave alone counts for a day.
beforeEach(() => house.passHours(30))

type Seat = { name: string; roles: readonly Role[] }
const lek: Seat = { name: 'lek', roles: ['owner'] }
const definitions = { bonus: anyBonus, code: anyCode }
const kinds: OfferKind[] = ['bonus', 'code']
const baht = (amount: string) => ({
  ...usualTerms,
  gives: { of: 'amount', amount: { BAHT: amount } },
})
const words = (kind: OfferKind, text: string) =>
  kind === 'code'
    ? { description: { th: text, la: text, en: text } }
    : { banners: { th: [], la: [], en: [] }, quota: 20 - text.length }

type Times = { from?: string; until?: string }
type About = { kind: OfferKind; code: string }
const inMs = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()
const read = async (about: About) =>
  (await desk.call('GET /api/console/rewards/one/{kind}/{code}', { as: lek, input: about })).body
const ask = async (
  call: 'look' | 'save',
  about: About,
  wish: Times & { definition: object },
  { as = lek, key = systemIds.key(), seen }: { as?: Seat; key?: string; seen?: string } = {},
) =>
  desk.call(`POST /api/console/rewards/${call}`, {
    as,
    input: { ...about, seen: seen ?? (await read(about)).seen, ...wish },
    ...(call === 'save' && { key }),
  })
const carryOut = (db: Db = world.database.db) =>
  carryOutPlans({ db, clock: world.clock, log, ...planRules })
const pass = async (ms: number) => {
  world.clock.moveMs(ms)
  await carryOut()
}
const endPlan = (id: string, as = lek) =>
  desk.call('POST /api/console/settings/plan/end', { as, input: { id } })

/** Offered to members: 100 baht, of which 40 may be taken. */
async function offered(kind: OfferKind, code: string, more: object = {}): Promise<About> {
  const about = { kind, code }
  const definition = definitions[kind]({ terms: baht('100'), quota: 40, ...more })
  const input = { ...about, seen: null, definition }
  const as = { ...lek }
  await desk.call('POST /api/console/rewards/save', { as, input, key: systemIds.key() })
  const { seen } = await read(about)
  await desk.call('POST /api/console/rewards/switch', { as, input: { ...about, seen, isOn: true } })
  expect((await read(about)).row.state).toBe('on')
  return about
}
const giftOf = async (about: About): Promise<string> =>
  (await read(about)).definition.terms.gives.amount.BAHT
const planOf = async (about: About) => (await read(about)).plans.at(-1)
/** Planned by lek, and confirmed by som. */
async function agreed(about: About, times: Times, gift = '200'): Promise<string> {
  const definition = definitions[about.kind]({ terms: baht(gift), quota: 40 })
  const { body } = await ask('save', about, { definition, ...times })
  expect(body).toMatchObject({ state: 'waits', waitsFor: ['som'] })
  await house.yes('som', body.request)
  return (await planOf(about)).id
}
const itemsAbout = async (id: string) =>
  world.database.db.query<{ kind: string; evidence: Record<string, unknown> }>(
    `select kind, evidence from items_item where key = $1 and kind like 'settings.%'`,
    [id],
  )

describe('SCREEN-87 a changed bonus or code begins and ends by itself', () => {
  test.each(kinds)(
    'SCREEN-87 a %s is what it becomes from its time on, and what it was after its end; who took it before keeps those terms',
    async (kind) => {
      const about = await offered(kind, 'SONGKRAN')
      const take = async () => {
        const player = await world.addPlayer(0n, [])
        const call = kind === 'bonus' ? 'bonus' : 'promotion'
        expect((await player.call(`GET /api/${call}/activate/SONGKRAN`)).status).toBe(200)
        return player
      }
      const early = await take()
      await agreed(about, { from: inMs(hourMs), until: inMs(2 * hourMs) })
      await carryOut()
      expect([await giftOf(about), (await planOf(about)).state]).toEqual(['100.00', 'waits'])
      await pass(hourMs)
      expect([await giftOf(about), (await planOf(about)).state]).toEqual(['200.00', 'begun'])
      const late = await take()
      expect((await read(about)).row).toMatchObject({ state: 'on', taken: 2 })
      await pass(hourMs)
      expect([await giftOf(about), (await read(about)).plans]).toEqual(['100.00', []])
      const held = await world.database.db.query<{ member: string; bonus: bigint }>(
        `select member_id as member, bonus from bonus_held where code = 'SONGKRAN' and source = $1`,
        [kind === 'bonus' ? 'bonus' : 'promotion'],
      )
      expect(new Map(held.map(({ member, bonus }) => [member, bonus]))).toEqual(
        new Map([
          [early.id, 10_000n],
          [late.id, 20_000n],
        ]),
      )
      const { versions } = await read(about)
      expect(versions.map(({ by, act }: { by: string; act: string }) => `${by} ${act}`)).toEqual([
        'system:worker defined',
        'system:worker defined',
        'operator:lek switched-on',
        'operator:lek defined',
      ])
    },
  )

  test.each(kinds)(
    'SCREEN-87 SCREEN-44 only words and less of a %s are one person’s; more, then or at its end, and what leads away take two, who see its times; a look says it before',
    async (kind) => {
      const about = await offered(kind, 'WORDS')
      const from = inMs(hourMs)
      const until = inMs(2 * hourMs)
      const define = (more: object) => definitions[kind]({ terms: baht('100'), quota: 40, ...more })
      const cases: [object, Times, string][] = [
        [{ quota: 30 }, { from }, 'done'],
        [{ quota: 30 }, { from, until }, 'waits'],
        [{ quota: 41 }, { from }, 'waits'],
        [{ terms: baht('101') }, { from }, 'waits'],
        [{ terms: baht('99') }, { from, until }, 'waits'],
        [{ startsAt: '2026-01-01T00:00:00.000Z' }, { from }, 'waits'],
        [words(kind, '<p>ก</p>'), { from }, 'done'],
      ]
      if (kind === 'code') cases.push([words(kind, '<p>LINE @false-house</p>'), { from }, 'waits'])
      for (const [more, times, state] of cases) {
        const wish = { definition: define(more), ...times }
        const what = JSON.stringify([more, times])
        expect([what, (await ask('look', about, wish)).body.state]).toEqual([what, state])
        const { body } = await ask('save', about, wish)
        expect([what, body.state]).toEqual([what, state])
        if (body.state === 'waits') await house.no('som', body.request)
        else await endPlan((await planOf(about)).id)
      }
      const { body } = await ask('save', about, {
        definition: define({ quota: 41 }),
        from,
        until,
      })
      const shown = await house.kapao('som', 'work', 'item', 'second', body.request)
      expect(shown).toContain('plannedFrom')
      await house.no('som', body.request)
    },
  )

  test('SCREEN-87 SCREEN-05 a new one, a wheel, a time that is over and an old version are refused; a lost answer is given again under its key, and other times are another wish', async () => {
    const about = await offered('bonus', 'REFUSED')
    const definition = anyBonus({ terms: baht('100'), quota: 30 })
    const from = inMs(hourMs)
    const refused = async (given: About, wish: Times & { definition: object }, seen?: string) =>
      (await ask('save', given, wish, seen === undefined ? {} : { seen })).body.why
    const slices = ['a', 'b'].map((code) => ({ code, label: code, weight: 1 }))
    const wheel = { kind: 'wheel', code: 'REFUSED', definition: anyWheel({ slices }) }
    for (const one of [{ kind: 'bonus', code: 'NOT-THERE', definition }, wheel]) {
      const input = { ...one, seen: null, from }
      for (const call of ['look', 'save']) {
        const name = `POST /api/console/rewards/${call}`
        const { body } = await desk.call(name, { as: lek, input, key: systemIds.key() })
        expect([one.code, body.why]).toEqual([one.code, 'not-found'])
      }
    }
    expect(await refused(about, { definition, until: inMs(-hourMs) })).toBe('plan-time')
    expect(await refused(about, { definition, from }, '2026-01-01T00:00:00.000Z')).toBe(
      'setting-changed',
    )
    const key = systemIds.key()
    const first = (await ask('save', about, { definition, from }, { key })).body
    expect(first.state).toBe('done')
    expect((await ask('save', about, { definition, from }, { key })).body).toEqual(first)
    for (const times of [{}, { from: inMs(2 * hourMs) }, { from, until: inMs(3 * hourMs) }])
      expect((await ask('save', about, { definition, ...times }, { key })).body.code).toBe(
        'KEY_REUSED',
      )
    expect(await refused(about, { definition, from })).toBe('plans-overlap')
    expect((await read(about)).plans).toHaveLength(1)
  })
})

describe('SCREEN-87 it is judged again when it begins', () => {
  test.each(kinds)(
    'SCREEN-87 SCREEN-72 over what somebody has changed of a %s nothing is put, at its beginning and at its end; that it is off changes nothing',
    async (kind) => {
      for (const [at, stays] of [
        ['beginning', '100.00'],
        ['end', '200.00'],
      ] as const) {
        const about = await offered(kind, `OVER-${at.toUpperCase()}`)
        const id = await agreed(about, { from: inMs(hourMs), until: inMs(2 * hourMs) })
        if (at === 'end') await pass(hourMs)
        const { seen, definition } = await read(about)
        const input = { ...about, seen, isOn: false }
        await desk.call('POST /api/console/rewards/switch', { as: lek, input })
        expect((await ask('save', about, { definition: { ...definition, quota: 7 } })).status).toBe(
          200,
        )
        world.clock.moveMs(1)
        await pass(hourMs)
        expect(await planOf(about)).toMatchObject({ id, state: 'overtaken' })
        expect([await giftOf(about), (await read(about)).definition.quota]).toEqual([stays, 7])
        expect(await itemsAbout(id)).toMatchObject([
          { kind: at === 'end' ? 'settings.not-put-back' : 'settings.not-begun' },
        ])
      }
      const off = await offered(kind, 'OFF')
      await agreed(off, { from: inMs(hourMs) })
      const { seen } = await read(off)
      const input = { ...off, seen, isOn: false }
      await desk.call('POST /api/console/rewards/switch', { as: lek, input })
      await pass(hourMs)
      expect([await giftOf(off), (await read(off)).row.state]).toEqual(['200.00', 'off'])
    },
  )

  const own = (sql: string) => unguarded(world.database.ownerDb, (tx) => tx.query(sql))
  const disabled = (name: string, at: string, by: string) =>
    own(
      `update operators_operator set disabled_at = ${at}, disabled_by = ${by} where name = '${name}'`,
    )

  test.each([
    [
      'its maker is disabled',
      'asker-disabled',
      () => disabled('lek', 'now()', `'operator:nok'`),
      () => disabled('lek', 'null', 'null'),
    ],
    [
      'who has confirmed it is disabled',
      'plan-unconfirmed',
      () => disabled('som', 'now()', `'operator:nok'`),
      () => disabled('som', 'null', 'null'),
    ],
    [
      'its maker may not change rewards any more',
      'plan-no-right',
      () => own(`update operators_role set role = 'risk' where operator = 'lek'`),
      () => own(`update operators_role set role = 'owner' where operator = 'lek'`),
    ],
  ])('SCREEN-87 SCREEN-71 it does not begin where %s', async (_what, why, become, back) => {
    const about = await offered('bonus', `JUDGED-${why.toUpperCase()}`)
    const id = await agreed(about, { from: inMs(hourMs) })
    await become()
    await pass(hourMs)
    await back()
    expect(await planOf(about)).toMatchObject({ id, state: 'refused', why })
    expect(await giftOf(about)).toBe('100.00')
    expect(await itemsAbout(id)).toMatchObject([{ kind: 'settings.not-begun' }])
  })

  test('SCREEN-87 fewer than were taken meanwhile are refused, at once and at its time', async () => {
    const about = await offered('code', 'FEWER')
    const definition = anyCode({ terms: baht('100'), quota: 1 })
    await ask('save', about, { definition, from: inMs(hourMs) })
    for (const _ of [1, 2]) {
      const player = await world.addPlayer(0n, [])
      expect((await player.call('GET /api/promotion/activate/FEWER')).status).toBe(200)
    }
    const { body } = await ask('save', about, { definition })
    expect(body.problems).toMatchObject([{ path: ['quota'], reason: 'taken' }])
    expect((await ask('look', about, { definition })).body.state).toBe('refused')
    await pass(hourMs)
    expect(await planOf(about)).toMatchObject({ state: 'refused', why: 'definition-wrong' })
    expect((await read(about)).definition.quota).toBe(40)
  })

  test('SCREEN-87 SCREEN-08 an old dear one is not offered by one person because something small is planned for it, nor what a plan has defined', async () => {
    const turn = async (about: About, isOn: boolean) => {
      const { seen } = await read(about)
      const input = { ...about, seen, isOn }
      return (await desk.call('POST /api/console/rewards/switch', { as: lek, input })).body
    }
    const old = await offered('bonus', 'OLD', { quota: 150 })
    await turn(old, false)
    await house.passHours(30)
    await agreed(old, { from: inMs(hourMs) }, '1')
    const asked = await turn(old, true)
    expect([await giftOf(old), asked.state]).toEqual(['100.00', 'waits'])
    await house.no('som', asked.request)
    // What it was before is counted today, and what it is now for another day.
    const counted = await offered('bonus', 'COUNTED')
    await turn(counted, false)
    await agreed(counted, { from: inMs(hourMs) })
    await pass(hourMs)
    const again = await turn(counted, true)
    expect([await giftOf(counted), again.state]).toEqual(['200.00', 'waits'])
    await house.no('som', again.request)
  })
})

test('SCREEN-87 one that waits is ended by whoever may change rewards, and never begins; one in force is ended by putting back what was there, which two do where that gives more', async () => {
  const about = await offered('bonus', 'ENDED')
  const waiting = await agreed(about, { from: inMs(hourMs) })
  expect((await endPlan(waiting, { name: 'lek', roles: ['risk'] })).body.code).toBe('NO_RIGHT')
  expect((await endPlan(waiting, { name: 'lek', roles: ['marketing'] })).body.state).toBe('done')
  await pass(hourMs)
  expect(await giftOf(about)).toBe('100.00')
  const begun = await agreed(about, { until: inMs(9 * hourMs) }, '1')
  await carryOut()
  expect(await giftOf(about)).toBe('1.00')
  await house.passHours(30)
  // The day of rewards is spent: 100 baht, 40 times, are more than what is left of it.
  await offered('bonus', 'SPENT', { quota: 190 })
  const { body } = await endPlan(begun)
  expect([body.state, await giftOf(about)]).toEqual(['waits', '1.00'])
  await house.yes('som', body.request)
  expect([await giftOf(about), (await read(about)).plans]).toEqual(['100.00', []])
})

const moments: Moment[] = [
  { at: 'before', statement: 'for update' },
  { at: 'after', statement: 'insert into bonus_campaign' },
  { at: 'after', statement: 'insert into core_audit' },
  { at: 'before', statement: 'update settings_plan' },
  { at: 'before the commit of', statement: 'update settings_plan' },
  { at: 'after the commit of', statement: 'update settings_plan' },
]

test.each(moments)(
  'SCREEN-87 killed $at $statement, at its beginning and at its end: whole or not, and once',
  async (moment) => {
    const about = await offered('bonus', `KILLED-${moments.indexOf(moment)}`)
    const id = await agreed(about, { from: inMs(hourMs), until: inMs(2 * hourMs) })
    for (const [before, after] of [
      ['100.00', '200.00'],
      ['200.00', '100.00'],
    ] as const) {
      world.clock.moveMs(hourMs)
      await loseAt(world.database.url, moment, carryOut)
      const isDone = moment.at === 'after the commit of'
      await expect.poll(() => giftOf(about)).toBe(isDone ? after : before)
      await Promise.all([carryOut(), carryOut()])
      expect(await giftOf(about)).toBe(after)
    }
    const acts = await world.database.db.query(
      `select from core_audit where request_id = $1 and action = 'bonus.define'`,
      [`plan ${id}`],
    )
    expect(acts).toHaveLength(2)
  },
)
