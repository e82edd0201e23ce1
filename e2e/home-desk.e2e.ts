import type { Page } from '@playwright/test'
import { depositText } from '../apps/web/src/features/deposit/text/th.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { pendingText as pending } from '../apps/web/src/text/th/pending.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { transferText } from '../apps/web/src/features/transfer/text/th.ts'
import { underWayText as underWay } from '../apps/web/src/features/under-way/text/th.ts'
import { withdrawText } from '../apps/web/src/features/withdraw/text/th.ts'
import { borrowMember, logIn, makeMember, waitForStep } from './member.ts'
import { callAs, giveMoney } from './money.ts'
import { expect, test } from './test.ts'
import { chooseAccount } from './transfer-sheet.ts'

const { currency, home: text, games, shell } = memberText
let phone = ''

test.describe.configure({ mode: 'serial' })

// One member for all of them: 1,000, of which 300 are in a game, and an unpaid code for 200.
test.beforeAll(async ({ playwright, baseURL, control, databaseUrl }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  phone = await makeMember(request, control)
  await giveMoney(databaseUrl, { phone, satang: 100_000n })
  const member = await callAs(request, phone)
  await member.get('/api/wallet/activate/joker2')
  await member.post('/api/wallet/transfer', { from: 'wallet', to: 'joker2', amount: 300 })
  await member.post('/api/qrcode/KBANK', { amount: 200 })
  await request.dispose()
})

test.beforeEach(({ page }) =>
  page.addInitScript(() => localStorage.setItem('remember-agreement', 'true')),
)

const total = (page: Page) => page.getByRole('region', { name: text.total })
const action = (page: Page, name: string) => total(page).getByRole('button', { name, exact: true })
const waiting = (page: Page) => page.getByText(underWay.deposit.QR)

test(
  'REACH-31 REACH-32 the card says what the total is free for and moves it; a code that waits for payment is below',
  { tag: '@long-2' },
  async ({ page, expectAccessible }) => {
    await logIn(page, phone)
    await expect(total(page)).toContainText(underWay.withdrawable('1,000.00'))
    // Nothing that is nothing.
    await expect(total(page)).not.toContainText(underWay.notYet('0.00'))
    const boxes = await Promise.all(
      [text.shortcuts.deposit, text.shortcuts.withdraw, text.transfer].map((name) =>
        action(page, name).boundingBox(),
      ),
    )
    expect(new Set(boxes.map((box) => Math.round(box!.y))).size).toBe(1)
    await expectAccessible()

    const row = page.getByRole('button').filter({ has: waiting(page) })
    await expect(row).toContainText('200.00 บาท')
    await row.click()
    await expect(page.getByRole('dialog', { name: depositText.title })).toBeVisible()
  },
)

test(
  'REACH-33 SAY-24 the games wait a moment for what is under way; what comes later finds its place, and nothing moves',
  { tag: '@long-2' },
  async ({ page }) => {
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/wallet/underway', async (route) => {
      await held
      await route.continue()
    })
    await logIn(page, phone)
    const list = page.getByRole('region', { name: games.title })
    await expect(total(page)).toContainText('1,000.00')
    await expect(list).toHaveCount(0)
    await expect(list.getByRole('listitem').first()).toBeVisible()
    const top = () => list.evaluate((one) => Math.round(one.getBoundingClientRect().top + scrollY))
    const before = await top()
    answer()
    await expect(waiting(page)).toBeVisible()
    expect(await top()).toBe(before)
  },
)

for (const who of ['new', 'with a code to pay'] as const)
  test(
    `SAY-23 the first game of a member ${who} is in the first screen, and the button of home covers nothing`,
    { tag: '@long-2' },
    async ({ page, request, control }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await logIn(page, who === 'new' ? await borrowMember(request, control) : phone)
      const menu = page.getByRole('navigation', { name: shell.menu })
      const cards = page.getByRole('tabpanel').getByRole('listitem')
      await expect(cards).toHaveCount(10)
      const [bar, card, middle] = await Promise.all([
        menu.boundingBox(),
        cards.first().boundingBox(),
        menu.getByRole('link', { name: shell.home }).locator('span').first().boundingBox(),
      ])
      // The picture and the name of the game.
      expect(card!.y + 82).toBeLessThanOrEqual(bar!.y)
      expect(middle!.y).toBeGreaterThanOrEqual(bar!.y)
      // Three are side by side.
      expect((await cards.nth(2).boundingBox())!.y).toBe(card!.y)
    },
  )

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test(
    'REACH-35 the menu is a rail, games are in four to six columns, and a column with the money stays',
    { tag: '@long-2' },
    async ({ page, expectAccessible }) => {
      await logIn(page, phone)
      const menu = page.getByRole('navigation', { name: shell.menu })
      await expect(menu.getByRole('listitem')).toHaveText([
        shell.profile,
        shell.conditions,
        shell.home,
        shell.statement,
        shell.contact,
      ])
      const cards = page.getByRole('tabpanel').getByRole('listitem')
      await expect(cards).toHaveCount(10)
      await expect(waiting(page)).toBeVisible()
      await expectAccessible()
      for (const [width, columns] of [
        [1024, 3],
        [1280, 4],
        [1920, 6],
      ] as const) {
        await page.setViewportSize({ width, height: 800 })
        const tops = await cards.evaluateAll((all) =>
          all.map((one) => Math.round(one.getBoundingClientRect().top)),
        )
        expect(tops.filter((top) => top === tops[0])).toHaveLength(columns)
        const [rail, gameList, money] = await Promise.all([
          menu.boundingBox(),
          page.getByRole('region', { name: games.title }).boundingBox(),
          total(page).boundingBox(),
        ])
        expect(rail!.width).toBeLessThanOrEqual(221)
        expect(gameList!.x).toBeGreaterThanOrEqual(rail!.width)
        expect(money!.x).toBeGreaterThan(gameList!.x + gameList!.width)
      }
      await page.setViewportSize({ width: 1280, height: 500 })
      await page.mouse.move(400, 300)
      await page.mouse.wheel(0, 600)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
      await expect(total(page)).toBeInViewport({ ratio: 0.9 })
    },
  )

  test(
    'REACH-109 the notice of a lost call is as wide as the screen below it',
    { tag: '@long-2' },
    async ({ page }) => {
      await logIn(page, phone)
      for (const path of ['/user/home', '/user/statement']) {
        // As this tab would have stored it.
        await page.evaluate(() => {
          const call = { key: 'b'.repeat(32), route: 'POST /api/wallet/transfer', tab: 'this' }
          sessionStorage.setItem('tab', call.tab)
          localStorage.setItem('pending', JSON.stringify([call]))
        })
        await page.goto(path)
        const note = page
          .getByRole('status')
          .locator('div')
          .filter({ hasText: pending.never })
          .first()
        await expect(note).toBeVisible()
        const screen = page.getByRole('main').locator('> [data-wide]')
        const [above, below] = await Promise.all([note.boundingBox(), screen.boundingBox()])
        expect(Math.abs(above!.x - below!.x), path).toBeLessThanOrEqual(1)
        expect(Math.abs(above!.width - below!.width), path).toBeLessThanOrEqual(1)
      }
    },
  )

  test(
    'REACH-111 a member who sees a code on a desktop is asked to scan it, not to open it on this phone',
    { tag: '@long-2' },
    async ({ page }) => {
      await logIn(page, phone)
      await page
        .getByRole('button')
        .filter({ has: waiting(page) })
        .click()
      const sheet = page.getByRole('dialog', { name: depositText.title })
      await sheet.getByRole('tab', { name: depositText.ways.qr }).click()
      await expect(sheet.getByText(depositText.qr.scan)).toBeVisible()
      await expect(sheet.getByText(depositText.qr.samePhone)).toHaveCount(0)
    },
  )

  test(
    'REACH-66 in the rail only the current place is gold',
    { tag: '@long-2' },
    async ({ page }) => {
      await logIn(page, phone)
      const menu = page.getByRole('navigation', { name: shell.menu })
      const ground = (name: string) =>
        menu
          .getByRole('link', { name })
          .locator('span')
          .first()
          .evaluate((icon) => getComputedStyle(icon).backgroundColor)
      expect(await ground(shell.home)).not.toBe('rgba(0, 0, 0, 0)')
      await menu.getByRole('link', { name: shell.profile }).click()
      await expect(page).toHaveURL(/profile$/)
      expect(await ground(shell.home)).toBe('rgba(0, 0, 0, 0)')
    },
  )

  test(
    'REACH-67 a unit that does not fit next to its figure wraps as a whole',
    { tag: '@long-2' },
    async ({ page }) => {
      await page.route('**/api/wallet', async (route) => {
        const answer = await route.fetch()
        const body = await answer.json()
        for (const slot of body.slots ?? [])
          Object.assign(slot, { isActive: true, amount: 12_345_678 })
        await route.fulfill({ response: answer, json: body })
      })
      await logIn(page, phone)
      const unit = page.getByRole('tabpanel').getByText(currency.BAHT, { exact: true })
      await expect(unit.first()).toBeVisible()
      for (const width of [1024, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const lines = await unit.evaluateAll((all) => all.map((one) => one.getClientRects().length))
        expect(new Set(lines)).toEqual(new Set([1]))
      }
    },
  )

  test(
    'REACH-36 HOME-18 deposit, withdraw and transfer open next to the games with the balance in view, and close as usual',
    { tag: '@long-2' },
    async ({ page, expectAccessible }) => {
      await logIn(page, phone)
      await expect(waiting(page)).toBeVisible()
      for (const [name, title] of [
        [text.shortcuts.deposit, depositText.title],
        [text.shortcuts.withdraw, withdrawText.title],
        [text.transfer, transferText.title],
      ] as const) {
        const opener = action(page, name)
        const sheet = page.getByRole('dialog', { name: title, exact: true })
        const ways = [
          () => page.keyboard.press('Escape'),
          () => page.goBack(),
          () => sheet.getByRole('button', { name: publicText.action.close }).first().click(),
        ]
        for (const close of ways) {
          await opener.click()
          await expect(sheet).toBeVisible()
          // Not modal: the games and the balance can be reached.
          expect(await sheet.evaluate((one) => one.matches(':modal'))).toBe(false)
          expect(await sheet.evaluate((one) => one.contains(document.activeElement))).toBe(true)
          await expect(total(page)).toContainText('1,000.00')
          await expect(total(page)).toBeInViewport({ ratio: 1 })
          const overflow = () =>
            page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
          expect(await overflow()).toBe('hidden')
          await close()
          await expect(sheet).toHaveCount(0)
          await expect(opener).toBeFocused()
          expect(await overflow()).toBe('visible')
          await waitForStep(page)
          await expect(page).toHaveURL(/\/user\/home$/)
        }
      }
      // One replaces another.
      await action(page, text.shortcuts.deposit).click()
      await action(page, text.transfer).click()
      await expect(page.getByRole('dialog', { name: transferText.title })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(1)
      await expectAccessible()
    },
  )

  test(
    'REACH-93 the amount of a transfer is in view below the wheels',
    { tag: '@long-2' },
    async ({ page }) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await logIn(page, phone)
      await action(page, text.transfer).click()
      const sheet = page.getByRole('dialog', { name: transferText.title })
      await expect(sheet.getByRole('listbox').first()).toBeInViewport({ ratio: 1 })
      await expect(sheet.getByRole('textbox').first()).toBeInViewport({ ratio: 1 })
    },
  )

  test(
    'REACH-97 a sheet scrolls inside: its title and its button stay in view, the page behind stays, and a toast covers both',
    { tag: '@long-2' },
    async ({ page }) => {
      await logIn(page, phone)
      const place = () => page.getByRole('main').evaluate((one) => one.getBoundingClientRect().top)
      const before = await place()
      await action(page, text.transfer).click()
      const transfer = page.getByRole('dialog', { name: transferText.title })
      const send = transfer.locator('button[type=submit]')
      await transfer.getByLabel(transferText.amount).first().fill('1')
      await expect(send).toBeInViewport({ ratio: 1 })
      await send.click()
      await expect(transfer.getByText(transferText.errors.choose)).toBeInViewport({ ratio: 1 })
      expect(await place()).toBe(before)

      await action(page, text.shortcuts.deposit).click()
      const deposit = page.getByRole('dialog', { name: depositText.title })
      await deposit.getByRole('tab', { name: depositText.ways.gift }).click()
      const link = deposit.getByRole('textbox')
      await link.fill('https://gift.truemoney.com/campaign/?v=0123456789abcdef0123456789abcdef012')
      await deposit.getByRole('button', { name: depositText.gift.send }).click()
      const toast = page.locator('[data-toast=danger]')
      await expect(toast).toBeInViewport({ ratio: 1 })
      const onTop = () =>
        toast.evaluate((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          // It ignores pointer events, so they are enabled for the hit test.
          one.style.pointerEvents = 'auto'
          return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
        })
      expect(await onTop()).toBe(true)
      await expect(deposit.getByRole('heading', { name: depositText.title })).toBeInViewport({
        ratio: 1,
      })
      expect(await place()).toBe(before)
    },
  )

  test(
    'REACH-91 the end of a long form is fully visible next to the games, its title too',
    { tag: '@long-2' },
    async ({ page }) => {
      await logIn(page, phone)
      await action(page, text.transfer).click()
      const sheet = page.getByRole('dialog', { name: transferText.title })
      await chooseAccount(sheet, transferText.to, 'Joker')
      await sheet.getByLabel(transferText.amount).first().fill('1')
      await sheet.locator('button[type=submit]').click()
      const done = page.getByRole('dialog', { name: transferText.done })
      await expect(done).toContainText('1.00')
      const balance = (await total(page).boundingBox())!
      await expect
        .poll(async () => (await done.boundingBox())!.y)
        .toBeGreaterThanOrEqual(balance.y + balance.height)
    },
  )
})
