import type { APIRequestContext } from '@playwright/test'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { borrowMember, logInAtScreen } from './member.ts'
import { slowDown } from './slow-line.ts'
import { expect, test } from './test.ts'

const words = { th: 'เข้าสู่ระบบ', la: 'ເຂົ້າສູ່ລະບົບ', en: 'Log in' } as const

test.describe('before any script', () => {
  test.use({ javaScriptEnabled: false })

  for (const [language, word] of Object.entries(words))
    test(`the login is shown in ${language}, and a form that is sent shows nothing of what it holds`, async ({
      page,
      baseURL,
    }) => {
      await page.context().addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }])
      await page.goto('/login')
      await expect(page.getByRole('button', { name: word, exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kapao')
      expect(await page.getByRole('navigation').getByRole('link').count()).toBe(4)
      await page.locator('input[name=username]').fill('0812345678')
      await page.locator('input[name=password]').fill('three quiet rivers')
      await page.getByRole('button', { name: word, exact: true }).click()
      await expect(page.locator('input[name=password]')).toHaveValue('')
      expect(new URL(page.url()).href).toMatch(/\/login$/)
    })

  test("the frame of home is shown, without any member's figures", async ({ page }) => {
    await page.goto('/user/home')
    const menu = page.getByRole('navigation')
    await expect(menu.getByRole('link', { name: memberText.shell.home })).toBeVisible()
    expect(await page.locator('body').innerText()).not.toMatch(/\d\.\d\d/)
  })
})

test(
  'input typed and submitted before the scripts have loaded is not lost',
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    const phone = await borrowMember(request, control)
    await slowDown(page, 25_000)
    await page.goto('/login', { waitUntil: 'commit' })
    await page.locator('input[name=username]').fill(phone)
    await page.locator('input[name=password]').fill('three quiet rivers')
    await page.getByRole('checkbox').check()
    const isEarly = await page.evaluate(
      () => document.documentElement.dataset['shell'] === '/login',
    )
    await page.getByRole('button', { name: words.th, exact: true }).click()
    expect(isEarly, 'the scripts were there before the test had typed').toBe(true)
    await expect(page).toHaveURL(/\/user\/home$/)
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  },
)

async function tokenOf(request: APIRequestContext, phone: string): Promise<string> {
  const login = await request.post('/api/login', {
    data: { username: phone, password: 'three quiet rivers' },
  })
  return ((await login.json()) as { token: string }).token
}

test('home requests the wallet before its scripts have loaded, and shows that answer', async ({
  page,
  request,
  control,
}) => {
  const token = await tokenOf(request, await borrowMember(request, control))
  await page.addInitScript((given) => {
    localStorage.setItem('remember-agreement', 'true')
    localStorage.setItem('token', given)
  }, token)
  // A phone without any cached files, on a line that needs seconds to fetch them.
  await slowDown(page, 40_000)
  await page.goto('/user/home')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nok')
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => ({
      path: new URL(entry.name).pathname,
      begun: entry.startTime,
      ended: (entry as PerformanceResourceTiming).responseEnd,
    })),
  )
  const wallet = asked.filter(({ path }) => path === '/api/wallet')
  const core = asked.find(({ path }) => path.includes('/core-'))!
  expect(wallet[0]!.begun).toBeLessThan(core.ended)
  // The first reader gets that answer; the only later requests are those after the providers' answers.
  const refreshed = asked.find(({ path }) => path === '/api/wallet/refresh/slot')
  for (const { begun } of wallet.slice(1)) expect(begun).toBeGreaterThan(refreshed?.begun ?? 0)
})

test('home requests the wallet of the member logged in in this tab, even if other tabs remember another one', async ({
  page,
  request,
  control,
}) => {
  const token = await tokenOf(request, await borrowMember(request, control))
  const asked: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/api/')) asked.push(sent.headers()['authorization'] ?? '')
  })
  await page.addInitScript((given) => {
    localStorage.setItem('remember-agreement', 'true')
    localStorage.setItem('token', 'of another member')
    sessionStorage.setItem('token', given)
  }, token)
  await page.goto('/user/home')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nok')
  expect(asked).toContain(`Bearer ${token}`)
  expect(asked).not.toContain('Bearer of another member')
})

test('home begins with the total that it showed last, before any script has loaded', async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('token', 'nobody')
    localStorage.setItem('locale', 'en')
    localStorage.setItem('last-balance', JSON.stringify([1_234_567.5, Date.now(), 0]))
  })
  await page.context().addCookies([{ name: 'locale', value: 'en', url: 'http://127.0.0.1' }])
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/assets\/|\/api\//, async (route) => {
    await held
    await route.abort()
  })
  await page.goto('/user/home', { waitUntil: 'commit' })
  const last = page.locator('[data-last]')
  await expect(last).toBeVisible()
  await expect(last).toHaveText(/^1,234,567\.50 (?:Baht|THB|บาท|ບາດ)$/i)
  // A value that is no list of numbers shows nothing.
  for (const kept of ['[1]', '"word"', '{}', '[null,0,0]', 'x']) {
    await page.addInitScript((given) => localStorage.setItem('last-balance', given), kept)
    await page.goto('/user/home', { waitUntil: 'commit' })
    await expect(page.getByRole('navigation')).toBeVisible()
    await expect(last).toBeHidden()
  }
  release()
})

test(
  'a page that is opened while a sheet closes stays open, and back leads to the page with the sheet',
  { tag: '@long-4' },
  async ({ page, request, control }) => {
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    await logInAtScreen(page, await borrowMember(request, control))
    const { conditions, profile } = memberText.shell
    const menu = page.getByRole('navigation')
    for (const waitMs of [0, 1, 5]) {
      await menu.getByRole('button', { name: conditions }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await menu
        .getByRole('link', { name: profile, includeHidden: true })
        .evaluate(async (link, wait) => {
          document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
          await new Promise((resolve) => setTimeout(resolve, wait))
          ;(link as HTMLElement).click()
        }, waitMs)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.waitForTimeout(500)
      await expect(page).toHaveURL(/\/user\/profile$/)
      await page.goBack()
      await expect(page).toHaveURL(/\/user\/home$/)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  },
)

test('a pressed button shows it in the next frame', async ({ page }) => {
  await page.goto('/login')
  const button = page.getByRole('button', { name: words.th, exact: true })
  await expect(button).toBeEnabled()
  const control = await page.context().newCDPSession(page)
  const box = (await button.boundingBox())!
  const at = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    button: 'left',
    clickCount: 1,
  } as const
  const look = () =>
    button.evaluate(
      (element) =>
        new Promise((resolve) => {
          requestAnimationFrame(() => resolve(getComputedStyle(element).opacity))
        }),
    )
  expect(await look()).toBe('1')
  await control.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
  expect(Number(await look())).toBeLessThan(0.8)
  await control.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
})

test('the focused field stays in view when the keyboard takes half of the screen', async ({
  page,
}) => {
  await page.goto('/login')
  const field = page.locator('input[name=password]')
  await field.click()
  await page.waitForTimeout(1_500)
  await page.setViewportSize({ width: 360, height: 400 })
  await expect(async () => {
    const box = (await field.boundingBox())!
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.y + box.height).toBeLessThanOrEqual(400)
    // The menu does not cover it either.
    const top = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.getAttribute('name'),
      { x: box.x + 20, y: box.y + box.height / 2 },
    )
    expect(top).toBe('password')
  }).toPass()
})

test('no style is fetched that the page already contains', async ({ page, request, control }) => {
  const fetched: string[] = []
  page.on('request', (asked) => {
    if (asked.url().endsWith('.css')) fetched.push(new URL(asked.url()).pathname)
  })
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logInAtScreen(page, await borrowMember(request, control), true)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nok')
  expect(fetched.filter((path) => path.includes('/core-'))).toEqual([])
  fetched.length = 0
  await page.goto('/user/home')
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((path) => /\/(?:core|member-part)-/.test(path))).toEqual([])
})
