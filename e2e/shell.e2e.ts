import { memberText } from '../apps/web/src/text/th/member.ts'
import { publicText as thai } from '../apps/web/src/text/th/public.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { borrowMember, logIn, waitForStep } from './member.ts'
import { expect, test } from './test.ts'

// A page without its service worker complains about it.
test.use({ serviceWorkers: 'allow' })

test('OP-A15 SAY-61 SHELL-01 SHELL-02 visitors find four places, the language and the website', async ({
  page,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto('/login')
  const menu = page.getByRole('navigation')
  const { home, register, howto, contact } = thai.menu
  await expect(menu.getByRole('link')).toHaveText([home, register, howto, contact])
  await expect(page.getByRole('contentinfo')).toHaveText('https://kapao.example')
  for (const [name, path] of [
    [register, '/register'],
    [howto, '/howto'],
    [contact, '/contact'],
    [home, '/login'],
  ] as const) {
    await menu.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const languages = page.getByRole('combobox', { name: thai.language.label })
    await expect(languages).toBeInViewport()
    if (path === '/login') continue
    // It takes no room of its own: the title stands beside it.
    const [menuBox, titleBox] = [
      await languages.boundingBox(),
      await page.getByRole('heading', { level: 1 }).boundingBox(),
    ]
    expect(Math.abs(menuBox!.y - titleBox!.y)).toBeLessThan(8)
  }
  expect(complaints).toEqual([])
})

test(
  'OP-B04 SHELL-06 SHELL-07 SHELL-08 SHELL-09 SHELL-10 SHELL-11 members find five places, one of them a sheet',
  { tag: '@long-2' },
  async ({ page, request, control, expectAccessible }) => {
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    await logIn(page, await borrowMember(request, control))
    const { profile, conditions, home, statement, contact } = memberText.shell
    const menu = page.getByRole('navigation')
    await expect(menu.getByRole('listitem')).toHaveText([
      profile,
      conditions,
      home,
      statement,
      contact,
    ])
    for (const [name, path] of [
      [profile, 'profile'],
      [statement, 'statement'],
      [contact, 'contact'],
      [home, 'home'],
    ] as const) {
      await menu.getByRole('link', { name }).click()
      await expect(page).toHaveURL(new RegExp(`/user/${path}$`))
    }

    const heightOf = async (name: string) =>
      (await menu.getByRole('link', { name }).locator('span').first().boundingBox())?.height ?? 0
    expect(await heightOf(home)).toBeGreaterThan(1.5 * (await heightOf(profile)))

    const opener = menu.getByRole('button', { name: conditions })
    await opener.click()
    const sheet = page.getByRole('dialog', { name: visitorText.conditions.title })
    await expect(sheet.getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expectAccessible()
    await sheet.getByRole('button', { name: visitorText.conditions.confirm }).click()
    await expect(sheet).toHaveCount(0)
    await expect(opener).toBeFocused()

    await opener.click()
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    // A click outside it.
    await opener.click()
    await expect(sheet).toBeVisible()
    await page.mouse.click(4, 4)
    await expect(sheet).toHaveCount(0)
    await opener.click()
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toHaveCount(0)
    await expect(page).toHaveURL(/\/user\/home$/)
  },
)

test(
  'AGR-01 AGR-02 AGR-03 AGR-04 STORE-01 OP-B03 SAY-64 the agreement is shown until it is accepted',
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    await logIn(page, await borrowMember(request, control), true)
    const sheet = page.getByRole('dialog', { name: visitorText.agreement.title })
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await waitForStep(page)
    await page.reload()
    await expect(sheet).toBeVisible()
    await sheet.getByRole('button', { name: visitorText.agreement.confirm }).click()
    expect(await page.evaluate(() => localStorage.getItem('remember-agreement'))).toBe('true')
    await waitForStep(page)
    await page.reload()
    await page.waitForTimeout(2500)
    await expect(sheet).toHaveCount(0)
  },
)

test(
  'AGR-05 a member who leaves home at once is not asked elsewhere, but on coming back',
  { tag: '@long-4' },
  async ({ page, request, control }) => {
    const phone = await borrowMember(request, control)
    await logIn(page, phone)
    await page.goto('/user/profile')
    const menu = page.getByRole('navigation')
    // No longer the prerendered screen, whose links would load a page.
    await expect(page.getByRole('main')).toContainText(phone)
    let asked = 0
    page.on('request', (sent) => {
      if (sent.url().endsWith('/api/lookup/agreements')) asked += 1
    })
    // The page makes both taps itself, so that a slow machine cannot put a second and a half between them.
    await page.evaluate(async () => {
      const tap = (path: string) =>
        document.querySelector<HTMLElement>(`nav a[href="${path}"]`)!.click()
      tap('/user/home')
      while (!document.querySelector('section[aria-busy]'))
        await new Promise((resolve) => requestAnimationFrame(resolve))
      tap('/user/profile')
    })
    await expect(page).toHaveURL(/\/user\/profile$/)
    await page.waitForTimeout(2500)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(asked).toBe(0)
    await menu.getByRole('link', { name: memberText.shell.home }).click()
    await expect(page.getByRole('dialog', { name: visitorText.agreement.title })).toBeVisible()
  },
)

test('a sheet follows the finger down, springs back from a short pull and closes after a long one', async ({
  page,
}) => {
  await page.goto('/howto')
  await page.locator('main li button').first().click()
  const sheet = page.getByRole('dialog')
  const head = sheet.locator('header')
  await expect(head).toBeVisible()
  // It has risen before the finger touches it.
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map((one) => one.finished)))
  const top = () => sheet.evaluate((element) => element.getBoundingClientRect().top)
  const resting = await top()
  const box = await head.boundingBox()
  const x = (box?.x ?? 0) + 40
  const y = (box?.y ?? 0) + 20
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by = 0) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + by }],
    })

  await touch('touchStart')
  await touch('touchMove', 60)
  await expect.poll(top).toBe(resting + 60)
  await touch('touchEnd')
  await expect.poll(top).toBe(resting)
  await touch('touchStart')
  await touch('touchMove', 60)
  await touch('touchMove', 120)
  await touch('touchEnd')
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/howto$/)
})

test('HOWTO-01 HOWTO-02 five films in the language of the page, each in a player with captions', async ({
  page,
}) => {
  await page.goto('/howto')
  const { wallet, enter, balance, bonus, finish } = visitorText.howto.videos
  await expect(page.locator('main li')).toHaveText([wallet, enter, balance, bonus, finish])
  for (const [name, title] of Object.entries({ wallet, enter, balance, bonus, finish })) {
    await page.getByRole('button', { name: visitorText.howto.play(title) }).click()
    const film = page.getByRole('dialog', { name: title }).locator('video')
    await expect(film).toHaveAttribute('src', `/howto/th-${name}.mp4`)
    await expect
      .poll(() => film.evaluate((video: HTMLVideoElement) => video.duration))
      .toBeGreaterThan(3)
    const cues = () => film.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length)
    await expect.poll(cues).toBe(3)
    await page.keyboard.press('Escape')
    await expect(film).toHaveCount(0)
  }
})

test('CONTACT-03 contact names the version', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByText('1.1.14')).toBeVisible()
})

test('NF-01 NAV-14 OP-E14 an unknown path shows the 404 page with status 404', async ({ page }) => {
  for (const path of ['/no/such/page', '/user/nope']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('404', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Page Not Found', exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: visitorText.notFound.home }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('API-15 an unknown API path answers JSON, never the page', async ({ request }) => {
  const response = await request.get('/api/no/such/call')
  expect(response.status()).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'NO_DATA' })
})
