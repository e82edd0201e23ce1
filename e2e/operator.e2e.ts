import type { Page, WebSocket } from '@playwright/test'
import { settingOf, type SettingName } from '../apps/server/src/settings/registry.ts'
import { chatText } from '../apps/web/src/features/chat/text/th.ts'
import { gamesText, homeText } from '../apps/web/src/text/th/home/home.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { spinText } from '../apps/web/src/features/spin/text/th.ts'
import { publicText as thai } from '../apps/web/src/text/th/public.ts'
import { transferText } from '../apps/web/src/features/transfer/text/th.ts'
import { visitorText } from '../apps/web/src/text/th/visitor.ts'
import { setSetting as setInDatabase, showWheelAgain, withDb } from './database.ts'
import { makeMember, newPhone, password } from './member.ts'
import { openOwnCopy, type OwnCopy } from './own-copy.ts'
import { expect, test } from './test.ts'

let copy: OwnCopy
let close: () => Promise<void>

function setSetting(name: string, value: string): Promise<string> {
  return copy.kapao('settings', 'set', name, '--text', value)
}

/** Sets a setting that needs two operators, as if the second one had confirmed it. */
async function setByTwo(name: SettingName, value: unknown): Promise<void> {
  await setInDatabase(copy.databaseUrl, name, { value })
}

test.beforeAll(async () => {
  test.setTimeout(120_000)
  ;({ copy, close } = await openOwnCopy())
})

test.afterAll(() => close())

test.describe.configure({ mode: 'serial' })

test(
  'REG-05 REG-06 without codes the registration has three steps',
  { tag: '@long-1' },
  async ({ page }) => {
    await setByTwo('registration.otp', false)
    await page.goto(`${copy.app}/register`)
    await expect(page.getByText(visitorText.register.steps.of(1, 3))).toBeVisible()
    await page.locator('input[name=phone]').fill(newPhone())
    await page.getByRole('button', { name: visitorText.form.next }).click()
    await expect(page.locator('input[name=name]')).toBeVisible()
  },
)

test(
  'CONTACT-02 the text of the contact page is shown as the HTML that the operator wrote',
  { tag: '@long-1' },
  async ({ page }) => {
    await setSetting('contact.text.th', '<h3>ทักหาเรา</h3><p>เรา<b>ตอบทุกวัน</b></p>')
    await page.goto(`${copy.app}/contact`)
    await expect(page.locator('main').getByRole('heading', { name: 'ทักหาเรา' })).toBeVisible()
    await expect(page.locator('main b')).toHaveText('ตอบทุกวัน')
    await expect(page.locator('main')).not.toContainText('<')
  },
)

test(
  "CONTACT-01 the contact picture is the operator’s; a missing or broken one is replaced by the app's own",
  { tag: '@long-1' },
  async ({ page }) => {
    const picture = page.locator('main img').first()
    const widthOf = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
    // One that the demo has.
    const [{ theirs }] = (await withDb(copy.databaseUrl, (db) =>
      db.query<{ theirs: string }>(
        `select '/pictures/' || file as theirs from pictures_picture order by n limit 1`,
      ),
    )) as [{ theirs: string }]
    for (const [address, isTheirs] of [
      [theirs, true],
      [`/pictures/${'A'.repeat(43)}.webp`, false],
      [null, false],
    ] as const) {
      await setByTwo('contact.line.qr', address)
      await page.goto(`${copy.app}/contact`)
      if (isTheirs) await expect(picture).toHaveAttribute('src', theirs)
      else await expect(picture).toHaveAttribute('src', /talk-to-us|^data:image/)
      await expect.poll(widthOf).toBeGreaterThan(0)
    }
  },
)

test('HOWTO-03 the video stops with its sheet', { tag: '@long-1' }, async ({ page }) => {
  const { howto } = visitorText
  await setByTwo('howto.video.bonus', `${copy.app}/videos/bonus.mp4`)
  await page.goto(`${copy.app}/howto`)
  await page.getByRole('button', { name: howto.play(howto.videos.bonus) }).click()
  const video = page.getByRole('dialog', { name: howto.videos.bonus }).locator('video')
  await expect(video).toHaveAttribute('src', `${copy.app}/videos/bonus.mp4`)
  const player = await video.elementHandle()
  await page.keyboard.press('Escape')
  await expect(page.locator('video')).toHaveCount(0)
  // The browser pauses a player that is not on the page.
  expect(
    await player?.evaluate((one) => [one.isConnected, (one as HTMLVideoElement).paused]),
  ).toEqual([false, true])
})

test(
  'CONTACT-04 CONTACT-05 CONTACT-06 CONTACT-07 the operator’s switch puts the chat in place of the link, or the link in place of the chat',
  { tag: '@long-1' },
  async ({ page, request }) => {
    const contact = await request.get(`${copy.app}/api/lookup/contact`)
    const { lineLink, lineName } = await contact.json()
    const link = page.locator('main').getByRole('link', { name: lineName })
    const chat = page.getByRole('button', { name: chatText.open })
    for (const state of ['on', 'off'] as const) {
      await setSetting('chat.widget', state)
      const answer = page.waitForResponse('**/api/lookup/enableChatWidget')
      await page.goto(`${copy.app}/contact`)
      expect(await (await answer).json()).toEqual({ enableChatWidget: state === 'on' })
      const [shown, hidden] = state === 'on' ? [chat, link] : [link, chat]
      await expect(shown).toBeVisible()
      await expect(hidden).toHaveCount(0)
    }
    await expect(link).toHaveAttribute('href', lineLink)
    await expect(link).toHaveAttribute('rel', /noopener/)
  },
)

test(
  'LOGIN-13 a deactivated member sees so below the form',
  { tag: '@long-1' },
  async ({ page, request }) => {
    const phone = await makeMember(request, copy.control, { app: copy.app })
    const login = await request.post(`${copy.app}/api/login`, {
      data: { username: phone, password },
    })
    const { token } = await login.json()
    const profile = await request.get(`${copy.app}/api/account/profile`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { _id: id } = await profile.json()
    const why = ['--isActive', 'no', '--why', 'asked for it by phone']
    await copy.kapao('members', 'active', '--memberId', id, ...why)

    await page.goto(`${copy.app}/login`)
    await page.locator('input[name=username]').fill(phone)
    await page.locator('input[name=password]').fill(password)
    await page.locator('form button[type=submit]').click()
    await expect(page.locator('form').getByRole('alert')).toHaveText(thai.refusals.INACTIVE_USER)
    await expect(page).toHaveURL(/\/login$/)
  },
)

/** As the demo member of a fresh copy, who has accounts at some games. */
async function enterAsDemo(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await page.goto(`${copy.app}/login`)
  await page.locator('input[name=username]').fill('0812345678')
  await page.locator('input[name=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await expect(page).toHaveURL(/\/user\/home$/)
}

test(
  'GAME-18 GAME-20 SAY-69 BUILD-04 where the page is in a frame, a returned link opens in its own tab, which cannot reach back, and a form in this place',
  { tag: '@long-1' },
  async ({ page, context }) => {
    await setSetting('games.iframe', 'on')
    await enterAsDemo(page)
    const play = async (group: string, name: string): Promise<void> => {
      await page.getByRole('tab', { name: group }).click()
      await page.getByRole('tabpanel').getByRole('button', { name }).click()
      const sheet = page.getByRole('dialog', { name })
      await expect(sheet.getByText(gamesText.username, { exact: true })).toBeVisible()
      await sheet.getByRole('button', { name: gamesText.play, exact: true }).click()
    }
    const opened = context.waitForEvent('page')
    await play(gamesText.groups.slot, 'Betflix')
    const tab = await opened
    await tab.waitForURL((url) => url.pathname.startsWith('/games/betflix/table/'))
    expect(await tab.evaluate(() => window.opener as unknown)).toBeNull()
    expect(await tab.evaluate(() => document.referrer)).toBe('')
    await expect(page).toHaveURL(/\/user\/home$/)
    await tab.close()
    await page.keyboard.press('Escape')
    await play(gamesText.groups.sport, 'UFABET')
    await page.waitForURL((url) => url.pathname.startsWith('/games/sport/table/'))
    expect(context.pages()).toHaveLength(1)
  },
)

test(
  'where the browser blocks the tab, one more tap leads to the game',
  { tag: '@long-1' },
  async ({ page, context }) => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    await enterAsDemo(page)
    await page.getByRole('tabpanel').getByRole('button', { name: 'Betflix' }).click()
    const sheet = page.getByRole('dialog', { name: 'Betflix' })
    await sheet.getByRole('button', { name: gamesText.play, exact: true }).click()
    await expect(sheet.getByText(gamesText.ready)).toBeVisible()
    const opened = context.waitForEvent('page')
    await sheet.getByRole('link', { name: gamesText.goThere }).click()
    const tab = await opened
    await tab.waitForURL((url) => url.pathname.startsWith('/games/betflix/table/'))
    await setSetting('games.iframe', 'off')
  },
)

test(
  'HOME-11 HOME-12 OP-B08 a wheel that the operator removes leaves a line and a way home, and another tile on home',
  { tag: '@long-1' },
  async ({ page }) => {
    const shown = await copy.kapao('rewards', 'one', 'wheel', 'demo', '--json')
    const { seen } = (JSON.parse(shown) as { active: { seen: string } }).active
    const about = ['--kind', 'wheel', '--code', 'demo', '--seen', seen]
    await copy.kapao('rewards', 'switch', ...about, '--isOn', 'no')
    await enterAsDemo(page)
    const { home } = memberText
    const spin = spinText
    const tiles = page.getByRole('list', { name: home.shortcuts.label })
    await expect(tiles.getByText(home.shortcuts.spin)).toHaveCount(0)
    // Home's own first refresh would absorb the tap.
    const total = page.getByRole('region', { name: home.total })
    await expect(total).toContainText(home.updated('').trim(), { timeout: 30_000 })
    await expect(total).toHaveAttribute('aria-busy', 'false')
    const refreshed = page.waitForRequest('**/api/wallet/refresh/slot')
    await tiles.getByText(home.shortcuts.refreshAll).click()
    await refreshed
    await page.goto(`${copy.app}/user/spin`)
    await expect(page.getByText(spin.off)).toBeVisible()
    await expect(page.locator('canvas')).toHaveCount(0)
    await page.locator('main').getByRole('link', { name: spin.home }).click()
    await expect(page).toHaveURL(/\/user\/home$/)
    await showWheelAgain(copy.databaseUrl)
    await page.goto(`${copy.app}/user/spin`)
    await expect(page.locator('canvas')).toBeVisible()
  },
)

test(
  'GAME-02 GAME-08 a game shows its own figure for the balance, and only the apps that it has',
  { tag: '@long-1' },
  async ({ page }) => {
    const betflix = {
      code: 'betflix',
      name: 'Betflix',
      category: 'slot',
      family: 'betflix',
      logo: '/games/betflix.svg',
      background: '/games/none.svg',
      factor: 10,
      android: 'https://apps.example/betflix.apk',
    }
    // Providers that hold members' money cannot be removed.
    const known = settingOf('games.providers').fallback as { code: string }[]
    const games = known.map((one) =>
      one.code === betflix.code ? { ...one, ...betflix, ios: null } : one,
    )
    await setByTwo('games.providers', games)
    await enterAsDemo(page)
    const card = page.getByRole('tabpanel').getByRole('button', { name: 'Betflix' })
    const [, balance = ''] = /([\d,.]+)\sบาท/.exec((await card.textContent()) ?? '') ?? []
    const converted = (Number(balance.replaceAll(',', '')) * 10).toLocaleString('en', {
      minimumFractionDigits: 2,
    })
    expect(Number(balance.replaceAll(',', ''))).toBeGreaterThan(0)
    await expect(card).toContainText(gamesText.converted(converted))
    await card.click()
    const sheet = page.getByRole('dialog', { name: 'Betflix' })
    await expect(sheet.getByRole('link', { name: gamesText.android })).toHaveAttribute(
      'href',
      betflix.android,
    )
    await expect(sheet.getByRole('link', { name: gamesText.ios })).toHaveCount(0)
  },
)

test(
  'REACH-34 a game that the operator has closed carries a badge and has no way in, and says that the money is safe',
  { tag: '@long-1' },
  async ({ page }) => {
    const known = settingOf('games.providers').fallback as { code: string }[]
    const closed = known.map((one) => (one.code === 'betflix' ? { ...one, currencies: [] } : one))
    await setByTwo('games.providers', closed)
    await enterAsDemo(page)
    const card = page.getByRole('tabpanel').getByRole('button', { name: 'Betflix' })
    await expect(card).toContainText(gamesText.shut)
    const [money = ''] = /[\d,.]+\sบาท/.exec((await card.textContent()) ?? '') ?? []
    await card.click()
    const sheet = page.getByRole('dialog', { name: 'Betflix' })
    await expect(sheet).toContainText(gamesText.shutSafe('Betflix', money))
    await expect(sheet.getByRole('button', { name: gamesText.play, exact: true })).toHaveCount(0)
    await sheet.getByRole('button', { name: memberText.home.transfer, exact: true }).click()
    await expect(page.getByRole('dialog', { name: transferText.title })).toBeVisible()
    await setByTwo('games.providers', known)
  },
)

test(
  "REG-46 no SMS is sent beyond the day's limit, and the visitor is informed",
  { tag: '@long-1' },
  async ({ page }) => {
    await setSetting('registration.otp', 'on')
    await setSetting('sms.dayMax', '1')
    await page.goto(`${copy.app}/register`)
    await page.locator('input[name=phone]').fill(newPhone())
    await page.getByRole('button', { name: visitorText.form.next }).click()
    await expect(page.locator('body > div [role=alert]')).toHaveText(thai.refusals.REQUEST_LIMIT)
    await expect(page.locator('input[name=phone]')).toBeVisible()
  },
)

test(
  'NAV-17 NAV-18 NAV-19 NF-02 NF-03 API-06 a terminated service says so, until it is back',
  { tag: '@long-1' },
  async ({ page }) => {
    await setSetting('service.active', 'off')
    await page.goto(`${copy.app}/login`)
    await expect(page).toHaveURL(/\/terminated$/)
    await expect(page).toHaveTitle('Page not found')
    await expect(page.getByText(thai.terminated.sentence)).toBeVisible()
    await expect(page.locator('body')).toHaveClass(/terminated/)

    await setSetting('service.active', 'on')
    await page.goto(`${copy.app}/login`)
    await expect(page.getByRole('button', { name: thai.login.submit })).toBeVisible()
    await expect(page.locator('body')).not.toHaveClass(/terminated/)
  },
)

test(
  'API-06 NF-02 an idle member is informed of it within about a minute, on any screen',
  { tag: '@long-1' },
  async ({ page }) => {
    test.setTimeout(150_000)
    await enterAsDemo(page)
    const frames = new Map<WebSocket, number>()
    page.on('websocket', (line) =>
      line.on('framereceived', () => frames.set(line, (frames.get(line) ?? 0) + 1)),
    )
    // A screen that shows no balance and no chat.
    await page.goto(`${copy.app}/user/spin`)
    // The library's greeting, and the server's acceptance.
    const isUp = () => [...frames].some(([line, count]) => !line.isClosed() && count >= 2)
    await expect.poll(isUp).toBe(true)
    await setSetting('service.active', 'off')
    // From here on the page is idle: the server cuts its connection.
    await expect(page).toHaveURL(/\/terminated$/, { timeout: 90_000 })
    await expect(page.getByText(thai.terminated.sentence)).toBeVisible()
    await setSetting('service.active', 'on')
  },
)

test(
  'ERRC-07 OP-C13 a visitor in a blocked network is informed, at the login and on every member screen, until it is unblocked',
  { tag: '@long-1' },
  async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
    await page.goto(`${copy.app}/login`)
    await setSetting('service.blocked', '127.0.0.0/8')
    await page.locator('input[name=username]').fill('0812345678')
    await page.locator('input[name=password]').fill('three quiet rivers')
    const submit = page.locator('form button[type=submit]')
    await submit.click()
    const refusal = page.locator('form').getByRole('alert')
    await expect(refusal).toHaveText(thai.refusals.INVALID_IP)
    await setSetting('service.blocked', 'none')
    await submit.click()
    await expect(page).toHaveURL(/\/user\/home$/)

    await setSetting('service.blocked', '127.0.0.0/8')
    const total = page.getByRole('region', { name: memberText.home.total })
    await expect(total).toHaveAttribute('aria-busy', 'false')
    await total.getByRole('button', { name: homeText.refresh }).click()
    await expect(total).toContainText(homeText.stale('').trim())
    await expect(page).toHaveURL(/\/user\/home$/)
    const shutOut = page.getByRole('status').filter({ hasText: thai.refusals.INVALID_IP })
    await expect(shutOut).toBeVisible()
    await page.getByRole('link', { name: memberText.shell.profile }).click()
    await expect(page).toHaveURL(/\/user\/profile$/)
    await expect(shutOut).toBeVisible()
    // A page that starts in such a network is informed by its first answer.
    await page.goto(`${copy.app}/user/home`)
    await expect(shutOut).toBeVisible()

    await setSetting('service.blocked', 'none')
    await total.getByRole('button', { name: homeText.refresh }).click()
    await expect(shutOut).toBeHidden()
  },
)
