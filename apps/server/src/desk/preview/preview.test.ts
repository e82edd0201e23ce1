import { previewScreens, type PreviewScreen } from '@kapao/contract/console/preview'
import { languages } from '@kapao/contract/limits'
import { roles, hasRight } from '@kapao/contract/console/roles'
import { beforeAll, describe, expect, test } from 'vitest'
import { openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openConsoleWorld)
const seats = new Map<string, ConsoleOperator>()
beforeAll(async () => {
  for (const role of roles) seats.set(role, await world.seat(`one-${role}`, [role]))
  await world.addMember()
})

type Draft = { name: string; value: unknown }
type Wish = { screen: PreviewScreen; language?: string; currency?: string; settings?: Draft[] }

async function preview(wish: Wish, role = 'marketing') {
  const body = { language: 'en', currency: 'BAHT', ...wish }
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
