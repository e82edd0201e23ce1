import type { Fact, WorkRow } from '@kapao/contract/console/work'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDb, type Db } from '#core/db/db.ts'
import { appRole } from '#core/db/migrate.ts'
import { systemIds } from '#core/ids.ts'
import { createLog } from '#core/telemetry/log.ts'
import { carryOutPlans } from '#settings/plans/carry-out.ts'
import { unguarded } from '#testing/database/database.ts'
import type { Moment } from '#testing/database/database-wire.ts'
import { loseAt } from '#testing/database/lost-work.ts'
import { lek, openSettingCalls, type SettingWish } from '#testing/desk/setting-calls.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { killWorkerAt } from '#testing/processes/killed-worker.ts'
import { planRules } from './plans.ts'

const world = testWorld(openWorkWorld)
const calls = testWorld(() => openSettingCalls(world))
beforeAll(() => world.addMember())
beforeEach(async () => {
  await world.passHours(30)
  // What an earlier test has left to come is of no concern to the next one.
  for (const { id, state } of await calls.plans())
    if (state === 'waits' || state === 'begun')
      await world.database.ownerDb.query(
        `update settings_plan set state = 'dropped', ended_at = now(), ended_by = 'system:test' where id = $1`,
        [id],
      )
})

const log = createLog('silent')
const carryOut = (db: Db = world.database.db) =>
  carryOutPlans({ db, clock: world.clock, log, ...planRules })
/** What people read of a plan that did not do its work. */
const itemsOf = async (plan: string) => {
  const rows = (await world.list('suspicion')) as WorkRow[]
  const ours = rows.filter(({ why }) => why.code.startsWith('settings.'))
  const read = ours.map(async ({ kind, id, why: { code } }) => {
    const { body } = await world.read('lek', kind, id)
    const [, evidence] = body.panels
    const facts = Object.fromEntries(
      evidence.facts.map(({ name, value }: Fact) => [
        name,
        'json' in value ? JSON.parse(value.json) : value,
      ]),
    )
    return { id, code, words: body.panels[0].facts[0].value.text, facts }
  })
  return (await Promise.all(read)).filter(({ words }) => words.startsWith(`plan ${plan}:`))
}

/** The worker looks every five seconds. */
const goTo = (at: Date | string) => world.clock.moveMs(+new Date(at) - +world.clock.now())
const inMs = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()
const valueOf = async (name: string) => (await calls.read(name)).value
const planOf = async (id: string) => {
  const [plan] = await world.database.db.query<Record<string, unknown>>(
    `select state, made_by as "madeBy", agreed_by as "agreedBy", begun_at as "begunAt", ended_by as "endedBy", why
     from settings_plan where id = $1`,
    [id],
  )
  return plan!
}
const lastPlan = async (): Promise<string> => {
  const [row] = await world.database.db.query<{ id: string }>(
    'select max(id)::text as id from settings_plan',
  )
  return row!.id
}

const languages = ['th', 'la', 'en'] as const
const texts = (words: string): SettingWish[] =>
  languages.map((of) => ({ name: `contact.text.${of}`, value: `<p>${words}</p>` }))
const shown = () => Promise.all(languages.map((of) => valueOf(`contact.text.${of}`)))
const said = (words: string) => languages.map(() => `<p>${words}</p>`)

async function plan(changes: SettingWish[], times: { from?: string; until?: string }) {
  const { body } = await calls.save(changes, lek, times)
  expect(body).toMatchObject({ state: 'done' })
  return lastPlan()
}

describe('SCREEN-10 it begins and ends', () => {
  test('SCREEN-10 SCREEN-26 at midnight of Bangkok and at the end of a month, whole, and puts back what it found', async () => {
    await calls.save(texts('always'))
    goTo('2031-11-29T05:00:00Z')
    // The 30th of November 00:00 to the 30th 24:00, of Bangkok.
    const times = { from: '2031-11-29T17:00:00.000Z', until: '2031-11-30T17:00:00.000Z' }
    expect((await calls.look(texts('campaign'), lek, times)).body.state).toBe('done')
    const id = await plan(texts('campaign'), times)
    const steps: [string, string, string][] = [
      ['2031-11-29T16:59:59.999Z', 'always', 'waits'],
      ['2031-11-29T17:00:00.000Z', 'campaign', 'begun'],
      ['2031-11-30T16:59:59.999Z', 'campaign', 'begun'],
      ['2031-11-30T17:00:00.000Z', 'always', 'ended'],
      ['2031-12-30T17:00:00.000Z', 'always', 'ended'],
    ]
    for (const [at, words, state] of steps) {
      goTo(at)
      await carryOut()
      expect([at, await shown(), (await planOf(id))['state']]).toEqual([at, said(words), state])
    }
    const { acts } = (await calls.history('contact.text.la')).body
    expect(
      acts
        .slice(0, 3)
        .map(({ act, by, plan: of, before, after, from, until }: Record<string, unknown>) => ({
          act,
          by,
          of,
          before,
          after,
          times: from && { from, until },
        })),
    ).toEqual([
      {
        act: 'set',
        by: 'system:worker',
        of: id,
        before: '<p>campaign</p>',
        after: '<p>always</p>',
        times: null,
      },
      {
        act: 'set',
        by: 'system:worker',
        of: id,
        before: '<p>always</p>',
        after: '<p>campaign</p>',
        times: null,
      },
      {
        act: 'planned',
        by: 'operator:lek',
        of: id,
        before: '<p>always</p>',
        after: '<p>campaign</p>',
        times,
      },
    ])
  })

  test('SCREEN-10 what was the default is the default again; without an end it stays', async () => {
    await calls.set('brand.color', { isDefault: true })
    await plan([{ name: 'brand.color', value: '#123456' }], { until: inMs(hourMs) })
    await carryOut()
    expect(await calls.read('brand.color')).toMatchObject({ value: '#123456', isSet: true })
    world.clock.moveMs(hourMs)
    await carryOut()
    expect(await calls.read('brand.color')).toMatchObject({ isSet: false })
    const id = await plan([{ name: 'brand.color', value: '#123456' }], { from: inMs(hourMs) })
    world.clock.moveMs(hourMs)
    await carryOut()
    world.clock.moveMs(99 * hourMs)
    await carryOut()
    expect((await calls.read('brand.color')).value).toBe('#123456')
    expect((await planOf(id))['state']).toBe('ended')
  })

  test('SCREEN-10 begun by nobody for a day it begins late, and says when; missed as a whole it does not begin', async () => {
    await calls.save(texts('always'))
    const from = inMs(hourMs)
    const late = await plan(texts('late'), { from, until: inMs(72 * hourMs) })
    world.clock.moveMs(25 * hourMs)
    await carryOut()
    expect(await shown()).toEqual(said('late'))
    const [row] = (await calls.plans()).filter((one: { id: string }) => one.id === late)
    expect(row).toMatchObject({ from, begunAt: world.clock.now().toISOString(), by: 'lek' })
    await calls.endPlan(late)

    const missed = await plan(texts('missed'), { from: inMs(hourMs), until: inMs(2 * hourMs) })
    world.clock.moveMs(3 * hourMs)
    await carryOut()
    expect(await shown()).toEqual(said('always'))
    expect(await planOf(missed)).toMatchObject({ state: 'refused', why: 'plan-missed' })
    const [act] = (await calls.history('contact.text.en')).body.acts
    expect(act).toMatchObject({ act: 'refused', why: 'plan-missed', plan: missed })
  })

  test('SCREEN-10 two that overlap are refused, before the click as well; one may follow the other, also after a night without a worker', async () => {
    await calls.save(texts('always'))
    const [one, two, three] = [inMs(hourMs), inMs(2 * hourMs), inMs(3 * hourMs)]
    await plan(texts('first'), { from: one, until: two })
    const [th] = texts('other')
    for (const times of [
      { from: inMs(0), until: inMs(hourMs + minuteMs) },
      { from: inMs(2 * hourMs - 1), until: three },
      { from: one, until: two },
      { from: inMs(minuteMs) },
      { until: three },
    ]) {
      expect((await calls.look([th!], lek, times)).body).toMatchObject({ why: 'plans-overlap' })
      expect((await calls.save([th!], lek, times)).body.why).toBe('plans-overlap')
    }
    await plan(texts('second'), { from: two, until: three })
    world.clock.moveMs(hourMs)
    await carryOut()
    expect(await shown()).toEqual(said('first'))
    // Made while the first is in force: it finds what that one puts back.
    await plan(texts('third'), { from: three })
    world.clock.moveMs(hourMs + minuteMs)
    await carryOut()
    expect(await shown()).toEqual(said('second'))
    world.clock.moveMs(9 * hourMs)
    await carryOut()
    expect(await shown()).toEqual(said('third'))
  })

  test.each<[{ from: number; until?: number }, string]>([
    [{ from: 2, until: 1 }, 'ends before it begins'],
    [{ from: -2, until: -1 }, 'is over'],
    [{ from: 24 * 401 }, 'is far away'],
  ])('SCREEN-10 one that %j is refused, and nothing is kept', async ({ from, until }) => {
    const before = await lastPlan()
    const times = {
      from: inMs(from * hourMs),
      ...(until !== undefined && { until: inMs(until * hourMs) }),
    }
    expect((await calls.look(texts('x'), lek, times)).body).toMatchObject({ why: 'plan-time' })
    expect((await calls.save(texts('x'), lek, times)).body.why).toBe('plan-time')
    expect(await lastPlan()).toBe(before)
  })

  test('SCREEN-10 sent again under its key it is one plan; with other times under the key it is refused', async () => {
    const key = systemIds.key()
    const times = { from: inMs(hourMs), until: inMs(2 * hourMs) }
    const first = await calls.save(texts('once'), lek, { ...times, key })
    const before = await lastPlan()
    expect((await calls.save(texts('once'), lek, { ...times, key })).body).toEqual(first.body)
    expect(await lastPlan()).toBe(before)
    for (const other of [{ from: times.from }, {}, { ...times, until: inMs(3 * hourMs) }])
      expect((await calls.save(texts('once'), lek, { ...other, key })).body.code).toBe('KEY_REUSED')
  })
})

describe('SCREEN-10 somebody changes it meanwhile', () => {
  test('SCREEN-10 before it begins: it does not begin, not even a part of it', async () => {
    await calls.save(texts('always'))
    const id = await plan(texts('campaign'), { from: inMs(hourMs), until: inMs(2 * hourMs) })
    await calls.set('contact.text.la', { value: '<p>by hand</p>' })
    world.clock.moveMs(hourMs)
    await carryOut()
    expect(await shown()).toEqual(['<p>always</p>', '<p>by hand</p>', '<p>always</p>'])
    expect(await planOf(id)).toMatchObject({ state: 'overtaken', endedBy: 'system:worker' })
    expect((await calls.history('contact.text.th')).body.acts[0]).toMatchObject({
      act: 'overtaken',
      plan: id,
    })
  })

  test('SCREEN-10 while it is in force: nothing is put back over what they did, and it is listed as overtaken', async () => {
    await calls.save(texts('always'))
    const id = await plan(texts('campaign'), { until: inMs(2 * hourMs) })
    await carryOut()
    await calls.set('contact.text.th', { value: '<p>by hand</p>' })
    world.clock.moveMs(3 * hourMs)
    await carryOut()
    expect(await shown()).toEqual(['<p>by hand</p>', '<p>campaign</p>', '<p>campaign</p>'])
    expect(await calls.plans()).toContainEqual(expect.objectContaining({ id, state: 'overtaken' }))
  })

  test.each([
    ['by itself', () => carryOut()],
    ['by hand', async () => void (await calls.endPlan(await lastPlan()))],
  ])(
    'SCREEN-72 ended %s after one text was corrected, it is an item: what stays, and what was to come back',
    async (_how, end) => {
      await calls.save(texts('always'))
      const id = await plan(texts('campaign'), { until: inMs(2 * hourMs) })
      await carryOut()
      await calls.set('contact.text.th', { value: '<p>by hand</p>' })
      expect(await itemsOf(id)).toEqual([])
      world.clock.moveMs(3 * hourMs)
      await end()
      await carryOut()
      const names = languages.map((of) => `contact.text.${of}`)
      const [item, ...others] = await itemsOf(id)
      expect([item!.code, others]).toEqual(['settings.not-put-back', []])
      expect(item!.facts).toEqual({
        why: { form: 'word', of: 'refusal', code: 'setting-changed' },
        plannedBy: { form: 'operator', name: 'lek' },
        stays: Object.fromEntries(
          names.map((name, at) => [name, at === 0 ? '<p>by hand</p>' : '<p>campaign</p>']),
        ),
        wasToBe: Object.fromEntries(names.map((name) => [name, '<p>always</p>'])),
      })
      const closing = { kind: 'suspicion', id: item!.id, decision: 'close', why: 'set by hand' }
      expect((await world.decide('som', closing)).body.state).toBe('done')
      await carryOut()
      expect(await itemsOf(id)).toEqual([])
    },
  )

  test('SCREEN-72 a plan that does its work, or is dropped, is no item', async () => {
    await calls.save(texts('always'))
    const done = await plan(texts('campaign'), { until: inMs(hourMs) })
    await carryOut()
    world.clock.moveMs(hourMs)
    await carryOut()
    const dropped = await plan(texts('campaign'), { from: inMs(hourMs) })
    await calls.endPlan(dropped)
    expect([...(await itemsOf(done)), ...(await itemsOf(dropped))]).toEqual([])
  })

  test('SCREEN-10 what contradicts another setting by then is refused as a whole', async () => {
    await calls.set('refund.min.BAHT', { value: '10' })
    const changes = [
      { name: 'brand.name', value: 'Campaign' },
      { name: 'refund.min.BAHT', value: '900' },
    ]
    const was = await Promise.all(changes.map(({ name }) => valueOf(name)))
    const id = await plan(changes, { from: inMs(hourMs) })
    await calls.set('refund.max.BAHT', { value: '800' })
    world.clock.moveMs(hourMs)
    await carryOut()
    expect(await Promise.all(changes.map(({ name }) => valueOf(name)))).toEqual(was)
    expect(await planOf(id)).toMatchObject({ state: 'refused', why: 'minimum-above-maximum' })
    await calls.set('refund.max.BAHT', { isDefault: true })
  })
})

describe('SCREEN-10 two people', () => {
  const loose = (value: string): SettingWish[] => [{ name: 'withdraw.max.BAHT', value }]

  test('SCREEN-10 SCREEN-09 one that loosens waits for the second person, who sees its times; it begins after their yes, late if need be', async () => {
    const times = { from: inMs(hourMs), until: inMs(3 * hourMs) }
    const { body: asked } = await calls.save(loose('60000'), lek, times)
    expect(asked).toMatchObject({ state: 'waits', waitsFor: ['dao', 'som'] })
    const { body } = await world.read('som', 'second', asked.request)
    expect(body.panels[2].facts.slice(0, 2)).toEqual([
      { name: 'plannedFrom', value: { form: 'time', at: times.from } },
      { name: 'plannedUntil', value: { form: 'time', at: times.until } },
    ])
    world.clock.moveMs(2 * hourMs)
    await carryOut()
    expect(await valueOf('withdraw.max.BAHT')).toBe('50000.00')
    await calls.yes(asked.request)
    expect(await valueOf('withdraw.max.BAHT')).toBe('50000.00')
    await carryOut()
    expect(await valueOf('withdraw.max.BAHT')).toBe('60000.00')
    const id = await lastPlan()
    expect(await planOf(id)).toMatchObject({
      state: 'begun',
      madeBy: 'operator:lek',
      agreedBy: 'operator:som',
    })
    world.clock.moveMs(2 * hourMs)
    await carryOut()
    expect(await valueOf('withdraw.max.BAHT')).toBe('50000.00')
  })

  test('SCREEN-10 a yes that comes after its end changes nothing', async () => {
    const { body } = await calls.save(loose('60000'), lek, { until: inMs(hourMs) })
    const before = await lastPlan()
    world.clock.moveMs(2 * hourMs)
    expect((await calls.yes(body.request)).body.item.decided).toMatchObject({
      decision: 'notDone',
      why: 'plan-time',
    })
    expect(await lastPlan()).toBe(before)
  })

  test('SCREEN-10 what loosens only when it ends needs the second person, too', async () => {
    const tight = loose('1000')
    expect((await calls.look(tight, lek, { from: inMs(hourMs) })).body.state).toBe('done')
    const times = { from: inMs(hourMs), until: inMs(2 * hourMs) }
    expect((await calls.look(tight, lek, times)).body.state).toBe('waits')
    // Who may only tighten closes for good, and opens nothing by waiting.
    const risk = { name: 'dao', roles: ['risk'] as const }
    expect((await calls.look(tight, risk, { from: inMs(hourMs) })).body.state).toBe('done')
    expect((await calls.look(tight, risk, times)).body.code).toBe('NO_RIGHT')
    expect((await calls.save(tight, risk, times)).body.code).toBe('NO_RIGHT')
  })

  /** Confirmed by som, and due. */
  const confirmed = async (): Promise<string> => {
    const { body } = await calls.save(loose('60000'), lek, { from: inMs(hourMs) })
    await calls.yes(body.request)
    world.clock.moveMs(hourMs)
    return lastPlan()
  }
  const becameOf = async (id: string) => {
    await carryOut()
    const { state, why } = await planOf(id)
    return { state, why, value: await valueOf('withdraw.max.BAHT') }
  }
  const own = (sql: string, ...values: unknown[]) =>
    unguarded(world.database.ownerDb, (tx) => tx.query(sql, values))
  const setDisabled = (name: string, at: string | null) =>
    own(
      `update operators_operator set disabled_at = $2, disabled_by = case when $2::timestamptz is null then null else 'operator:nok' end where name = $1`,
      name,
      at,
    )

  test('SCREEN-10 it does not begin when its maker or the second person is deactivated by then', async () => {
    for (const [name, why] of [
      ['lek', 'asker-disabled'],
      ['som', 'plan-unconfirmed'],
    ] as const) {
      const id = await confirmed()
      await setDisabled(name, world.clock.now().toISOString())
      expect(await becameOf(id)).toEqual({ state: 'refused', why, value: '50000.00' })
      await setDisabled(name, null)
    }
  })

  const setRole = (name: string, from: string, to: string) =>
    own('update operators_role set role = $3 where operator = $1 and role = $2', name, from, to)

  const asIf = (sql: string) => () => own(sql)

  test.each([
    [
      'has another role by then',
      () => setRole('som', 'owner', 'cashier'),
      () => setRole('som', 'cashier', 'owner'),
    ],
    [
      'turns out to have been added by its maker',
      asIf(`update operators_operator set created_by = 'operator:lek' where name = 'som'`),
      asIf(`update operators_operator set created_by = 'operator:nok' where name = 'som'`),
    ],
    [
      'was its maker alone, and others count by now',
      asIf(
        'update confirm_request set decided_by = asked_by where id = (select max(id) from confirm_request)',
      ),
      asIf('select'),
    ],
  ])(
    'SCREEN-71 SCREEN-72 it does not begin when who has confirmed it %s, and an item says so',
    async (_what, become, back) => {
      const id = await confirmed()
      await become()
      const refused = { state: 'refused', why: 'plan-unconfirmed', value: '50000.00' }
      expect(await becameOf(id)).toEqual(refused)
      expect(await itemsOf(id)).toMatchObject([
        {
          code: 'settings.not-begun',
          facts: {
            why: { form: 'word', of: 'refusal', code: 'plan-unconfirmed' },
            stays: { 'withdraw.max.BAHT': '50000.00' },
            wasToBe: { 'withdraw.max.BAHT': '60000.00' },
          },
        },
      ])
      await back()
    },
  )

  test('SCREEN-71 a new passkey of who has confirmed it, and another role besides, change nothing', async () => {
    const id = await confirmed()
    await own(
      `insert into operators_role (operator, role, given_by) values ('som', 'cashier', 'operator:nok')`,
    )
    await own(
      `insert into sign_in_passkey (id, operator, label, public_key, counter, transports, created_at)
       values ('of-somebody-new-1', 'som', 'phone', '', 0, '{}', now())`,
    )
    expect(await becameOf(id)).toMatchObject({ state: 'ended', value: '60000.00' })
    await calls.set('withdraw.max.BAHT', { isDefault: true })
  })

  test('SCREEN-71 of a house of one person, who has confirmed it a day later, it begins', async () => {
    const id = await confirmed()
    await own(
      'update confirm_request set decided_by = asked_by where id = (select max(id) from confirm_request)',
    )
    const others = ['nok', 'som', 'dao']
    for (const one of others) await setRole(one, 'owner', 'support')
    expect(await becameOf(id)).toMatchObject({ state: 'ended', value: '60000.00' })
    for (const one of others) await setRole(one, 'support', 'owner')
    await calls.set('withdraw.max.BAHT', { isDefault: true })
  })

  test('SCREEN-10 nor when its maker may not change it any more, or when it needs a second person by now', async () => {
    const id = await confirmed()
    await own(
      `update operators_role set role = 'marketing' where operator = 'lek' and role = 'owner'`,
    )
    const refused = { state: 'refused', value: '50000.00' }
    expect(await becameOf(id)).toEqual({ ...refused, why: 'plan-no-right' })
    await own(
      `update operators_role set role = 'owner' where operator = 'lek' and role = 'marketing'`,
    )
    // As if an earlier version had let one person make it.
    const alone = await confirmed()
    await own('update settings_plan set agreed_by = null, request = null where id = $1', alone)
    expect(await becameOf(alone)).toEqual({ ...refused, why: 'plan-unconfirmed' })
    await expect(
      world.database.db.query(
        `insert into settings_plan (changes, begins_at, state, made_at, made_by, agreed_by, request)
         values ('[]', now(), 'waits', now(), 'operator:lek', 'operator:som', 999999999)`,
      ),
    ).rejects.toThrow(/foreign key/)
  })
})

describe('SCREEN-10 it is ended by hand', () => {
  test('SCREEN-10 one that waits never begins, and is ended once', async () => {
    await calls.save(texts('always'))
    const id = await plan(texts('campaign'), { from: inMs(hourMs) })
    const cashier = { name: 'dao', roles: ['cashier'] as const }
    expect((await calls.endPlan(id, cashier)).body.code).toBe('NO_RIGHT')
    expect((await calls.endPlan('123456789')).status).toBe(404)
    expect((await calls.endPlan(id)).body.state).toBe('done')
    expect((await calls.endPlan(id)).body.why).toBe('ended-otherwise')
    world.clock.moveMs(hourMs)
    await carryOut()
    expect(await shown()).toEqual(said('always'))
    expect(await planOf(id)).toMatchObject({ state: 'dropped', endedBy: 'operator:lek' })
  })

  test('SCREEN-10 one in force puts back at once what it replaced; where that loosens, after a second yes', async () => {
    await calls.save(texts('always'))
    const id = await plan(texts('campaign'), { until: inMs(9 * hourMs) })
    await carryOut()
    expect((await calls.endPlan(id)).body.state).toBe('done')
    expect(await shown()).toEqual(said('always'))
    expect(await planOf(id)).toMatchObject({ state: 'ended', endedBy: 'operator:lek' })

    const tight = [{ name: 'withdraw.max.BAHT', value: '1000' }]
    const { body: asked } = await calls.save(tight, lek, { until: inMs(99 * hourMs) })
    await calls.yes(asked.request)
    await carryOut()
    expect(await valueOf('withdraw.max.BAHT')).toBe('1000.00')
    const ending = await calls.endPlan(await lastPlan())
    expect(ending.body).toMatchObject({ state: 'waits', waitsFor: ['dao', 'som'] })
    expect(await valueOf('withdraw.max.BAHT')).toBe('1000.00')
    await calls.yes(ending.body.request)
    expect(await valueOf('withdraw.max.BAHT')).toBe('50000.00')
    expect((await planOf(await lastPlan()))['state']).toBe('ended')
  })
})

describe('SCREEN-10 workers', () => {
  const begun = async (): Promise<string> => {
    await calls.save(texts('always'))
    return plan(texts('campaign'), { from: inMs(minuteMs), until: inMs(hourMs) })
  }
  const actsOf = async (id: string): Promise<bigint> => {
    const [row] = await world.database.db.query<{ count: bigint }>(
      `select count(*) from core_audit where request_id = $1`,
      [`plan ${id}`],
    )
    return row!.count
  }

  test('SCREEN-10 of many that carry out the same one at once one does, and its end as well', async () => {
    const id = await begun()
    const others = [1, 2].map((at) =>
      openDb({
        url: world.database.url,
        role: appRole,
        connectionsMax: 2,
        applicationName: `worker ${at}`,
      }),
    )
    const all = [world.database.db, ...others]
    world.clock.moveMs(minuteMs)
    await Promise.all(all.flatMap((db) => [carryOut(db), carryOut(db)]))
    expect([await shown(), await actsOf(id)]).toEqual([said('campaign'), 3n])
    world.clock.moveMs(hourMs)
    await Promise.all(all.flatMap((db) => [carryOut(db), carryOut(db)]))
    expect([await shown(), await actsOf(id)]).toEqual([said('always'), 6n])
    await Promise.all(others.map((db) => db.close()))
  })

  const moments: Moment[] = [
    { at: 'before', statement: 'for update' },
    { at: 'after', statement: 'insert into settings_value' },
    { at: 'after', statement: 'insert into core_audit' },
    { at: 'before', statement: 'update settings_plan' },
    { at: 'after', statement: 'update settings_plan' },
    { at: 'before the commit of', statement: 'update settings_plan' },
    { at: 'after the commit of', statement: 'update settings_plan' },
  ]
  test.each(moments)(
    'SCREEN-10 killed $at $statement, at its beginning and at its end: whole or not, and once',
    async (moment) => {
      const id = await begun()
      for (const [ms, before, after] of [
        [minuteMs, 'always', 'campaign'],
        [hourMs, 'campaign', 'always'],
      ] as const) {
        world.clock.moveMs(ms)
        await loseAt(world.database.url, moment, carryOut)
        const isDone = moment.at === 'after the commit of'
        await expect.poll(shown).toEqual(said(isDone ? after : before))
        await carryOut()
        expect(await shown()).toEqual(said(after))
      }
      expect(await actsOf(id)).toBe(6n)
      expect((await planOf(id))['state']).toBe('ended')
    },
  )

  test(
    'SCREEN-10 the worker itself, killed in the middle of a plan, has done nothing of it; the next one does all',
    { tags: 'long-3', timeout: 60_000 },
    async () => {
      const id = await begun()
      // Its clock is the machine's.
      await world.database.ownerDb.query(
        `update settings_plan set begins_at = now() - interval '1 minute', ends_at = now() + interval '1 year' where id = $1`,
        [id],
      )
      await killWorkerAt(world.database.url, {
        at: 'after',
        statement: 'insert into settings_value',
      })
      expect(await shown()).toEqual(said('always'))
      await killWorkerAt(world.database.url, {
        at: 'after the commit of',
        statement: 'update settings_plan set state',
      })
      await expect.poll(shown).toEqual(said('campaign'))
      expect(await actsOf(id)).toBe(3n)
    },
  )
})
