import type { Role } from '@kapao/contract/console/roles'
import { roles, rightsOf } from '@kapao/contract/console/roles'
import {
  canBeTightened,
  groupOf,
  partsOfName,
  rightOf,
  settingGroups,
} from '@kapao/contract/console/settings'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { fieldOf } from '#settings/entries/kinds/field-of.ts'
import { settingNames, settingOf, type SettingName } from '#settings/registry.ts'
import { openDeskCalls, type DeskAnswer, type DeskCalls } from '#testing/desk/desk-calls.ts'
import { valueOf } from '#testing/desk/random-value.ts'
import { openWorkWorld, type WorkWorld } from '#testing/desk/work-world.ts'
import { openSettingDesk } from '../setting-routes.ts'

let world: WorkWorld
let desk: DeskCalls
beforeAll(async () => {
  world = await openWorkWorld()
  await world.addMember()
  const { registerConsole } = openSettingDesk(world.around)
  desk = await openDeskCalls(registerConsole!, world)
})
afterAll(async () => {
  await desk.close()
  await world.close()
})
beforeEach(() => world.passHours(30))

type Target = { value?: unknown; text?: string; isDefault?: boolean; version?: number }
type Seat = { name: string; roles: readonly Role[] }
const lek: Seat = { name: 'lek', roles: ['owner'] }

const look = (name: string, given: Target, as: Seat = lek) =>
  desk.call('POST /api/console/settings/look/{name}', { as, input: { name, ...given } })
const save = (name: string, given: Target, as: Seat = lek, key = systemIds.key()) =>
  desk.call('POST /api/console/settings/set/{name}', { as, input: { name, ...given }, key })
const history = (name: string, after?: string) =>
  desk.call('GET /api/console/settings/history/{name}', {
    as: lek,
    input: { name, ...(after && { after }) },
  })
const yes = (id: string, name = 'som') =>
  world.decide(name, { kind: 'second', id, decision: 'yes' })
const no = (id: string) =>
  world.decide('som', { kind: 'second', id, decision: 'no', why: 'not today' })

async function read(name: string) {
  const { body } = await desk.call('GET /api/console/settings', { as: lek, input: {} })
  return body.settings.find((one: { name: string }) => one.name === name)
}

/** Everything that a look could leave behind. */
async function kept(): Promise<unknown> {
  const [row] = await world.database.db.query(
    `select (select count(*) from core_audit) as acts, (select count(*) from confirm_request) as requests,
            (select max(asked_at) from confirm_request) as asked, (select sum(version) from settings_value) as versions`,
  )
  return row
}

/** What a save said, in the words of a look. */
function saidBy({ status, body }: DeskAnswer): Record<string, unknown> {
  if (status === 200) return { state: body.state, waitsFor: body.waitsFor, soonest: body.soonest }
  if (body.code === 'FIELD_WRONG') return { state: 'refused', problems: body.problems }
  if (body.code === 'DECISION_REFUSED')
    return { state: 'refused', why: body.why ?? null, sentence: body.message, problems: [] }
  return { code: body.code }
}

describe('SCREEN-06 refusals before the click', () => {
  test('SCREEN-06 what contradicts another setting, waits already, or keeps the asker out is said before the click', async () => {
    const above = await look('withdraw.min.BAHT', { value: '99999' })
    expect(above.body).toMatchObject({
      state: 'refused',
      why: 'minimum-above-maximum',
      problems: [],
    })
    const asked = await save('withdraw.max.BAHT', { value: '60000' })
    expect(asked.body).toMatchObject({ state: 'waits', waitsFor: ['dao', 'som'] })
    expect((await look('withdraw.max.BAHT', { value: '61000' })).body).toMatchObject({
      state: 'refused',
      why: 'waits-already',
    })
    await no(asked.body.request)
  })
})

test('SCREEN-06 of a day’s limit the look says how much of it is given', async () => {
  const { body } = await look('credit.aloneDayMax.BAHT', { value: '1000' })
  expect(body).toMatchObject({
    state: 'done',
    alone: {
      given: { amount: '0.00', currency: 'BAHT' },
      max: { amount: '20000.00', currency: 'BAHT' },
    },
  })
  expect((await look('qr.minutes', { value: 16 })).body.alone).toBeNull()
})

describe('SCREEN-05 two editors, and an answer that was lost', () => {
  test('SCREEN-05 the later of two is refused by its version, and says so; nothing is overwritten', async () => {
    const { version } = await read('brand.name')
    expect((await save('brand.name', { value: 'First', version })).body.state).toBe('done')
    const late = { value: 'Second', version }
    expect((await look('brand.name', late)).body).toMatchObject({
      state: 'refused',
      why: 'setting-changed',
    })
    const refused = await save('brand.name', late)
    expect([refused.status, refused.body.why]).toEqual([409, 'setting-changed'])
    expect((await read('brand.name')).value).toBe('First')
  })

  test('SCREEN-05 sent again under its key it counts once, done or waiting; something else under it is refused', async () => {
    for (const [name, value, other, state] of [
      ['qr.minutes', 20, 21, 'done'],
      ['bankfeed.blindDayMax.BAHT', '300000', '400000', 'waits'],
    ] as const) {
      const { version } = await read(name)
      const key = systemIds.key()
      const [first, again] = await Promise.all([
        save(name, { value, version }, lek, key),
        save(name, { value, version }, lek, key),
      ])
      expect([first.body.state, again.body.state]).toEqual([state, state])
      expect(again.body.request).toBe(first.body.request)
      const third = await save(name, { value, version }, lek, key)
      expect(third.body).toMatchObject({ state, request: first.body.request })
      expect((await save(name, { value: other, version }, lek, key)).body.code).toBe('KEY_REUSED')
      const [{ count }] = (await world.database.db.query<{ count: bigint }>(
        `select count(*) from core_audit where request_id = $1`,
        [key],
      )) as [{ count: bigint }]
      expect(Number(count)).toBe(1)
      if (state === 'waits') await no(first.body.request)
    }
  })
})

describe('SCREEN-03 who may change what', () => {
  /** One change of each group that waits for nobody, and loosens nothing. */
  const changeOf: Record<(typeof settingGroups)[number], [SettingName, unknown]> = {
    brand: ['brand.name', 'Other'],
    content: ['contact.text.th', '<p>สวัสดี</p>'],
    rewards: ['bonus.factor', '6'],
    deposits: ['slip.limitMinutes', 30],
    withdrawals: ['withdraw.autoMax.BAHT', '1000'],
    accounts: ['withdraw.channel.BAHT', 'PAYONEX'],
    games: ['games.iframe', true],
    registration: ['sms.dayMax', 4_000],
    chat: ['chat.keepDays', 400],
    service: ['service.active', false],
    console: ['console.promisedMinutes.talk', 2],
  }
  const closes: readonly string[] = ['deposits', 'withdrawals', 'chat', 'service']

  test.each(roles.flatMap((role) => settingGroups.map((group) => [role, group] as const)))(
    'SCREEN-03 %s, and a setting of the group %s',
    async (role, group) => {
      const [name, value] = changeOf[group]
      expect(groupOf(partsOfName(name)!.word)).toBe(group)
      const held = rightsOf[role]
      const may =
        held.includes('settings.see') &&
        (held.includes(rightOf(group)) ||
          (held.includes('settings.tighten') && canBeTightened(group) && closes.includes(group)))
      const as = { name: 'lek', roles: [role] }
      const seen = await look(name, { value }, as)
      expect([seen.status, seen.body.code]).toEqual(may ? [200, undefined] : [403, 'NO_RIGHT'])
      if (may) return
      const before = await read(name)
      expect((await save(name, { value }, as)).body.code).toBe('NO_RIGHT')
      expect(await read(name)).toEqual(before)
    },
  )

  const provider = (
    settingOf('games.providers').fallback as { code: string; currencies: string[] }[]
  )[0]!
  const others = (settingOf('games.providers').fallback as object[]).slice(1)
  test.each<[string, SettingName, unknown, boolean]>([
    [
      'takes a currency off a provider',
      'games.providers',
      [{ ...provider, currencies: ['BAHT'] }, ...others],
      true,
    ],
    [
      'takes a currency off and changes a host',
      'games.providers',
      [{ ...provider, currencies: [], launchHosts: ['a.example'] }, ...others],
      false,
    ],
    [
      'takes a currency off and another logo on',
      'games.providers',
      [{ ...provider, currencies: [], logo: '/x.svg' }, ...others],
      false,
    ],
    ['blocks a network', 'service.blocked', ['203.0.113.0/24'], true],
    ['raises a limit', 'withdraw.autoMax.BAHT', '2000.01', false],
    ['lowers a limit', 'withdraw.autoMax.BAHT', '1999.99', true],
    ['asks for fewer approvals', 'withdraw.twoFrom.BAHT', '20000.01', false],
    [
      'adds an account',
      'deposit.accounts',
      [
        {
          bankCode: 'KBANK',
          bankType: 'bank',
          mode: 'AUTO',
          bank: { nameTH: 'K', nameEN: 'K' },
          bankAccountName: 'X',
          bankAccountNo: '1112223334',
          currency: 'BAHT',
        },
      ],
      false,
    ],
    ['raises the minimum', 'withdraw.min.BAHT', '200', false],
    ['keeps talks for less long', 'chat.keepDays', 10, false],
  ])('SCREEN-03 risk %s', async (_what, name, value, may) => {
    const { status } = await look(name, { value }, { name: 'dao', roles: ['risk'] })
    expect(status).toBe(may ? 200 : 403)
  })

  test('SCREEN-03 risk opens no door again, not even the default', async () => {
    const risk: Seat = { name: 'dao', roles: ['risk'] }
    expect((await save('service.active', { value: false }, risk)).body.state).toBe('done')
    for (const given of [{ value: true }, { isDefault: true }])
      expect((await save('service.active', given, risk)).body.code).toBe('NO_RIGHT')
    expect((await read('service.active')).value).toBe(false)
    await save('service.active', { isDefault: true })
  })
})

describe('SCREEN-11 the way back', () => {
  test('SCREEN-11 the history has who set, asked, approved and dropped what, and each value can be set again', async () => {
    const name = 'invite.rate'
    await save(name, { value: '0.4' })
    const dropped = await save(name, { value: '0.9' })
    await no(dropped.body.request)
    const asked = await save(name, { value: '0.8' })
    await yes(asked.body.request)
    await save(name, { isDefault: true })
    const { body } = await history(name)
    expect(
      body.acts.map((one: Record<string, unknown>) => [
        one['by'],
        one['act'],
        one['before'],
        one['after'],
        one['why'],
      ]),
    ).toEqual([
      ['operator:lek', 'default', '0.8', '0.5', null],
      ['operator:som', 'set', '0.4', '0.8', null],
      ['operator:som', 'approved', null, null, null],
      ['operator:lek', 'asked', null, '0.8', null],
      ['operator:som', 'dropped', null, null, 'not today'],
      ['operator:lek', 'asked', null, '0.9', null],
      ['operator:lek', 'set', '0.5', '0.4', null],
    ])
    const back = { value: body.acts[1].before, version: (await read(name)).version }
    expect((await look(name, back)).body.state).toBe('done')
    expect((await save(name, back)).body.state).toBe('done')
    expect((await read(name)).value).toBe('0.4')
  })

  test('SCREEN-11 a long history comes page by page, and an unknown setting has none', async () => {
    for (let minutes = 30; minutes < 55; minutes += 1) await save('qr.minutes', { value: minutes })
    const first = (await history('qr.minutes')).body
    const second = (await history('qr.minutes', first.next)).body
    expect(first.acts).toHaveLength(20)
    expect(second.acts.length).toBeGreaterThan(4)
    expect(Number(second.acts[0].id)).toBeLessThan(Number(first.acts.at(-1).id))
    expect((await history('qr.nothing')).status).toBe(404)
  })
})

test('SCREEN-02 a bad value is refused in full, every problem at its place, and nothing is changed', async () => {
  const was = await kept()
  const value = [
    { name: 'a', text: { th: '', la: 'x', en: 'x' } },
    { name: 'B', text: { th: 'x', la: 'x' } },
  ]
  const { status, body } = await save('chat.canned', { value })
  expect([status, body.code]).toEqual([400, 'FIELD_WRONG'])
  expect(
    body.problems.map(({ path, reason }: { path: unknown[]; reason: string }) => [
      path.join('.'),
      reason,
    ]),
  ).toEqual([
    ['0.text.th', 'missing'],
    ['1.name', 'form'],
    ['1.text.en', 'missing'],
  ])
  expect(await kept()).toEqual(was)
})

/** What a look foretells, as a save says it. */
function foretoldBy({ status, body }: DeskAnswer): Record<string, unknown> {
  if (status !== 200) return { code: body.code }
  const { state, waitsFor, soonest, problems, why, sentence } = body
  if (state === 'refused')
    return problems.length > 0 ? { state, problems } : { state, problems, why, sentence }
  return { state: state === 'same' ? 'done' : state, waitsFor, soonest }
}

describe('SCREEN-06 a look says what the save then does', () => {
  const junk = fc.constantFrom<unknown>('', '-1', null, 7.5, [], {}, 'x', true, [{}], '<b>x')
  const change = fc.constantFrom(...settingNames).chain((name) => {
    const fitting = valueOf(fieldOf(settingOf(name).kind.schema))
    const value = fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: junk })
    return fc.record({
      name: fc.constant(name),
      value,
      isDefault: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
      /** Mostly the version that is there; else an older or a later one. */
      ahead: fc.constantFrom(0, 0, 0, 0, 0, 0, -1, 3),
      who: fc.constantFrom<Seat>(
        lek,
        { name: 'dao', roles: ['owner'] },
        { name: 'lek', roles: ['risk'] },
        { name: 'lek', roles: ['marketing'] },
      ),
      answer: fc.constantFrom('yes', 'no', 'leave'),
    })
  })
  const changes = fc.sample(change, { numRuns: 200, seed: 47 })

  test(
    'SCREEN-06 of 200 random changes, those that wait and those that are refused as well',
    { tags: 'long-2', timeout: 180_000 },
    async () => {
      const states = new Map<string, number>()
      for (const { name, value, isDefault, ahead, who, answer } of changes) {
        const before = await read(name)
        const version = Math.max(0, before.version + ahead)
        const given = isDefault ? { isDefault, version } : { value, version }
        const was = await kept()
        const seen = await look(name, given, who)
        expect(await kept(), 'a look keeps nothing').toEqual(was)
        const saved = await save(name, given, who)
        const after = await read(name)
        const said = saidBy(saved)
        const state = seen.body.state ?? seen.body.code
        states.set(state, (states.get(state) ?? 0) + 1)
        expect([name, value, said]).toEqual([name, value, foretoldBy(seen)])
        const isDone = state === 'done'
        expect([after.version - before.version, after.value]).toEqual([
          isDone ? 1 : 0,
          isDone ? seen.body.after : before.value,
        ])
        if (state !== 'waits' || answer === 'leave') continue
        await (answer === 'yes' ? yes(saved.body.request) : no(saved.body.request))
        expect((await read(name)).value).toEqual(answer === 'yes' ? seen.body.after : before.value)
      }
      expect(
        Math.min(...['done', 'waits', 'refused'].map((one) => states.get(one) ?? 0)),
      ).toBeGreaterThan(5)
    },
  )
})
