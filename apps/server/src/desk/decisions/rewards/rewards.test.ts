import type { Field } from '@kapao/contract/console/field'
import { rightsOf, roles, type Role } from '@kapao/contract/console/roles'
import { rewardKinds, type RewardKind } from '@kapao/contract/console/reward-words'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { findCampaign, saveCampaign } from '#money/bonus/campaign-store.ts'
import { ValueRefused } from '#settings/check.ts'
import { fieldOf } from '#settings/entries/kinds/field-of.ts'
import { anyBonus, anyCode } from '#testing/operators/rewards.ts'
import { openDeskCalls, type DeskAnswer } from '#testing/desk/desk-calls.ts'
import { valueOf } from '#testing/desk/random-value.ts'
import { openWorkWorld } from '#testing/desk/work-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { usualTerms } from '#testing/worlds/bonus-world.ts'
import { rewards } from './kinds.ts'
import { openRewardDesk } from './routes.ts'

const world = testWorld(openWorkWorld)
const desk = testWorld(() => openDeskCalls(openRewardDesk(world.around).registerConsole!, world))
beforeAll(() => world.addMember())
beforeEach(() => world.passHours(30))

type Seat = { name: string; roles: readonly Role[]; isTouched?: boolean }
type Wish = { kind: RewardKind; code: string; seen?: string | null } & Record<string, unknown>
const lek: Seat = { name: 'lek', roles: ['marketing'] }

const ask = (call: string, { seen = null, ...wish }: Wish, as: Seat = lek, key?: string) =>
  desk.call(`POST /api/console/rewards/${call}`, {
    as,
    input: { ...wish, seen },
    ...(key && { key }),
  })
const look = (wish: Wish, as?: Seat) => ask('look', wish, as)
const save = (wish: Wish, as?: Seat, key = systemIds.key()) => ask('save', wish, as, key)
const turn = (wish: Wish, as?: Seat) => ask('switch', wish, as)
const read = (kind: RewardKind, code: string, version?: string) =>
  desk.call('GET /api/console/rewards/one/{kind}/{code}', {
    as: lek,
    input: { kind, code, ...(version && { version }) },
  })
const yes = (id: string) => world.decide('som', { kind: 'second', id, decision: 'yes' })
const no = (id: string) =>
  world.decide('som', { kind: 'second', id, decision: 'no', why: 'not today' })

const baht = (amount: string) => ({
  ...usualTerms,
  gives: { of: 'amount', amount: { BAHT: amount } },
})

/** Everything that a look could leave behind. */
async function kept(): Promise<unknown> {
  const [row] = await world.database.db.query(
    `select (select count(*) from core_audit) as acts, (select count(*) from confirm_request) as requests,
            (select max(updated_at) from bonus_campaign) as bonuses, (select count(*) from spinwheel_wheel) as wheels`,
  )
  return row
}

describe('SCREEN-02 form and schema of a definition agree', () => {
  const between = ['twice', 'tickets', 'otherCurrency', 'ends', 'few']
  const problemsOf = (kind: RewardKind, value: unknown) => {
    try {
      rewards[kind].check('ANY', value)
      return []
    } catch (error) {
      if (error instanceof ValueRefused) return error.problems
      throw error
    }
  }

  test.each(rewardKinds)('SCREEN-02 what the form of a %s makes is accepted', (kind) => {
    fc.assert(
      fc.property(valueOf(fieldOf(rewards[kind].schema)), (value) => {
        const amiss = problemsOf(kind, value).filter(({ reason }) => !between.includes(reason))
        expect(amiss).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('SCREEN-02 every part of a stored definition has a field, and each kind says how it is typed', async () => {
    const partsOf = (field: Field) =>
      field.form === 'group' ? field.parts.map(({ name }) => name).toSorted() : []
    const definitions = { bonus: anyBonus(), code: anyCode(), wheel: anyWheel({ slices: [] }) }
    const { body } = await desk.call('GET /api/console/rewards', { as: lek })
    for (const kind of rewardKinds)
      expect(partsOf(body.forms[kind])).toEqual(Object.keys(definitions[kind]).toSorted())
  })

  test.each<[string, object, [string, string]]>([
    [
      'a foreign currency',
      { terms: { ...baht('1'), gives: { of: 'amount', amount: { USD: '5' } } } },
      ['terms.gives.amount', 'form'],
    ],
    [
      'no currency',
      { terms: { ...baht('1'), gives: { of: 'amount', amount: {} } } },
      ['terms.gives.amount', 'few'],
    ],
    ['a gift of nothing', { terms: baht('0') }, ['terms.gives.amount.BAHT', 'form']],
    ['a turnover below none', { terms: { ...baht('1'), factor: '-1' } }, ['terms.factor', 'form']],
    [
      'an end before its beginning',
      { startsAt: '2026-12-05T00:00:00Z', endsAt: '2026-12-01T00:00:00Z' },
      ['endsAt', 'ends'],
    ],
    [
      'an open tag',
      {
        banners: {
          th: [{ image: `/pictures/${'A'.repeat(43)}.webp`, html: '<b>x' }],
          la: [],
          en: [],
        },
      },
      ['banners.th.0.html', 'markup'],
    ],
    [
      'a picture that the house does not have',
      {
        banners: { th: [{ image: `/pictures/${'U'.repeat(43)}.webp`, html: 'x' }], la: [], en: [] },
      },
      ['banners.th.0.image', 'noPicture'],
    ],
    ['more than the database counts', { quota: 1_000_001 }, ['quota', 'form']],
  ])('SCREEN-02 %s is refused at its place, and changes nothing', async (_what, more, place) => {
    const wish = {
      kind: 'bonus',
      code: 'WRONG',
      definition: anyBonus({ quota: 1, ...more }),
    } as const
    const was = await kept()
    for (const { body } of [await look(wish), await save(wish)]) {
      expect(body.code ?? body.state).toMatch(/^(refused|FIELD_WRONG)$/)
      const [first] = body.problems as { path: string[]; reason: string }[]
      expect([first!.path.join('.'), first!.reason]).toEqual(place)
    }
    expect(await kept()).toEqual(was)
  })
})

describe('SCREEN-86 slips', () => {
  const warningsOf = async (wish: Wish) => (await look(wish)).body.warnings as string[]
  const words = (th: string, la: string) => ({ th, la, en: '<p>a</p>' })

  test('SCREEN-86 words in the column of another language are said, of a bonus, a code and a wheel', async () => {
    const slips = ['thai-in-lao', 'lao-in-thai']
    const shown = (description: object) => anyCode({ quota: 1, description })
    const code = { kind: 'code', code: 'SLIPPED-1' } as const
    const right = shown(words('<p>ก</p>', '<p>ກ</p>'))
    expect(await warningsOf({ ...code, definition: right })).not.toContain(slips[0])
    const wrong = shown(words('<p>ກ</p>', '<p>ก</p>'))
    expect(await warningsOf({ ...code, definition: wrong })).toEqual(expect.arrayContaining(slips))
    const slices = ['a', 'b'].map((one) => ({ code: one, weight: 1, label: words('ก', 'ก') }))
    const wheel = { kind: 'wheel', code: 'slipped', definition: anyWheel({ slices }) } as const
    expect(await warningsOf(wheel)).toEqual(['thai-in-lao'])
  })

  test('SCREEN-86 a code that is easily taken for another one is said; letters of other scripts, and full-width ones, are refused at their place', async () => {
    const definition = anyCode({ quota: 1 })
    const wish = (code: string): Wish => ({ kind: 'code', code, definition })
    await save(wish('SOLO2026'))
    expect(await warningsOf(wish('S0L02O26'))).toContain('code-alike')
    expect(await warningsOf(wish('5OLO2026'))).toContain('code-alike')
    for (const other of ['SOLO2027', 'SOLO-2026', 'สุขสันต์2026'])
      expect(await warningsOf(wish(other))).not.toContain('code-alike')
    const was = await kept()
    for (const code of ['SОLO2026', 'ＳＯＬＯ２０２６', 'ΑΒΓΔ', 'SOLO 2026', 'solo2026']) {
      for (const { body } of [await look(wish(code)), await save(wish(code))])
        expect([code, body.problems]).toEqual([code, [expect.objectContaining({ path: ['code'] })]])
    }
    expect(await kept()).toEqual(was)
  })

  test('SCREEN-86 the list says in which languages there is nothing of one that has words or pictures in another', async () => {
    const image = `/pictures/${'A'.repeat(43)}.webp`
    const banners = { th: [{ image, html: 'x' }], la: [], en: [] }
    const { db } = world.database
    const kept = { ...anyBonus({ banners }), code: 'THAI-ONLY', isOn: false }
    await db.begin((tx) =>
      saveCampaign(tx, kept as unknown as Parameters<typeof saveCampaign>[1], world.clock.now()),
    )
    await save({ kind: 'bonus', code: 'NO-WORDS', definition: anyBonus({ quota: 1 }) })
    await save({
      kind: 'code',
      code: 'NO-ENGLISH',
      definition: anyCode({ quota: 1, description: { th: '<p>ก</p>', la: '<p>ກ</p>', en: '' } }),
    })
    const { body } = await desk.call('GET /api/console/rewards', { as: lek })
    const missingOf = (code: string) =>
      (body.rewards as { code: string; missing: string[] }[]).find((one) => one.code === code)!
        .missing
    expect(missingOf('THAI-ONLY')).toEqual(['la', 'en'])
    expect(missingOf('NO-WORDS')).toEqual([])
    expect(missingOf('NO-ENGLISH')).toEqual(['en'])
    expect((await read('code', 'NO-ENGLISH')).body.row.missing).toEqual(['en'])
  })
})

test.each(roles)('SCREEN-03 rewards are seen and changed by the rights of %s', async (role) => {
  const as: Seat = { name: 'lek', roles: [role] }
  const right = (name: 'rewards.see' | 'rewards.change') => rightsOf[role].includes(name)
  expect((await desk.call('GET /api/console/rewards', { as })).status).toBe(
    right('rewards.see') ? 200 : 403,
  )
  const wish = { kind: 'bonus', code: `OF-${role.toUpperCase()}` } as const
  const status = right('rewards.change') ? 200 : 403
  const definition = anyBonus({ quota: 1 })
  expect((await look({ ...wish, definition }, as)).status).toBe(status)
  expect((await save({ ...wish, definition }, as)).status).toBe(status)
  const untouched = { ...as, isTouched: false }
  const seen = (await read('bonus', wish.code)).body.seen
  expect((await turn({ ...wish, seen, isOn: false }, untouched)).status).toBe(403)
})

type LookAnswer = { state: string; waitsFor: string[] } & Refusal
type Refusal = { why?: string; problems?: { path: string[] }[] }
const refusal = ({ why, problems = [] }: Refusal) => [
  'refused',
  problems.length > 0 ? problems : why,
]
const saved = ({ state, waitsFor }: LookAnswer) => [state, ...waitsFor]
const foretold = (seen: LookAnswer) => (seen.state === 'refused' ? refusal(seen) : saved(seen))

test('SCREEN-44 a look says what the save then does, for all kinds; what waits has its author and its second person', async () => {
  const slices = [
    { code: 'a', label: 'A', weight: 1 },
    { code: 'b', label: 'B', weight: 1 },
  ]
  const wishes: Wish[] = [
    { kind: 'bonus', code: 'LOOK', definition: anyBonus({ quota: 10, terms: baht('100') }) },
    { kind: 'bonus', code: 'LOOK-2', definition: anyBonus({ quota: 500, terms: baht('100') }) },
    { kind: 'bonus', code: 'LOOK-3', definition: anyBonus() },
    { kind: 'bonus', code: 'small letters', definition: anyBonus({ quota: 1 }) },
    { kind: 'code', code: 'LOOK', definition: anyCode({ quota: 10, terms: baht('100') }) },
    { kind: 'code', code: 'lower', definition: anyCode({ quota: 1 }) },
    { kind: 'code', code: 'LOOK-2', seen: '2026-01-01T00:00:00.000Z', definition: anyCode() },
    { kind: 'wheel', code: 'look', definition: anyWheel({ slices }) },
  ]
  const said: unknown[] = []
  for (const wish of wishes) {
    const was = await kept()
    const seen = (await look(wish)).body
    expect(await kept(), 'a look keeps nothing').toEqual(was)
    const { status, body } = await save(wish)
    said.push(seen.state)
    expect(foretold(seen)).toEqual(status === 200 ? saved(body) : refusal(body))
    if (status !== 200) continue
    if (body.state === 'waits') await yes(body.request)
    const shown = (await read(wish.kind, wish.code)).body
    const after = (await look({ ...wish, seen: shown.seen })).body
    expect([shown.waits, after.state]).toEqual([null, 'same'])
  }
  expect(said).toEqual(['done', 'waits', 'waits', 'refused', 'done', 'refused', 'refused', 'waits'])
})

test('SCREEN-05 of two editors the later one is refused by the version they have seen; a lost answer is given again under its key', async () => {
  const about = { kind: 'bonus', code: 'EDIT' } as const
  const first = { ...about, definition: anyBonus({ quota: 10 }) }
  const key = systemIds.key()
  expect((await save(first, lek, key)).body.state).toBe('done')
  expect((await save(first, lek, key)).body.state).toBe('done')
  expect((await save({ ...about, definition: anyBonus({ quota: 9 }) }, lek, key)).body.code).toBe(
    'KEY_REUSED',
  )
  const { seen } = (await read('bonus', 'EDIT')).body
  world.clock.moveMs(60_000)
  expect((await save({ ...about, seen, definition: anyBonus({ quota: 5 }) })).body.state).toBe(
    'done',
  )
  const later = await save({ ...about, seen, definition: anyBonus({ quota: 6 }) })
  expect(later.body).toMatchObject({ code: 'DECISION_REFUSED', why: 'setting-changed' })
  expect(await findCampaign(world.database.db, 'EDIT')).toMatchObject({ quota: 5 })
  // Of one that waits the same key names the same request.
  const now = (await read('bonus', 'EDIT')).body.seen
  const asked = { ...about, seen: now, definition: anyBonus() }
  const again = systemIds.key()
  const waiting = (await save(asked, lek, again)).body
  expect(waiting.state).toBe('waits')
  expect((await save(asked, lek, again)).body).toMatchObject({
    state: 'waits',
    request: waiting.request,
  })
  expect((await read('bonus', 'EDIT')).body.waits).toEqual({ request: waiting.request, by: 'lek' })
  await no(waiting.request)
  const versions = (await read('bonus', 'EDIT')).body.versions as { version: string; act: string }[]
  expect(versions.map(({ act }) => act)).toEqual(['defined', 'defined'])
  const earlier = (await read('bonus', 'EDIT', versions[1]!.version)).body
  expect(earlier.definition).toMatchObject({ quota: 10 })
  expect((await read('bonus', 'EDIT', '1')).status).toBe(404)
})

test(
  'SCREEN-05 of definitions at once on the same state one is kept, of each kind',
  { tags: 'long-1' },
  async () => {
    const slices = (weight: number) => [
      { code: 'a', label: 'A', weight },
      { code: 'b', label: 'B', weight: 1 },
    ]
    const made: [RewardKind, (at: number) => object][] = [
      ['bonus', (at) => anyBonus({ quota: at + 1, terms: baht('1') })],
      ['code', (at) => anyCode({ quota: at + 1, terms: baht('1') })],
      ['wheel', (at) => anyWheel({ slices: slices(at + 1) })],
    ]
    for (const [kind, definition] of made) {
      const about = { kind, code: 'AT-ONCE' }
      const all = await Promise.all(
        Array.from({ length: 6 }, (_, at) => save({ ...about, definition: definition(at) })),
      )
      const states = all.map(({ body }: DeskAnswer) => body.state ?? body.why)
      const kept = kind === 'wheel' ? 'waits' : 'done'
      expect(
        states.filter((one) => one === kept),
        kind,
      ).toHaveLength(1)
      for (const { body } of all) if (body.state === 'waits') await no(body.request)
    }
  },
)

test('S50 warnings: a high turnover, a gift that is met at once, a share above the deposit, a short code, no quota', async () => {
  const warned = async (code: string, terms: object, quota: number | null = 1) =>
    (
      await look({
        kind: 'code',
        code,
        definition: anyCode({ quota, terms: { ...baht('1'), ...terms } }),
      })
    ).body.warnings
  expect(await warned('SONGKRAN50', {})).toEqual([])
  expect(await warned('AB12', {})).toEqual(['code-short'])
  expect(await warned('SONGKRAN50', { factor: '10.01' })).toEqual(['turnover-high'])
  expect(await warned('SONGKRAN50', { factor: '1' })).toEqual(['above-asked'])
  const gives = { of: 'deposit', percent: 150, max: { BAHT: '5' } }
  expect(await warned('SONGKRAN50', { gives })).toEqual(['above-deposit'])
  expect(await warned('SONGKRAN50', {}, null)).toEqual(['no-quota'])
})

test('SCREEN-14 a bonus of 40 x 500 uses up the day of rewards, and none of the cashiers’ day: a match is still one person’s', async () => {
  const about = { kind: 'bonus', code: 'DAY' } as const
  const definition = anyBonus({ quota: 40, terms: baht('500') })
  const before = (await look({ ...about, definition })).body
  expect(before.alone).toContainEqual({
    given: { amount: '0.00', currency: 'BAHT' },
    max: { amount: '20000.00', currency: 'BAHT' },
  })
  expect(before.costs.most).toEqual([{ amount: '20000.00', currency: 'BAHT' }])
  expect((await save({ ...about, definition })).body.state).toBe('done')
  const next = {
    kind: 'code',
    code: 'DAY-CODE-2',
    definition: anyCode({ quota: 1, terms: baht('1') }),
  } as const
  expect((await look(next)).body).toMatchObject({
    state: 'waits',
    alone: expect.arrayContaining([
      {
        given: { amount: '20000.00', currency: 'BAHT' },
        max: { amount: '20000.00', currency: 'BAHT' },
      },
    ]),
  })
  const member = (await world.addMember()).id
  const id = await world.make.deposit({ money: { amount: 1_900_000n, currency: 'BAHT' } })
  const match = { kind: 'deposit', id, decision: 'match', memberId: member, why: 'receipt 4711' }
  expect((await world.decide('lek', match)).body).toMatchObject({ state: 'done' })
  // And what cashiers have given takes nothing from the rewards.
  const seen = (await look(next)).body.alone
  expect(seen).toContainEqual({
    given: { amount: '20000.00', currency: 'BAHT' },
    max: { amount: '20000.00', currency: 'BAHT' },
  })
})

test('SCREEN-46 the second person sees every part of a definition that differs, rows paired, and when a wheel begins and ends', async () => {
  const slices = (prize: string) => [
    { code: 'a', label: 'A', weight: 1, prize: { amount: prize, currency: 'BAHT' } },
    { code: 'b', label: 'B', weight: 9 },
  ]
  const about = { kind: 'wheel', code: 'seen' } as const
  const asked = (await save({ ...about, definition: anyWheel({ slices: slices('5') }) })).body
  await yes(asked.request)
  const dearer = anyWheel({ slices: [{ code: 'new', label: 'N', weight: 1 }, ...slices('50')] })
  const second = (await save({ ...about, seen: '1', definition: dearer })).body
  const { panels } = (await world.read('som', 'second', second.request)).body
  type Fact = { path: object[]; value: unknown }
  const side = (name: string): Fact[] =>
    panels.find((one: { name: string }) => one.name === name).facts
  const at = (facts: Fact[], ...path: object[]) =>
    facts.find((one) => JSON.stringify(one.path) === JSON.stringify(path))?.value
  const prize = [{ key: 'slices' }, { entry: 'a' }, { key: 'prize' }, { key: 'amount' }]
  expect(at(side('before'), ...prize)).not.toEqual(at(side('after'), ...prize))
  const oddsOf = (entry: string) => [{ key: 'slices' }, { entry }, { key: 'odds' }]
  expect(JSON.stringify(at(side('before'), ...oddsOf('b')))).toContain('90.0000 %')
  expect(JSON.stringify(at(side('after'), ...oddsOf('b')))).toContain('81.8182 %')
  expect(at(side('before'), ...oddsOf('new'))).toBeUndefined()
  await no(second.request)
  const until = '2030-01-01T00:00:00.000Z'
  const on = (await turn({ ...about, isOn: true, until })).body
  const shown = (await world.read('som', 'second', on.request)).body.panels
  expect(JSON.stringify(shown)).toContain(until)
  await no(on.request)
})
