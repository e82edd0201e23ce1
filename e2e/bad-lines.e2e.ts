import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sampled } from '../apps/server/src/testing/models/sample.ts'
import { depositText } from '../apps/web/src/features/deposit/text/th.ts'
import { homeText } from '../apps/web/src/text/th/home/home.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { statementText } from '../apps/web/src/features/statement/text/th.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { transferText } from '../apps/web/src/features/transfer/text/th.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { readBuildManifest } from '../tools/page/manifest.ts'
import { openDeposit } from './deposit-sheet.ts'
import { startFaultyLine, type FaultyLine, type LineState } from './faulty-line.ts'
import { borrowMember, logIn, overhangOf } from './member.ts'
import { expect, test } from './test.ts'

const visitorScreens = ['/login', '/register', '/howto', '/contact']
const memberScreens = ['home', 'profile', 'statement', 'bonus', 'spin', 'contact'].map(
  (name) => `/user/${name}`,
)
const lines: readonly LineState[] = ['fails', 'hangs', 'empty', 'nulls', 'down']

let line: FaultyLine
test.beforeEach(async ({ baseURL }) => {
  line = await startFaultyLine(baseURL ?? '')
})
test.afterEach(() => line.close())

/** Whatever the outcome of the calls: something to read, no broken text, no crash, and a way on. */
async function expectUsable(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(main).toBeVisible()
  await expect(async () => {
    expect((await main.innerText()).trim().length).toBeGreaterThan(5)
  }).toPass()
  const words = await page.locator('body').innerText()
  expect(words).not.toMatch(/undefined|\bnull\b|NaN|\[object|Invalid Date/)
  expect(await overhangOf(page)).toBeLessThanOrEqual(0)
  for (const link of await page.getByRole('navigation').getByRole('link').all())
    await expect(link).toBeVisible()
}

function collectCrashes(page: Page): string[] {
  const crashes: string[] = []
  page.on('pageerror', (error) => crashes.push(error.message))
  return crashes
}

test(
  'the contact page retries when the connection is back, also where it came back before the request failed',
  { tag: '@long-3' },
  async ({ page, context }) => {
    const contact = /^\/api\/lookup\/contact/
    line.set('fails', contact)
    await page.goto(`${line.address}/contact`)
    await expect(page.getByText(visitorText.contact.failed)).toBeVisible()
    line.set('fine')
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByText(visitorText.contact.failed)).toHaveCount(0)
    await expect(page.locator('main img')).toBeVisible()

    line.set('fails late', contact)
    const asked = page.waitForRequest(/lookup\/contact/)
    await page.goto(`${line.address}/contact`)
    const first = await asked
    // A phone that changes its network reports that at once, and only later that the pending request failed.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    line.set('fine')
    expect((await first.response())?.status()).toBe(500)
    await expect(page.locator('main img')).toBeVisible()
  },
)

for (const state of sampled('visitors on bad lines', 2, lines))
  test(
    `F45 every screen of visitors is usable when the line ${state}`,
    { tag: '@long-1' },
    async ({ page }) => {
      const crashes = collectCrashes(page)
      for (const path of visitorScreens) {
        line.set('fine')
        await page.goto(`${line.address}/howto`)
        // The page has started; a page that cannot start shows other texts.
        await expectUsable(page)
        line.set(state)
        const name = { '/login': 'home', '/register': 'register', '/contact': 'contact' }[path]
        const label = publicText.menu[(name ?? 'howto') as 'home']
        if (path !== '/howto')
          await page.getByRole('navigation').getByRole('link', { name: label }).click()
        await expect(page).toHaveURL(new RegExp(`${path}$`))
        await expectUsable(page)
      }
      expect(crashes).toEqual([])
    },
  )

for (const state of sampled('members on bad lines', 2, lines))
  test(
    `F45 every screen of members is usable when the line ${state}`,
    { tag: '@long-1' },
    async ({ page, request, control }) => {
      test.setTimeout(120_000)
      const phone = await borrowMember(request, control)
      const crashes = collectCrashes(page)
      await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
      await page.goto(`${line.address}/login`)
      await page.locator('input[name=username]').fill(phone)
      await page.locator('input[name=password]').fill('three quiet rivers')
      await page.locator('form button[type=submit]').click()
      await expect(page).toHaveURL(/\/user\/home$/)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Nok')
      for (const path of memberScreens) {
        // A connection that is down lets no page through; the screen is then reached from within the app.
        if (state === 'down') {
          line.set('fine')
          await page.goto(line.address + path)
          line.set('down')
          await page.evaluate(() => dispatchEvent(new Event('online')))
        } else {
          line.set(state)
          await page.goto(line.address + path)
        }
        await expectUsable(page)
        expect(new URL(page.url()).pathname, 'nobody is thrown out for it').toBe(path)
      }
      // With the connection back, everything is as before.
      line.set('fine')
      await page.goto(`${line.address}/user/profile`)
      await expect(page.getByRole('main')).toContainText(phone)
      expect(crashes).toEqual([])
    },
  )

test(
  'SAY-66 a house that hangs is said to, at the login and behind it, and when it answers everything is there by itself',
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    test.setTimeout(90_000)
    const phone = await borrowMember(request, control)
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    const silence = page.getByText(visitorText.noAnswer)
    const within = { timeout: 12_000 }
    await page.goto(`${line.address}/login`)
    await page.waitForLoadState('networkidle')
    line.set('hangs', /^\/api\//)
    await page.locator('input[name=username]').fill(phone)
    await page.locator('input[name=password]').fill('three quiet rivers')
    await page.locator('form button[type=submit]').click()
    await expect(silence).toBeVisible(within)
    line.set('fine')
    await expect(silence).toBeHidden(within)

    await page.goto(`${line.address}/login`)
    await page.locator('input[name=username]').fill(phone)
    await page.locator('input[name=password]').fill('three quiet rivers')
    await page.locator('form button[type=submit]').click()
    await expect(page).toHaveURL(/\/user\/home$/)
    await page.waitForLoadState('networkidle')
    line.set('hangs', /^\/api\//)
    const menu = page.getByRole('navigation').first()
    await menu.getByRole('link', { name: memberText.shell.statement, exact: true }).click()
    await expect(silence).toBeVisible(within)
    line.set('fine')
    await expect(silence).toBeHidden(within)
    await expect(page.getByRole('main').locator('[aria-busy=true]:visible')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(statementText.title)

    // A sheet that covers the banner says it, too.
    await menu.getByRole('link', { name: memberText.shell.home, exact: true }).click()
    await page.getByRole('button', { name: memberText.home.shortcuts.deposit, exact: true }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('tab', { selected: true })).toBeVisible()
    line.set('hangs', /^\/api\//)
    // It asks every four seconds.
    await expect(sheet.getByText(visitorText.noAnswer)).toBeVisible({ timeout: 16_000 })
    line.set('fine')
    await page.keyboard.press('Escape')
    await expect(silence).toHaveCount(0, within)
  },
)

test('F45 a screen that fails to render keeps the frame, says so, and every other place is a tap away', async ({
  page,
  request,
  control,
}) => {
  const phone = await borrowMember(request, control)
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, phone)
  const menu = page.getByRole('navigation').first()
  const open = (name: string) => menu.getByRole('link', { name, exact: true }).click()
  await open(memberText.shell.profile)
  await expect(page.getByRole('main')).toContainText(phone)
  // Amounts can no longer be formatted, and home is full of them.
  await page.evaluate('Number.prototype.toFixed = () => { throw new Error("broken on purpose") }')
  await open(memberText.shell.home)
  await expect(page.getByRole('main')).toContainText(publicText.error.part)
  await open(memberText.shell.profile)
  await expect(page.getByRole('main')).toContainText(phone)
  await open(memberText.shell.home)
  await page.getByRole('main').getByRole('button', { name: publicText.action.again }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nok')
})

test.describe('when the browser caches no files', () => {
  test.use({ serviceWorkers: 'block' })

  test('F45 at the login a password sheet that does not load is reported below the form, and opens with the connection', async ({
    page,
    context,
  }) => {
    await page.goto('/login')
    const phone = page.locator('input[name=username]')
    await phone.fill('0812345678')
    await context.setOffline(true)
    const forgotten = page.getByRole('button', { name: publicText.login.forgotten })
    await forgotten.click()
    await expect(page.locator('form').getByRole('alert')).toHaveText(publicText.error.generic)
    await expect(phone).toHaveValue('0812345678')
    await context.setOffline(false)
    await forgotten.click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.locator('input[name=username]')).toHaveValue('0812345678')
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(page.locator('form').getByRole('alert')).toHaveText('')
  })

  test('REACH-94 a payment method whose files do not load reports the lost connection, keeps the sheet, and opens with the connection', async ({
    page,
    request,
    control,
    context,
  }) => {
    const phone = await borrowMember(request, control)
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    const sheet = await openDeposit(page, phone)
    const code = sheet.getByRole('tab', { name: depositText.ways.qr })
    await expect(code).toBeVisible()
    await context.setOffline(true)
    await code.click()
    await expect(sheet).toContainText(publicText.offline)
    await expect(code).toHaveAttribute('aria-selected', 'true')
    await context.setOffline(false)
    await expect(sheet.getByRole('textbox').first()).toBeVisible()
    await expect(code).toHaveAttribute('aria-selected', 'true')
  })

  test('F45 a screen whose files do not load appears automatically when the connection is back', async ({
    page,
    request,
    control,
    context,
  }) => {
    const phone = await borrowMember(request, control)
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    await logIn(page, phone)
    await context.setOffline(true)
    const menu = page.getByRole('navigation').first()
    await menu.getByRole('link', { name: memberText.shell.statement, exact: true }).click()
    await expect(page.getByRole('main')).toContainText(publicText.error.part)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(statementText.title)
  })

  test(
    'F45 a sheet or card whose file does not load leaves the screen as it is, and appears with the connection',
    { tag: '@long-2' },
    async ({ page, context, request, control }) => {
      const manifest = await readBuildManifest(join(import.meta.dirname, '../apps/web/dist'))
      const addressOf = (source: string) => `**/${manifest[`src/${source}.tsx`]!.file}`
      const card = addressOf('app/home/home-parts')
      const late = [
        card,
        addressOf('features/transfer/transfer-sheet'),
        addressOf('features/conditions/conditions-sheet'),
      ]
      for (const address of late) await page.route(address, (route) => route.abort())
      await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
      const cardIsLost = page.waitForEvent('requestfailed')
      await logIn(page, await borrowMember(request, control))
      await cardIsLost
      // With a connection, a missing file may belong to an old build, for which the page is reloaded once.
      await page.waitForTimeout(2_000)
      const total = page.getByRole('region', { name: memberText.home.total })
      await expect(total).toHaveAttribute('aria-busy', 'false')

      await context.setOffline(true)
      const failed = page.getByRole('dialog', { name: publicText.error.part })
      const openers = [
        [
          page.getByRole('main').getByRole('button', { name: homeText.transfer, exact: true }),
          transferText.title,
        ],
        [
          page.getByRole('button', { name: memberText.shell.conditions, exact: true }),
          memberText.shell.conditions,
        ],
      ] as const
      for (const [opener] of openers) {
        await opener.click()
        await expect(failed.getByRole('alert')).toContainText(publicText.error.generic)
        await failed.getByRole('button', { name: publicText.action.close }).click()
        await expect(failed).toHaveCount(0)
        await expect(total).toBeVisible()
      }

      for (const address of late) await page.unroute(address)
      const cardComes = page.waitForResponse(card)
      await context.setOffline(false)
      expect((await cardComes).ok()).toBe(true)
      for (const [opener, title] of openers) {
        await opener.click()
        const sheet = page.getByRole('dialog', { name: title, exact: true })
        await expect(sheet).toBeVisible()
        await sheet.getByRole('button', { name: publicText.action.close }).first().click()
        await expect(sheet).toHaveCount(0)
      }
    },
  )
})

test.describe('with the files that the browser has kept', () => {
  test.use({ serviceWorkers: 'allow' })

  test('F43 F47 offline the app opens, says so, and shows the last known figures with their age', async ({
    page,
    context,
    request,
    control,
  }) => {
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    await logIn(page, await borrowMember(request, control), true)
    const total = page.getByRole('main').getByText('0.00').first()
    await expect(total).toBeVisible()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      const isKept = async () => Boolean(await caches.match('/user/home', { ignoreVary: true }))
      while (!(await isKept())) await new Promise((resolve) => setTimeout(resolve, 100))
    })
    // Its second visit is the first that the service worker controls.
    await page.reload()
    await expect(total).toBeVisible()
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(publicText.offline)).toBeVisible()
    await expect(page.getByRole('main')).toContainText(memberText.home.kept)
    await expect(page.getByRole('main')).toContainText('0.00')

    // Figures and nothing else, and nothing at all once the member has logged out.
    const kept = await page.evaluate(() => localStorage.getItem('last-balance') ?? '')
    expect(JSON.parse(kept)).toEqual(expect.arrayContaining([0]))
    expect(kept).toMatch(/^[\d.,[\]-]+$/)
    await page.getByRole('button', { name: memberText.shell.logout }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await page.evaluate(() => localStorage.getItem('last-balance'))).toBeNull()
    // The service worker's cache contains nothing about any member, and no call.
    const files = await page.evaluate(async () => {
      const names = await caches.keys()
      const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return found.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(files.length).toBeGreaterThan(5)
    // The bank logos are cached for everyone, so they do not reveal the member's bank.
    const marks = await readdir(join(import.meta.dirname, '../apps/web/public/banks'))
    expect(files).toEqual(expect.arrayContaining(marks.map((mark) => `/banks/${mark}`)))
    const others = files.filter((path) => !marks.some((mark) => path === `/banks/${mark}`))
    expect(others.filter((path) => !/^\/(?:assets\/|login$|user\/home$)/.test(path))).toEqual([])
    await context.setOffline(false)
  })
})

test('OP-B17 where there is neither a video nor a film, the player says so', async ({ page }) => {
  const { howto } = visitorText
  await page.goto(`${line.address}/howto`)
  const play = page.getByRole('button', { name: howto.play(howto.videos.bonus) })
  await expect(play).toBeVisible()
  line.set('down')
  await play.click()
  const player = page.getByRole('dialog', { name: howto.videos.bonus })
  await expect(player).toContainText(howto.none)
  await expect(player.locator('video')).toHaveCount(0)
})
