import { roles, rightsOf } from '@kapao/contract/console/roles'
import {
  canBeTightened,
  groupOf,
  partsOfName,
  rightOf,
  settingGroups,
} from '@kapao/contract/console/settings'
import type { WorkRow } from '@kapao/contract/console/work'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { fieldOf } from '#settings/entries/kinds/field-of.ts'
import { settingNames, settingOf, type SettingName } from '#settings/registry.ts'
import type { DeskAnswer } from '#testing/desk/desk-calls.ts'
import {
  lek,
  openSettingCalls,
  type SettingCalls,
  type SettingSeat,
  type SettingTarget,
  type SettingWish,
} from '#testing/desk/setting-calls.ts'
import { valueOf } from '#testing/desk/random-value.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { subjectOf } from '../settings.ts'

const world = testWorld(openWorkWorld)
const calls = testWorld(() => openSettingCalls(world))
beforeAll(() => world.addMember())
beforeEach(() => world.passHours(30))

const lookAll = (changes: readonly SettingWish[], as?: SettingSeat) => calls.look(changes, as)
const saveAll = (changes: readonly SettingWish[], as?: SettingSeat, key = systemIds.key()) =>
  calls.save(changes, as, { key })
const look = (name: string, given: SettingTarget, as?: SettingSeat) =>
  lookAll([{ name, ...given }], as)
const save = (name: string, given: SettingTarget, as?: SettingSeat, ...key: string[]) =>
  key[0] === undefined ? calls.set(name, given, as) : saveAll([{ name, ...given }], as, key[0])
const history: SettingCalls['history'] = (...given) => calls.history(...given)
const yes = (id: string) => calls.yes(id)
const no = (id: string) => calls.no(id)
/** A setting as it is, whatever waits about it. */
async function read(name: string) {
  const { waits: _waits, ...row } = await calls.read(name)
  return row
}
const readRow = (name: string) => calls.read(name)

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

test('HOUSE-106 a setting says which request to change it waits, by whom and for whom, until that has ended', async () => {
  const name = 'withdraw.max.BAHT'
  const asked = await save(name, { value: '60000' })
  expect((await readRow(name)).waits).toEqual({
    request: asked.body.request,
    command: 'settings set',
    askedBy: 'lek',
    waitsFor: ['dao', 'som'],
    soonest: null,
  })
  expect((await readRow('withdraw.min.BAHT')).waits).toBeNull()
  await no(asked.body.request)
  expect((await readRow(name)).waits).toBeNull()
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

describe('SCREEN-04 SCREEN-09 sets', () => {
  const notices = (words: string): SettingWish[] =>
    ['th', 'la', 'en'].map((of) => ({ name: `agreements.${of}`, value: [`<p>${words} ${of}</p>`] }))

  test('SCREEN-09 SCREEN-04 HOUSE-121 one that loosens waits whole; the second person sees each setting, from what to what, and both are named beside it', async () => {
    const rows = (words: string) => [
      { name: 'a1', text: { th: words, la: 'x', en: 'x' } },
      { name: 'b1', text: { th: 'x', la: 'x', en: 'x' } },
    ]
    await save('chat.canned', { value: rows('old') })
    const changes = [
      { name: 'withdraw.max.BAHT', value: '60000' },
      { name: 'brand.name', value: 'Other house' },
      // In another order: rows are paired by their key.
      { name: 'chat.canned', value: rows('new').toReversed() },
    ]
    const before = await Promise.all(changes.map(({ name }) => read(name)))
    expect((await lookAll(changes)).body).toMatchObject({
      state: 'waits',
      waitsFor: ['dao', 'som'],
    })
    const { body: asked } = await saveAll(changes)
    expect(await Promise.all(changes.map(({ name }) => read(name)))).toEqual(before)

    const waiting = await world.list('second', 'som')
    const row = waiting.find(({ id }) => id === asked.request)
    expect((row as unknown as WorkRow).why.detail).toMatchObject({
      changes: [
        { path: [{ key: 'withdraw.max.BAHT' }], before: '"50000.00"', after: '"60000.00"' },
        {
          path: [{ key: 'brand.name' }],
          before: JSON.stringify(before[1].value),
          after: '"Other house"',
        },
        {
          path: [{ key: 'chat.canned' }, { entry: 'a1' }, { key: 'text' }, { key: 'th' }],
          before: '"old"',
          after: '"new"',
        },
        { path: [{ key: 'chat.canned' }, { key: 'order' }] },
      ],
    })
    const { body } = await world.read('som', 'second', asked.request)
    const [, left, right] = body.panels.map(({ facts }: { facts: unknown[] }) => facts)
    const money = (amount: string) => ({
      name: 'value',
      path: [{ key: 'withdraw.max.BAHT' }],
      value: { form: 'sum', sum: { amount, currency: 'BAHT' } },
    })
    expect([left[0], right[0]]).toEqual([money('50000.00'), money('60000.00')])

    // What overlaps with it waits for the end of it, and says so before.
    const other = [
      { name: 'withdraw.max.BAHT', value: '70000' },
      { name: 'withdraw.max.LAK', value: '70000000' },
    ]
    expect((await lookAll(other)).body).toMatchObject({ state: 'refused', why: 'waits-already' })
    expect((await saveAll(other)).body.why).toBe('waits-already')

    await yes(asked.request)
    const after = await Promise.all(changes.map(({ name }) => read(name)))
    expect(after.map(({ askedBy, changedBy }) => [askedBy, changedBy])).toEqual(
      changes.map(() => ['operator:lek', 'operator:som']),
    )
    expect(after[0].value).toBe('60000.00')
    expect(after[2].value).toEqual(rows('new').toReversed())
    for (const { name } of changes)
      expect(
        (await history(name)).body.acts.slice(0, 3).map(({ act }: { act: string }) => act),
      ).toEqual(['set', 'approved', 'asked'])
    await save('brand.name', { value: 'Third house' })
    expect(await read('brand.name')).toMatchObject({ askedBy: null, changedBy: 'operator:lek' })
  })

  test('SCREEN-04 a set that waits is refused whole where one of its settings was changed meanwhile', async () => {
    const { body: asked } = await saveAll(notices('asked'))
    const was = await read('agreements.th')
    await world.database.ownerDb.query(
      `insert into settings_value values ('agreements.la', '["<p>by hand</p>"]', 1, now(), 'x')
       on conflict (name) do update set value = excluded.value, version = settings_value.version + 1`,
    )
    const { body } = await world.read('som', 'second', asked.request)
    const odd = body.panels[1].facts.filter((fact: { isOdd?: boolean }) => fact.isOdd)
    expect(odd).toMatchObject([{ name: 'version', path: [{ key: 'agreements.la' }] }])
    await yes(asked.request)
    expect(await read('agreements.th')).toEqual(was)
    expect((await read('agreements.la')).value).toEqual(['<p>by hand</p>'])
  })

  test('SCREEN-03 SCREEN-04 who may not change one of them changes none', async () => {
    const before = await read('contact.text.th')
    const changes = [
      { name: 'contact.text.th', value: '<p>สวัสดี</p>' },
      { name: 'brand.name', value: 'Theirs' },
    ]
    const marketing: SettingSeat = { name: 'lek', roles: ['marketing'] }
    for (const { body } of [await lookAll(changes, marketing), await saveAll(changes, marketing)])
      expect(body.code).toBe('NO_RIGHT')
    expect(await read('contact.text.th')).toEqual(before)
  })

  test('SCREEN-04 sent again under its key, also at once, it counts once; a part of it under the key is refused', async () => {
    for (const changes of [
      [
        { name: 'qr.minutes', value: 41 },
        { name: 'slip.dayMax', value: 41 },
      ],
      notices('once'),
    ]) {
      const key = systemIds.key()
      const seen = await Promise.all(
        changes.map(async (one) => ({ ...one, version: (await read(one.name)).version })),
      )
      const [first, again] = await Promise.all([saveAll(seen, lek, key), saveAll(seen, lek, key)])
      expect([first.status, again.status]).toEqual([200, 200])
      expect(again.body).toEqual(first.body)
      expect((await saveAll(seen, lek, key)).body).toEqual(first.body)
      expect((await saveAll(seen.slice(1), lek, key)).body.code).toBe('KEY_REUSED')
      const [{ count }] = (await world.database.db.query<{ count: bigint }>(
        `select count(*) from core_audit where request_id = $1`,
        [key],
      )) as [{ count: bigint }]
      expect(Number(count)).toBe(first.body.state === 'done' ? changes.length : 1)
      if (first.body.state === 'waits') await no(first.body.request)
    }
  })

  test('SCREEN-04 one setting twice, and more than are changed at once, are refused', async () => {
    const one = { name: 'qr.minutes', value: 7 }
    for (const changes of [
      [],
      [one, { ...one, value: 8 }],
      settingNames.slice(0, 21).map((name) => ({ name, isDefault: true })),
    ])
      expect((await saveAll(changes)).status).toBe(400)
    expect((await saveAll([one, { name: 'qr.nothing', value: 1 }])).status).toBe(404)
  })

  test('SCREEN-09 a set is about money unless every setting of it is the door of the console', async () => {
    const isMoney = async (...names: SettingName[]) => {
      const [row] = await world.database.db.query<{ is: boolean }>(
        'select confirm_is_money($1, $2) as is',
        ['settings set', subjectOf(names)],
      )
      return row!.is
    }
    expect(await isMoney('console.addresses')).toBe(false)
    expect(await isMoney('console.addresses', 'console.passwords')).toBe(false)
    expect(await isMoney('console.addresses', 'withdraw.max.BAHT')).toBe(true)
    expect(await isMoney('console.addresses', 'brand.name')).toBe(true)
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
      [{ ...provider, currencies: [], logo: '/games/x.svg' }, ...others],
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
    const risk: SettingSeat = { name: 'dao', roles: ['risk'] }
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
    ['chat.canned.0.text.th', 'missing'],
    ['chat.canned.1.name', 'form'],
    ['chat.canned.1.text.en', 'missing'],
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
  const one = fc.constantFrom(...settingNames).chain((name) => {
    const fitting = valueOf(fieldOf(settingOf(name).kind.schema))
    return fc.record({
      name: fc.constant(name),
      value: fc.oneof({ weight: 8, arbitrary: fitting }, { weight: 1, arbitrary: junk }),
      isDefault: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
      /** Mostly the version that is there; else an older or a later one. */
      ahead: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, -1, 3),
    })
  })
  const set = fc.record({
    /** One, or several at once. */
    all: fc.uniqueArray(one, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
    who: fc.constantFrom<SettingSeat>(
      lek,
      lek,
      { name: 'dao', roles: ['owner'] },
      { name: 'lek', roles: ['risk'] },
      { name: 'lek', roles: ['marketing'] },
    ),
    answer: fc.constantFrom('yes', 'no', 'leave'),
  })
  const sets = fc.sample(set, { numRuns: 200, seed: 47 })

  test(
    'SCREEN-06 SCREEN-04 of 200 random sets, those that wait and those that are refused as well, all of each or nothing',
    { tags: 'long-2', timeout: 180_000 },
    async () => {
      const states = new Map<string, number>()
      const valuesNow = (names: readonly string[]) => Promise.all(names.map(read))
      for (const { all, who, answer } of sets) {
        const names = all.map(({ name }) => name)
        const before = await valuesNow(names)
        const changes = all.map(({ name, value, isDefault, ahead }, at) => {
          const version = Math.max(0, before[at].version + ahead)
          return isDefault ? { name, isDefault, version } : { name, value, version }
        })
        const was = await kept()
        const seen = await lookAll(changes, who)
        expect(await kept(), 'a look keeps nothing').toEqual(was)
        const saved = await saveAll(changes, who)
        const said = saidBy(saved)
        const state = seen.body.state ?? seen.body.code
        states.set(state, (states.get(state) ?? 0) + 1)
        expect([changes, said]).toEqual([changes, foretoldBy(seen)])
        const foretold = before.map(({ value }, at) =>
          state === 'done' ? seen.body.changes[at].after : value,
        )
        expect((await valuesNow(names)).map(({ value }) => value)).toEqual(foretold)
        if (state !== 'waits' || answer === 'leave') continue
        await (answer === 'yes' ? yes(saved.body.request) : no(saved.body.request))
        expect((await valuesNow(names)).map(({ value }) => value)).toEqual(
          before.map(({ value }, at) => (answer === 'yes' ? seen.body.changes[at].after : value)),
        )
      }
      expect(
        Math.min(...['done', 'waits', 'refused'].map((one) => states.get(one) ?? 0)),
      ).toBeGreaterThan(5)
    },
  )
})
