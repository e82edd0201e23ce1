import type { APIRequestContext, Page } from '@playwright/test'
import { sampled } from '../apps/server/src/testing/models/sample.ts'
import { statementText } from '../apps/web/src/features/statement/text/th.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { startFaultyLine } from './faulty-line.ts'
import { borrowMember, password } from './member.ts'
import { slowDown } from './slow-line.ts'
import { expect, test } from './test.ts'

const screens = [
  '/contact',
  '/user/profile',
  '/user/bonus',
  '/user/statement',
  '/user/contact',
  '/user/spin',
]

type PageCall = { path: string; begun: number }

/** Every call of the page, with its body, by the page's own clock. */
async function watchCalls(page: Page): Promise<() => Promise<PageCall[]>> {
  await page.addInitScript(() => {
    const asked: PageCall[] = []
    Object.assign(globalThis, { asked })
    const send = globalThis.fetch
    globalThis.fetch = (url, init) => {
      const body = typeof init?.body === 'string' ? init.body : ''
      asked.push({ path: (url as string) + body, begun: performance.now() })
      return send(url, init)
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { asked: PageCall[] }).asked)
}

async function tokenOf(request: APIRequestContext, control: string): Promise<string> {
  const username = await borrowMember(request, control)
  const login = await request.post('/api/login', { data: { username, password } })
  return ((await login.json()) as { token: string }).token
}

function keepToken(page: Page, token: string): Promise<unknown> {
  return page.addInitScript((given) => {
    localStorage.setItem('remember-agreement', 'true')
    localStorage.setItem('token', given)
  }, token)
}

/** The screen itself, with nothing in it that waits. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.locator('html')).not.toHaveAttribute('data-shell')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
}

for (const path of sampled('opened at', 3, screens))
  test(
    `SAY-86 ${path} has its data requested before its scripts are there, each call once`,
    { tag: '@long-3' },
    async ({ page, request, control }) => {
      // Not logged in through the page, which would leave its files in the browser.
      if (path.startsWith('/user')) await keepToken(page, await tokenOf(request, control))
      const readCalls = await watchCalls(page)
      await slowDown(page, 60_000)
      await page.goto(path)
      const early = (await page.locator('html').getAttribute('data-calls'))!.split(' ')
      await expectWhole(page)
      const core = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/core-'))
          .map((entry) => (entry as PerformanceResourceTiming).responseEnd),
      )
      const calls = await readCalls()
      for (const call of early) {
        const found = calls.filter((one) => one.path === call)
        expect(found, call).toHaveLength(1)
        expect(found[0]!.begun, call).toBeLessThan(Math.max(...core))
      }
    },
  )

test(
  'SAY-88 an answer that is late or refused keeps no screen from being drawn, and is asked for again there',
  { tag: '@long-3' },
  async ({ page, request, control, baseURL }) => {
    const line = await startFaultyLine(baseURL ?? '')
    await keepToken(page, await tokenOf(request, control))
    const main = page.getByRole('main')

    // Drawn with what is known, while one answer never comes.
    line.set('hangs', /^\/api\/account\/profile/)
    await page.goto(`${line.address}/user/profile`)
    await expect(page.locator('html')).not.toHaveAttribute('data-shell')
    await expect(main).toContainText('NOK JAIDEE')
    await expect(main.locator('[aria-busy=true]')).toHaveCount(1)

    line.set('fails', /^\/api\/statement$/)
    await page.goto(`${line.address}/user/statement`)
    await expect(main).toContainText(statementText.failed)
    line.set('fine')
    await main.getByRole('button', { name: /ลองอีกครั้ง/ }).click()
    await expect(main).not.toContainText(statementText.failed)
    await expectWhole(page)
    await line.close()
  },
)

test('SAY-87 the data of a member is not in the page, nor shown to the next one of this browser', async ({
  page,
  request,
  control,
}) => {
  const token = await tokenOf(request, control)
  await page.addInitScript((given) => {
    localStorage.setItem('remember-agreement', 'true')
    localStorage.setItem('token', 'of another member')
    sessionStorage.setItem('token', given)
  }, token)
  const asked: (string | undefined)[] = []
  page.on('request', (sent) => {
    if (/account\/profile|api\/wallet/.test(sent.url())) asked.push(sent.headers()['authorization'])
  })
  const answer = await page.goto('/user/profile')
  await expect(page.getByRole('main')).toContainText('NOK JAIDEE')
  expect(new Set(asked)).toEqual(new Set([`Bearer ${token}`]))
  const markup = await answer!.text()
  expect(markup).toContain(visitorText.profile.lead)
  expect(markup).not.toContain('NOK JAIDEE')
  expect(answer!.headers()['vary']).not.toContain('authorization')
})
