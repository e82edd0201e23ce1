import { previewScreens, type PreviewScreen } from '@kapao/contract/console/preview'
import { languages } from '@kapao/contract/limits'
import { roles, hasRight } from '@kapao/contract/console/roles'
import { beforeAll, describe, expect, test } from 'vitest'
import { findCampaign, saveCampaign, takeOne } from '#money/bonus/campaign-store.ts'
import { saveCode } from '#rewards/promotion/store.ts'
import { openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'
import { anyBonus, anyCode } from '#testing/operators/rewards.ts'
import { anyWheel } from '#testing/worlds/any-wheel.ts'
import { usualTerms } from '#testing/worlds/bonus-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openConsoleWorld)
const seats = new Map<string, ConsoleOperator>()
beforeAll(async () => {
  for (const role of roles) seats.set(role, await world.seat(`one-${role}`, [role]))
  await world.addMember()
})

type Draft = { name: string; value: unknown }
type Reward = { kind: string; code: string; definition?: unknown }
type Wish = {
  screen: PreviewScreen
  language?: string
  currency?: string
  code?: string
  settings?: Draft[]
  reward?: Reward
}

async function preview(wish: Wish, role = 'marketing') {
  const body = { language: 'en', ...(!wish.reward && { currency: 'BAHT' }), ...wish }
  return world.call('POST /api/console/preview', { cookie: seats.get(role)!.cookie, body })
}

async function answerTo(path: string, wish: Wish) {
  const { status, body } = await preview(wish)
  expect([status, body.problems]).toEqual([200, []])
  return body.answers.find((one: { path: string }) => one.path === path)
}

/** How many rows each table has. */
async function countRows(): Promise<unknown> {
  const tables = await world.database.db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const counts: [string, bigint][] = []
  for (const { name } of tables) {
    const [row] = await world.database.db.query<{ count: bigint }>(
      `select count(*) as count from ${name}`,
    )
    counts.push([name, row!.count])
  }
  return counts.filter(([name]) => !/signin_|core_written/.test(name))
}

describe('SCREEN-48 what a member would be answered', () => {
  test(
    'SCREEN-48 every screen has all of its answers in each language and currency, and nothing is kept',
    { tags: 'long-2' },
    async () => {
      const before = await countRows()
      for (const screen of previewScreens)
        for (const language of languages)
          for (const currency of ['BAHT', 'LAK']) {
            const { status, body } = await preview({ screen, language, currency })
            expect([screen, status, body.problems]).toEqual([screen, 200, []])
            expect(body.page.settings.brand.name).toBe('Kapao')
            const refused = body.answers.filter((one: { status: number }) => one.status !== 200)
            expect(refused, screen).toEqual([])
          }
      expect(await countRows()).toEqual(before)
    },
  )

  test('SCREEN-48 the draft is what the rooms answer from, and what is saved stays as it is', async () => {
    const conditions = [{ name: 'conditions.en', value: ['<p>Drafted</p>'] }]
    const drafted = await answerTo('/api/lookup/conditions', {
      screen: 'conditions',
      settings: conditions,
    })
    expect(drafted.body).toEqual({ conditions: ['<p>Drafted</p>'] })
    const saved = await answerTo('/api/lookup/conditions', { screen: 'conditions' })
    expect(saved.body.conditions).not.toEqual(['<p>Drafted</p>'])
    const lao = { screen: 'conditions', language: 'la', settings: conditions } as const
    expect((await answerTo('/api/lookup/conditions', lao)).body).toEqual(saved.body)
  })

  test('SCREEN-48 figures of a text are filled in as for members, in their currency', async () => {
    const settings = [
      { name: 'refund.info.en', value: '<p>%rate%, %min%</p>' },
      { name: 'refund.rate', value: '7.5' },
      { name: 'refund.min.LAK', value: '12000' },
    ]
    const { body } = await answerTo('/api/refund/check', {
      screen: 'refund',
      currency: 'LAK',
      settings,
    })
    expect(body.info).toBe('<p>7.5, 12,000.00\u00A0kip</p>')
  })

  test('SCREEN-48 brand, name and what else is written into the page come from the draft', async () => {
    const settings = [
      { name: 'brand.name', value: 'Golden Basil' },
      { name: 'brand.color', value: '#aa3300' },
    ]
    const { body } = await preview({ screen: 'login', settings })
    expect(body.page.settings.brand.name).toBe('Golden Basil')
    expect(body.page.brandCss).not.toBe((await preview({ screen: 'login' })).body.page.brandCss)
  })

  test('SCREEN-48 the marks of the menu are those of a member without notices, on every screen behind the login', async () => {
    const path = '/api/notices/marks'
    for (const screen of previewScreens) {
      const marks = await answerTo(path, { screen })
      const isBefore = ['login', 'contact', 'howto'].includes(screen)
      const none = expect.objectContaining({ notices: 0, talk: 0, warning: null })
      expect([screen, marks?.body]).toEqual([screen, isBefore ? undefined : none])
    }
  })

  test('SCREEN-48 a setting that shows in a promotion is shown in the newest code that is offered in the currency, and without one in none', async () => {
    const { db } = world.database
    const settings = [{ name: 'bonus.factor', value: '7' }]
    const wish = { screen: 'promotion', code: '', settings } as const
    expect((await preview(wish)).body.code).toBe(null)
    const { endAmount: _, ...terms } = usualTerms
    const codes = {
      OFFERED: {},
      OFF: { isOn: false },
      OVER: { endsAt: new Date(world.clock.now().getTime() - 1) },
      KIP: { terms: kip },
    }
    const usual = { ...terms, endAmount: null, factor: null }
    for (const [place, [code, more]] of Object.entries(codes).entries()) {
      const kept = { ...anyCode({ terms: usual }), code, isOn: true, ...more }
      const at = new Date(world.clock.now().getTime() + place)
      await db.begin((tx) => saveCode(tx, kept as Parameters<typeof saveCode>[1], at))
    }
    const { body } = await preview(wish)
    expect(body.code).toBe('OFFERED')
    const offer = await answerTo('/api/promotion/offer/OFFERED', wish)
    expect(offer.body).toMatchObject({ factor: '7' })
    expect((await preview({ ...wish, currency: 'LAK' })).body.code).toBe('KIP')
  })

  test('SCREEN-48 the screen with the chat has the chat, the one with the link has not', async () => {
    for (const isOn of [true, false]) {
      await world.set('chat.widget', isOn)
      for (const screen of ['chat', 'contact'] as const) {
        const shown = await answerTo('/api/lookup/enableChatWidget', { screen })
        expect(shown.body).toEqual({ enableChatWidget: screen === 'chat' })
      }
    }
  })
})

describe('refused', () => {
  test('SCREEN-48 a wrong draft is answered with its problems, each at its place, as a look says them', async () => {
    const settings = [
      { name: 'conditions.en', value: ['<p>One</p>', '<p>Two'] },
      { name: 'brand.name', value: 'Fine' },
    ]
    const { status, body } = await preview({ screen: 'conditions', settings })
    expect(status).toBe(200)
    expect(body).toMatchObject({ page: null, answers: [] })
    expect(body.problems).toMatchObject([{ setting: 'conditions.en', path: [1], reason: 'markup' }])
  })

  test('SCREEN-48 a setting that does not exist, another language and another screen are refused', async () => {
    const settings = [{ name: 'no.such.setting', value: 1 }]
    expect((await preview({ screen: 'login', settings })).status).toBe(404)
    expect((await preview({ screen: 'login', language: 'fr' })).status).toBe(400)
    expect((await preview({ screen: 'withdraw' as PreviewScreen })).status).toBe(400)
  })

  test('SCREEN-48 only who may see the settings sees a draft', async () => {
    for (const role of roles) {
      const { status } = await preview({ screen: 'login' }, role)
      expect([role, status]).toEqual([role, hasRight([role], 'settings.see') ? 200 : 403])
    }
  })
})

test('SCREEN-48 thirty at once are all answered, and leave no member', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => preview({ screen: 'wheel' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const [row] = await world.database.db.query('select count(*)::int as count from account_member')
  expect(row).toEqual({ count: 1 })
})

const screenOf = { bonus: 'bonus', code: 'promotion', wheel: 'wheel' } as const
const kip = { ...usualTerms, gives: { of: 'amount', amount: { LAK: '70000' } } }
const pictured = { html: '', image: `/pictures/${'A'.repeat(43)}.webp` }
const drafts = {
  bonus: anyBonus({ terms: kip }),
  code: anyCode({
    terms: kip,
    description: { th: '<p>ก</p>', la: '<p>ກ</p>', en: '<p>Drafted</p>' },
  }),
  wheel: anyWheel({
    currency: 'LAK',
    slices: [
      { code: 'a', label: 'Drafted', weight: 1, prize: { amount: '5000', currency: 'LAK' } },
      { code: 'b', label: 'None', weight: 9 },
    ],
  }),
}
const kindsOfReward = ['bonus', 'code', 'wheel'] as const

describe('SCREEN-70 a reward that is drafted', () => {
  test('SCREEN-70 a bonus, a code and a wheel are opened as members would find them, to members of their currency; nothing is kept', async () => {
    const before = await countRows()
    for (const kind of kindsOfReward)
      for (const code of ['', 'DRAFT'])
        for (const language of languages) {
          const screen = screenOf[kind]
          const reward = { kind, code, definition: drafts[kind] }
          const { status, body } = await preview({ screen, language, reward })
          expect([kind, status, body.problems]).toEqual([kind, 200, []])
          expect(body.code).toBe(code === '' ? 'NEW' : code)
          const refused = body.answers.filter((one: { status: number }) => one.status !== 200)
          expect(refused).toEqual([])
        }
    const opened = (kind: (typeof kindsOfReward)[number], path: string) =>
      answerTo(path, {
        screen: screenOf[kind],
        reward: { kind, code: 'DRAFT', definition: drafts[kind] },
      })
    const bonus = await opened('bonus', '/api/bonus/offer/DRAFT')
    expect(JSON.stringify(bonus.body)).toContain('70000')
    const code = await opened('code', '/api/promotion/find/DRAFT')
    expect(JSON.stringify(code.body)).toContain('Drafted')
    const wheel = await opened('wheel', '/api/spinwheel/setup')
    expect(JSON.stringify(wheel.body)).toContain('Drafted')
    expect(await countRows()).toEqual(before)
  })

  test('SCREEN-70 it is seen whatever its times and quota say, and in place of what is there under its code; that one stays as it is', async () => {
    const { db } = world.database
    const definition = anyBonus({
      quota: 0,
      startsAt: '2090-01-01T00:00:00.000Z',
      endsAt: '2090-02-01T00:00:00.000Z',
      banners: { th: [], la: [], en: [pictured] },
    })
    const kept = { ...anyBonus(), code: 'KEPT', isOn: false } as unknown as Parameters<
      typeof saveCampaign
    >[1]
    await db.begin((tx) => saveCampaign(tx, kept, world.clock.now()))
    const before = await findCampaign(db, 'KEPT')
    const reward = { kind: 'bonus', code: 'KEPT', definition }
    const { body } = await answerTo('/api/bonus', { screen: 'bonus', reward })
    expect(body).toContainEqual(expect.objectContaining({ code: 'KEPT' }))
    expect(JSON.stringify(body)).toContain(pictured.image)
    expect(await findCampaign(db, 'KEPT')).toEqual(before)
  })

  test('SCREEN-70 a member who takes it meanwhile takes it, and the draft is seen all the same', async () => {
    const { db } = world.database
    await db.begin((tx) =>
      saveCampaign(
        tx,
        { ...anyBonus(), code: 'TAKEN', isOn: true } as unknown as Parameters<
          typeof saveCampaign
        >[1],
        world.clock.now(),
      ),
    )
    const reward = { kind: 'bonus', code: 'TAKEN', definition: anyBonus() }
    const seen = await db.begin(async (tx) => {
      expect(await takeOne(tx, 'TAKEN', world.clock.now())).not.toBeNull()
      const waiting = preview({ screen: 'bonus', reward })
      await new Promise((resolve) => setTimeout(resolve, 300))
      return { waiting }
    })
    expect((await seen.waiting).body.problems).toEqual([])
    expect((await findCampaign(db, 'TAKEN'))?.given).toBe(1)
  })

  test('SCREEN-70 what is wrong with it is answered at its place, whatever it is', async () => {
    const [a, b] = drafts.wheel.slices
    const wrong: [Reward, unknown[]][] = [
      [{ kind: 'bonus', code: 'small', definition: drafts.bonus }, ['code']],
      [{ kind: 'code', code: 'two words', definition: drafts.code }, ['code']],
      [{ kind: 'wheel', code: 'วงล้อ', definition: drafts.wheel }, ['code']],
      [{ kind: 'bonus', code: 'A', definition: anyBonus({ quota: -1 }) }, ['quota']],
      [
        { kind: 'code', code: 'A', definition: anyCode({ description: { th: '<p>' } }) },
        ['description', 'th'],
      ],
      [{ kind: 'wheel', code: 'a', definition: { ...drafts.wheel, tickets: 11 } }, ['tickets']],
      [
        { kind: 'wheel', code: 'a', definition: { ...drafts.wheel, currency: 'BAHT' } },
        ['slices', 0, 'prize', 'currency'],
      ],
      [
        { kind: 'wheel', code: 'a', definition: { ...drafts.wheel, slices: [a, b, a] } },
        ['slices'],
      ],
    ]
    for (const [reward, path] of wrong) {
      const { kind } = reward as { kind: keyof typeof screenOf }
      const { status, body } = await preview({ screen: screenOf[kind], reward })
      expect([status, body.page, body.answers]).toEqual([200, null, []])
      expect(body.problems, JSON.stringify(reward)).toContainEqual(
        expect.objectContaining({ setting: null, path }),
      )
    }
    for (const kind of kindsOfReward)
      for (const definition of [null, 7, 'text', [], {}, { terms: {} }, { slices: 1 }]) {
        const reward = { kind, code: 'A', definition }
        const { status, body } = await preview({ screen: screenOf[kind], reward })
        expect([kind, definition, status, body.problems?.length > 0]).toEqual([
          kind,
          definition,
          200,
          true,
        ])
      }
    const other = { kind: 'refund', code: 'A', definition: {} }
    expect((await preview({ screen: 'refund', reward: other })).status).toBe(400)
  })
})
