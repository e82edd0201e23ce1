import type { Page } from '@playwright/test'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { logIn, makeMember } from './member.ts'
import { callAs, giveMoney } from './money.ts'
import { expect, test } from './test.ts'

const { home: text, games } = memberText
let phone = ''
/** The member's name at the game. */
let username = ''

test.describe.configure({ mode: 'serial' })

// One member for all of them, with 1,000 in the wallet, 300 of it moved to a game.
test.beforeAll(async ({ playwright, baseURL, control, databaseUrl }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  phone = await makeMember(request, control)
  await giveMoney(databaseUrl, { phone, satang: 100_000n })
  const member = await callAs(request, phone)
  await member.get('/api/wallet/activate/joker2')
  await member.post('/api/wallet/transfer', { from: 'wallet', to: 'joker2', amount: 300 })
  ;({ username } = await member.credentialsAt('joker2'))
  await request.dispose()
})

test.beforeEach(({ page }) =>
  page.addInitScript(() => localStorage.setItem('remember-agreement', 'true')),
)

const total = (page: Page) => page.getByRole('region', { name: text.total })

type Call = { path: string; at: number; answeredAt?: number }

/**
 * The calls of home, in the order and at the time in which they are sent, and when each was answered: by the page's own
 * clock, since events reach a test late on a busy machine.
 */
async function watchCalls(page: Page): Promise<() => Promise<Call[]>> {
  await page.addInitScript(() => {
    const calls: Call[] = []
    Object.assign(globalThis, { callsOfHome: calls })
    const send = globalThis.fetch
    globalThis.fetch = async (...asked) => {
      const { pathname } = new URL(new Request(...asked).url)
      const call: Call = { path: pathname, at: performance.now() }
      if (/^\/api\/(wallet|spinwheel)/.test(pathname)) calls.push(call)
      const answer = await send(...asked)
      call.answeredAt = performance.now()
      return answer
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { callsOfHome: Call[] }).callsOfHome)
}

test(
  'HOME-01 HOME-02 HOME-03 HOME-08 OP-B43 STORE-02 OP-WALLET entering home refreshes the games, then reads the wallet under a veil',
  { tag: '@long-2' },
  async ({ page }) => {
    const calls = await watchCalls(page)
    // The games answer late, so that the veil is visible on a quick machine and on a slow one.
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/wallet/refresh/slot', async (route) => {
      await seen.promise
      await route.continue()
    })
    await logIn(page, phone)
    await expect(total(page)).toHaveAttribute('aria-busy', 'true')
    await expect(page.locator('[data-veil]')).toBeVisible()
    seen.resolve()
    await expect(total(page)).toHaveAttribute('aria-busy', 'false')
    await expect(page.locator('[data-veil]')).toHaveCount(0)

    const sent = await calls()
    expect(sent.map(({ path }) => path)).toContain('/api/spinwheel/active')
    const asked = sent.find(({ path }) => path === '/api/wallet/refresh/slot')!
    const last = sent.findLast(({ path }) => path === '/api/wallet')!
    expect(last.at - (asked.answeredAt ?? Infinity)).toBeGreaterThanOrEqual(190)
    const kept = await page.evaluate(() => Number(localStorage.getItem('last_sync')))
    expect(Math.abs(kept - Date.now())).toBeLessThan(10_000)
    await expect(total(page)).toContainText(text.updated('').trim())
  },
)

test(
  'HOME-04 HOME-05 HOME-06 HOME-21 SAY-26 name, total, where it is, coins and referral bonus with their units',
  { tag: '@long-2' },
  async ({ page, expectAccessible }) => {
    await logIn(page, phone)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.greeting('Nok'))
    await expect(total(page)).toContainText('1,000.00 บาท')
    // On a phone a tap on the total shows where it is.
    const parts = page.getByRole('list', { name: text.split }).getByRole('listitem')
    await expect(parts).toHaveCount(0)
    // The button begins above the total.
    await page.getByRole('button', { name: text.split }).click({ position: { x: 20, y: 10 } })
    await expect(parts).toHaveText([`${text.wallet}700.0070%`, 'Joker300.0030%'])
    const tile = (label: string) => page.locator('dl > div').filter({ hasText: label })
    await expect(tile(text.coin).getByRole('definition')).toHaveText('0.00 เหรียญ')
    await expect(tile(text.referral).getByRole('definition')).toContainText('0.00 บาท')
    await expectAccessible()
  },
)

test(
  'HOME-07 OP-B05 OP-REFRESH the refresh action books winnings made meanwhile',
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    const asked = page.waitForResponse('**/api/wallet/refresh/slot')
    await logIn(page, phone)
    await asked
    await expect(total(page)).toContainText(text.updated('').trim())
    const before = await page.evaluate(() => localStorage.getItem('last_sync'))
    await request.post(`${control}/games/joker2/balance`, { data: { username, balance: '345.50' } })
    // A provider is queried about a member at most once in five seconds.
    await page.waitForTimeout(5_100)
    await page.getByRole('button', { name: text.refresh, exact: true }).click()
    await expect(total(page)).toContainText('1,045.50')
    await expect(page.getByRole('button', { name: /^Joker/ })).toContainText('345.50 บาท')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('last_sync'))).not.toBe(before)
  },
)

test(
  'REACH-106 figures that arrived by a push are not called older than they are',
  { tag: '@long-2' },
  async ({ page, request }) => {
    await logIn(page, phone)
    await expect(total(page)).toHaveAttribute('aria-busy', 'false')
    const age = total(page).getByText(text.updated('').trim())
    // The age is updated every five seconds, so that it has been shown by then.
    await expect(age).toContainText(/[5-9]|1\d/, { timeout: 15_000 })
    const member = await callAs(request, phone)
    await member.post('/api/wallet/transfer', { from: 'wallet', to: 'joker2', amount: 1 })
    await expect(age).toHaveText(text.updated(memberText.ago.now), { timeout: 4_000 })
    await member.post('/api/wallet/transfer', { from: 'joker2', to: 'wallet', amount: 1 })
  },
)

test(
  'HOME-10 HOME-11 HOME-13 six tiles lead to what they name; while a wheel exists, one is its tile',
  { tag: '@long-2' },
  async ({ page }) => {
    await logIn(page, phone)
    const tiles = page.getByRole('list', { name: text.shortcuts.label })
    const { deposit, withdraw, spin, invite, bonus, refund } = text.shortcuts
    await expect(tiles.getByRole('button')).toHaveText([
      deposit,
      withdraw,
      spin,
      invite,
      bonus,
      refund,
    ])
    await tiles.getByText(bonus).click()
    await expect(page).toHaveURL(/\/user\/bonus$/)
    await page.goBack()
    await tiles.getByText(spin).click()
    await expect(page).toHaveURL(/\/user\/spin$/)
  },
)

test(
  'HOME-11 HOME-12 the tile of the wheel is shown before the server has confirmed it again',
  { tag: '@long-2' },
  async ({ page }) => {
    await logIn(page, phone)
    const tiles = page.getByRole('list', { name: text.shortcuts.label })
    await expect(tiles.getByText(text.shortcuts.spin)).toBeVisible()
    let answer = (): void => undefined
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/spinwheel/active', async (route) => {
      await asked
      await route.fulfill({ json: { isActive: false } })
    })
    await page.reload()
    await expect(tiles.getByRole('button')).toHaveCount(6)
    await expect(tiles.getByText(text.shortcuts.spin)).toBeVisible()
    answer()
    await expect(tiles.getByText(text.shortcuts.refreshAll)).toBeVisible()
    await expect(tiles.getByText(text.shortcuts.spin)).toHaveCount(0)
  },
)

test(
  'HOME-11 HOME-12 the tile of the wheel stays while the server cannot be reached',
  { tag: '@long-2' },
  async ({ page, context }) => {
    await logIn(page, phone)
    const tiles = page.getByRole('list', { name: text.shortcuts.label })
    await expect(tiles.getByText(text.shortcuts.spin)).toBeVisible()
    await context.setOffline(true)
    const asked = page.waitForEvent('requestfailed', (call) =>
      call.url().endsWith('spinwheel/active'),
    )
    const menu = page.getByRole('navigation').first()
    await menu.getByRole('link', { name: memberText.shell.profile }).click()
    await expect(tiles).toHaveCount(0)
    await menu.getByRole('link', { name: memberText.shell.home }).click()
    await asked
    // The result of a failed call appears together with the total, which says that it is old.
    await expect(page.getByText(/^อัปเดตไม่สำเร็จ/)).toBeVisible()
    await expect(tiles.getByText(text.shortcuts.spin)).toBeVisible()
    await expect(tiles.getByText(text.shortcuts.refreshAll)).toHaveCount(0)
  },
)

test(
  'HOME-14 GAME-01 GAME-02 games are in three groups, each with its pictures, and are found by name',
  { tag: '@long-2' },
  async ({ page }) => {
    await logIn(page, phone)
    const panel = page.getByRole('tabpanel')
    const cards = panel.getByRole('listitem')
    await expect(cards).toHaveCount(10)
    for (const [group, name] of [
      [games.groups.sport, 'UFABET'],
      [games.groups.lotto, 'Huay HD'],
    ] as const) {
      await page.getByRole('tab', { name: group }).click()
      await expect(cards).toHaveCount(1)
      await expect(cards).toContainText(name)
      // A logo and a background, both loaded.
      const pictures = cards.locator('img')
      await expect(pictures).toHaveCount(2)
      await expect
        .poll(() =>
          pictures.evaluateAll((all) =>
            all.map((one) => (one as HTMLImageElement).naturalWidth > 0),
          ),
        )
        .toEqual([true, true])
    }
    await page.getByRole('tab', { name: games.groups.lotto }).press('ArrowRight')
    await expect(page.getByRole('tab', { name: games.groups.slot })).toBeFocused()
    await expect(cards).toHaveCount(10)
    await expect(panel.getByRole('button', { name: /^Joker/ })).toContainText(
      games.converted('345.50'),
    )

    const search = page.getByRole('textbox', { name: games.search })
    await search.fill('huay')
    await expect(page.getByText(games.found(1))).toBeVisible()
    await expect(page.getByRole('button', { name: /^Huay HD/ })).toBeVisible()
    // The results need the room below the field, and the field stays where it is however few there are.
    const topOf = () => search.evaluate((field) => Math.round(field.getBoundingClientRect().top))
    const top = await topOf()
    expect(top).toBeLessThan(140)
    await search.fill('zzz')
    await expect(page.getByText(games.noneFound('zzz'))).toBeInViewport()
    expect(await topOf()).toBe(top)
    await page.getByRole('button', { name: games.clear }).last().click()
    await expect(cards).toHaveCount(10)
  },
)

test(
  "HOME-18 a sheet locks the page's scrolling and releases it",
  { tag: '@long-2' },
  async ({ page }) => {
    await logIn(page, phone)
    const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
    expect(await overflow()).toBe('visible')
    await page.getByRole('button', { name: /^Joker/ }).click()
    await expect(page.getByRole('dialog', { name: 'Joker' })).toBeVisible()
    expect(await overflow()).toBe('hidden')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await overflow()).toBe('visible')
  },
)

test(
  'a provider that hangs delays neither the figures nor the other providers',
  { tag: '@long-2' },
  async ({ page, request, control }) => {
    // Waits for a query left behind by an earlier refresh, which would use up the fault, and five seconds after it.
    await page.waitForTimeout(10_200)
    const fault = { operation: 'games.joker2.*', kind: 'delay', delayMs: 30_000, count: 1 }
    const rule = await request.post(`${control}/faults`, {
      data: { ...fault, field: 'Username', equals: username },
    })
    expect(rule.ok(), await rule.text()).toBe(true)
    const calls = await watchCalls(page)
    await logIn(page, phone)
    await expect(total(page)).toContainText('1,045.50')
    await expect(total(page)).toContainText(text.late, { timeout: 6_000 })
    const sent = await calls()
    const reads = sent.filter(({ path }) => path === '/api/wallet')
    const asked = sent.find(({ path }) => path === '/api/wallet/refresh/slot')!
    // The three seconds begin with the refresh, and its call in a separate turn, a moment later.
    expect(reads.at(-1)!.at - asked.at).toBeGreaterThanOrEqual(2_700)
    expect(reads.at(-1)!.at - asked.at).toBeLessThan(4_500)
    // The server gives up on the provider, and the figures are as fresh as possible.
    await expect(total(page)).not.toContainText(text.late)
    await expect(total(page)).toContainText('1,045.50')
  },
)

test(
  'HOME-15 HOME-16 ERR-16 without a connection the figures stay and show their age, and no alert appears',
  { tag: '@long-2' },
  async ({ page, context, expectAccessible }) => {
    await logIn(page, phone)
    await expect(total(page)).toHaveAttribute('aria-busy', 'false')
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await context.setOffline(true)
    await page.getByRole('button', { name: text.refresh, exact: true }).click()
    await expect(total(page)).toContainText(/อัปเดตไม่สำเร็จ ยอดล่าสุดที่มีคือ/)
    await expect(total(page)).toContainText('1,045.50')
    await expect(page.locator('[data-veil]')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(logged.some((line) => line.includes('the wallet could not be loaded'))).toBe(true)
    await expectAccessible()

    await context.setOffline(false)
    await expect(total(page)).toContainText(text.updated('').trim())
  },
)
