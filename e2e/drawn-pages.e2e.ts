import type { Page, Route } from '@playwright/test'
import { sampled } from '../apps/server/src/testing/models/sample.ts'
import { bonusText } from '../apps/web/src/features/bonus/text/th.ts'
import { depositText } from '../apps/web/src/features/deposit/text/th.ts'
import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { spinText } from '../apps/web/src/features/spin/text/th.ts'
import { statementText } from '../apps/web/src/features/statement/text/th.ts'
import { publicText as english } from '../apps/web/src/text/en/public.ts'
import { visitorText as englishVisitor } from '../apps/web/src/text/en/visitor.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { borrowMember, logIn } from './member.ts'
import { slowDown } from './slow-line.ts'
import { expect, test } from './test.ts'

/** The title of each screen that is prerendered before its scripts load; home and login have their own journeys. */
const titles = {
  '/register': visitorText.register.title,
  '/howto': visitorText.howto.title,
  '/contact': visitorText.contact.title,
  '/user/profile': visitorText.profile.title,
  '/user/bonus': bonusText.title,
  '/user/statement': statementText.title,
  '/user/contact': visitorText.contact.title,
  '/user/spin': spinText.title,
} as const
const drawn = Object.entries(titles)
const isMembers = (path: string): boolean => path.startsWith('/user')

/** Holds scripts back until they are released. */
async function holdScripts(page: Page) {
  const held: Route[] = []
  let isHeld = true
  await page.route(/\/assets\/.*\.js/, (route) => {
    if (isHeld) held.push(route)
    else void route.continue()
  })
  return {
    hold: () => void (isHeld = true),
    release: async () => {
      isHeld = false
      for (const route of held.splice(0)) await route.continue()
    },
  }
}

const holdFiles = (page: Page) => page.route(/\/assets\/.*\.js|\/api\//, () => undefined)

test.describe('before any script', () => {
  test.use({ javaScriptEnabled: false })

  for (const [path, title] of drawn)
    test(`${path} is there with its title and its frame`, { tag: '@long-2' }, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      const menu = page.getByRole('navigation')
      await expect(menu.getByRole('link')).toHaveCount(4)
      // Everything fits: the screen's own styles came with it.
      const box = await page.getByRole('main').boundingBox()
      expect(box!.y + box!.height).toBeLessThan(2_000)
      expect(await page.locator('body').innerText()).not.toMatch(/(?<![\d.])\d+\.\d\d(?![\d.])/)
    })
})

for (const [path, title] of sampled('loading scripts', 3, drawn))
  test(
    `${path} does not move while its scripts and its figures load`,
    { tag: '@long-3' },
    async ({ page, request, control }) => {
      if (isMembers(path)) await logIn(page, await borrowMember(request, control), true)
      await page.addInitScript(() => {
        const seen: (string | null)[] = []
        Object.assign(globalThis, { seen })
        const look = (): void => {
          const now = document.querySelector('#root h1')?.textContent ?? null
          if (document.querySelector('#root > *') && seen.at(-1) !== now) seen.push(now)
          requestAnimationFrame(look)
        }
        look()
      })
      await slowDown(page, 60_000)
      await page.goto(path)
      await expect(page.locator('html')).not.toHaveAttribute('data-shell')
      await page.waitForTimeout(1_500)
      // No intermediate picture between the prerendered one and the screen itself.
      expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual(
        [title],
      )
    },
  )

test.describe('a tap before the scripts have loaded', () => {
  test.use({ serviceWorkers: 'block' })

  test(
    'takes effect when they have, once, and of two taps only the last',
    { tag: '@long-2' },
    async ({ page, request, control }) => {
      await logIn(page, await borrowMember(request, control), true)
      const scripts = await holdScripts(page)
      const tapEarly = async (path: string, ...names: string[]): Promise<void> => {
        scripts.hold()
        await page.goto(path, { waitUntil: 'commit' })
        for (const name of names)
          await page.getByRole('main').getByRole('button', { name, exact: true }).click()
        await scripts.release()
      }
      const { csv } = statementText.keep
      const files: string[] = []
      page.on('download', (file) => files.push(file.suggestedFilename()))
      await tapEarly('/user/statement', statementText.slips.open, csv, csv)
      await expect.poll(() => files.length).toBe(1)
      await page.waitForTimeout(500)
      expect(files).toHaveLength(1)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await tapEarly('/user/statement', csv, statementText.slips.open)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('heading', { name: statementText.slips.title })).toBeVisible()
      await page.waitForTimeout(500)
      expect(files).toHaveLength(1)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await page.waitForTimeout(500)
      await expect(dialog).toHaveCount(0)

      await tapEarly('/user/home', homeText.shortcuts.deposit)
      await expect(dialog.getByRole('heading', { name: depositText.title })).toBeVisible()
    },
  )

  for (const [path, title] of [
    ['/login', english.login.submit],
    ['/user/profile', englishVisitor.profile.title],
  ] as const)
    test(`a language chosen at ${path} is applied, of two the last`, async ({
      page,
      request,
      control,
    }) => {
      if (isMembers(path)) await logIn(page, await borrowMember(request, control), true)
      const scripts = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      const menu = page.getByRole('combobox', { name: publicText.language.label })
      const phone = page.locator('input[name=username]')
      if (path === '/login') await phone.fill('0812345678')
      await menu.selectOption('la')
      await menu.selectOption('en')
      await scripts.release()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await expect(page.locator('#root').getByText(title).first()).toBeVisible()
      if (path === '/login') await expect(phone).toHaveValue('0812345678')
      expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en')
    })
})

test('a visitor who is not logged in is at the login before any script has loaded', async ({
  page,
}) => {
  await holdFiles(page)
  for (const path of ['/user/home', '/user/statement', '/user/profile/']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.locator('input[name=username]')).toBeVisible()
  }
})

test('a prerendered screen in another language than the chosen one is not shown', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'))
  await holdFiles(page)
  await page.goto('/howto', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-shell', 'none')
  await expect(page.locator('#root nav')).toBeAttached()
  await expect(page.getByText(visitorText.howto.title)).toBeHidden()
})

test.describe('with the files that the browser has kept', () => {
  test.use({ serviceWorkers: 'allow' })

  test('files inlined in the page are cached for a later visit that begins elsewhere offline', async ({
    page,
    request,
    control,
  }) => {
    await logIn(page, await borrowMember(request, control), true)
    await page.goto('/user/statement')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(statementText.title)
    const styles = await page
      .locator('link[rel=stylesheet][disabled]')
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
    expect(styles.length).toBeGreaterThan(2)
    await expect
      .poll(() =>
        page.evaluate(async (hrefs) => {
          const kept = await Promise.all(hrefs.map((href) => caches.match(href)))
          return kept.filter(Boolean).length
        }, styles),
      )
      .toBe(styles.length)
  })
})

const most = 0.01
for (const path of sampled('loading slowly', 4, ['/login', '/user/home', ...Object.keys(titles)]))
  test(
    `${path} moves by less than ${most} while it loads`,
    { tag: '@long-4' },
    async ({ page, request, control }) => {
      const phone = await borrowMember(request, control)
      await page.addInitScript(() => {
        localStorage.setItem('remember-agreement', 'true')
        const page = globalThis as unknown as { shifts: { value: number; what: string }[] }
        page.shifts = []
        type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Shift[])
            page.shifts.push({
              value,
              what: sources
                .map(({ node }) => node?.outerHTML?.slice(0, 120) ?? 'a text')
                .join('; '),
            })
        }).observe({ type: 'layout-shift', buffered: true })
      })
      if (isMembers(path)) {
        await logIn(page, phone, true)
        await expect(page.getByRole('main')).toContainText('0.00')
      }
      await slowDown(page, 100_000)
      await page.goto(path)
      await page.waitForTimeout(3_000)
      const shifts = await page.evaluate(
        () => (globalThis as unknown as { shifts: { value: number; what: string }[] }).shifts,
      )
      const sum = shifts.reduce((all, { value }) => all + value, 0)
      expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(most)
    },
  )
