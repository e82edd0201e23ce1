import type { Page } from '@playwright/test'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { memberRefusals } from '../apps/web/src/text/th/member-refusals.ts'
import { publicText } from '../apps/web/src/text/th/public.ts'
import { spinText } from '../apps/web/src/features/spin/text/th.ts'
import { logIn, makeMember, overhangOf } from './member.ts'
import { callAs } from './money.ts'
import { expect, test } from './test.ts'
import { colors, giveCoins, labels, setWheel, wheelName } from './wheel.ts'
import { visitorRefusals } from '../apps/web/src/text/th/visitor-refusals.ts'

const text = spinText
let phone = ''

test.describe.configure({ mode: 'serial', timeout: 60_000 })

test.beforeAll(async ({ playwright, baseURL, control, databaseUrl }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  phone = await makeMember(request, control)
  await request.dispose()
  await setWheel(databaseUrl, [1, 1, 1, 1])
})

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
})

const hub = (page: Page) => page.getByRole('button', { name: /^หมุน มี/ })
const canvas = (page: Page) => page.locator('canvas')
const dialog = (page: Page) => page.getByRole('dialog')
const close = (page: Page) =>
  dialog(page).getByRole('button', { name: publicText.action.close }).last().click()

async function openWheel(page: Page): Promise<void> {
  await logIn(page, phone)
  await page.goto('/user/spin')
  await expect(hub(page)).toBeVisible()
}

/** Blocks pushes: this page sees changes made elsewhere only when it asks. */
async function deafen(page: Page): Promise<void> {
  await page.route('**/socket.io/**', (route) => route.abort())
  await page.routeWebSocket('**/socket.io/**', (socket) => void socket.close())
}

/** A slow line: the request for the wheel's state, or its answer, takes a second. */
async function slowSetup(page: Page, late: 'question' | 'answer'): Promise<void> {
  await page.unroute('**/api/spinwheel/setup')
  await page.route('**/api/spinwheel/setup', async (route) => {
    const response = late === 'answer' ? await route.fetch() : undefined
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await (response ? route.fulfill({ response }) : route.continue())
  })
}

function watchCalls(page: Page, path: string) {
  const sent: { at: number; body: string | null }[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path)
      sent.push({ at: Date.now(), body: request.postData() })
  })
  return sent
}

/**
 * How long a text is shown before the next one, by the page's own clock: this process may be late on a busy machine.
 */
async function watchPause(page: Page, words: string, next: string): Promise<() => Promise<number>> {
  const pause = await page.evaluateHandle(
    ([words, next]) => {
      const measured = new Promise<number>((resolve) => {
        let since: number | null = null
        new MutationObserver((_changes, observer) => {
          if (document.body.textContent.includes(words)) since ??= performance.now()
          if (since === null || !document.querySelector(next)) return
          observer.disconnect()
          resolve(performance.now() - since)
        }).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        })
      })
      return { measured }
    },
    [words, next] as const,
  )
  return () => pause.evaluate(({ measured }) => measured)
}

/** The color in the middle of each of four sectors, halfway out; the canvas is read as drawn, unrotated. */
function colorsOf(page: Page): Promise<string[]> {
  return canvas(page).evaluate((element) => {
    const { width } = element as HTMLCanvasElement
    const context = (element as HTMLCanvasElement).getContext('2d')!
    return [0.1, 0.35, 0.6, 0.85].map((share) => {
      const angle = share * 2 * Math.PI - Math.PI / 2
      const at = (part: number) => Math.round(width / 2 + part * width * 0.34)
      const pixel = context.getImageData(at(Math.cos(angle)), at(Math.sin(angle)), 1, 1).data
      const parts = [...pixel].slice(0, 3)
      return parts.map((part) => part.toString(16).padStart(2, '0')).join('')
    })
  })
}

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: text.proof.open }).click()
  await dialog(page).getByRole('button', { name: text.proof.check }).first().click()
}

test(
  'SPIN-01 SPIN-02 SPIN-06 SPIN-18 SPIN-24 the wheel, its name and odds; without a coin a tap does nothing',
  { tag: '@long-1' },
  async ({ page, expectAccessible }) => {
    await openWheel(page)
    const spins = watchCalls(page, '/api/spinwheel/spin')
    await expect(page.getByText(wheelName, { exact: true })).toBeVisible()
    await expect(page.getByRole('img', { name: text.wheel(wheelName, 4) })).toBeVisible()
    const box = (await canvas(page).boundingBox())!
    expect(Math.round(box.width)).toBe(306)
    expect(await canvas(page).evaluate((element) => (element as HTMLCanvasElement).width)).toBe(612)
    expect(await colorsOf(page)).toEqual(colors.map((color) => color.slice(1)))
    await expect(hub(page)).toContainText('0')
    await hub(page).click({ force: true })
    await expect(page.getByText(text.noCoins)).toBeVisible()
    const odds = page.getByRole('table').filter({ hasText: text.odds.chance })
    await expect(odds.getByRole('cell')).toHaveText(['25%', '25%', '25%', '25%'])
    expect(await overhangOf(page)).toBe(0)
    await expectAccessible()
    expect(spins).toHaveLength(0)
  },
)

test(
  'SPIN-19 the wheel is redrawn half a second after a resize, and is never wider than 350',
  { tag: '@long-1' },
  async ({ page }) => {
    await openWheel(page)
    const widthOf = () => canvas(page).evaluate((element) => (element as HTMLCanvasElement).width)
    await page.setViewportSize({ width: 1280, height: 800 })
    const at = Date.now()
    await expect.poll(widthOf, { intervals: [20] }).toBe(700)
    expect(Date.now() - at).toBeGreaterThanOrEqual(450)
    expect(Math.round((await canvas(page).boundingBox())!.width)).toBe(350)
  },
)

test(
  'REACH-57 REACH-58 SAY-67 SPIN-07 SPIN-08 SPIN-09 SPIN-10 SPIN-11 SPIN-23 a spin: a coin less, the wheel stops at the winner, the others darken, two seconds later the prize',
  { tag: '@long-1' },
  async ({ page, databaseUrl, expectAccessible }) => {
    await setWheel(databaseUrl, [1, 0, 0, 0])
    await giveCoins(databaseUrl, { phone, coins: 6 })
    await openWheel(page)
    await expect(hub(page)).toContainText('6')
    const spins = watchCalls(page, '/api/spinwheel/spin')
    const setups = watchCalls(page, '/api/spinwheel/setup')
    const looked = await watchPause(page, text.fell(labels[0]!), 'dialog[open]')
    // Coins are counted, in one form on the whole screen; the balance and the cost of a spin are clear.
    await expect(hub(page)).not.toContainText('6.00')
    await expect(hub(page)).toHaveAccessibleName(text.spin('6\u00A0เหรียญ'))
    await expect(page.getByText(text.have('6\u00A0เหรียญ', '1\u00A0เหรียญ'))).toBeVisible()
    await hub(page).click()
    await hub(page).click({ force: true })
    await expect(hub(page)).toContainText('5')
    // The connection came back while the wheel turns: the list of prizes is read again, and already contains the new one.
    const read = page.waitForResponse('**/api/spinwheel/coupon')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await read
    await expect(page.getByText(text.fell(labels[0]!))).toBeVisible()
    await expect.poll(() => colorsOf(page)).toEqual(['ff0000', '004000', '000040', '404000'])
    const turn = await canvas(page).evaluate((element) => getComputedStyle(element).transform)
    const [a = 0, b = 0] = turn.match(/-?[\d.e-]+/g)!.map(Number)
    const angle = ((((-Math.atan2(b, a) * 180) / Math.PI) % 360) + 360) % 360
    expect(angle).toBeGreaterThan(0)
    expect(angle).toBeLessThan(90)
    await expect(dialog(page)).toBeVisible()
    expect(await looked()).toBeGreaterThan(1_900)
    // Reset before the prize is shown: not turned, and in its colors.
    expect(await canvas(page).evaluate(({ style }) => style.transform)).toBe('')
    expect(await colorsOf(page)).toEqual(colors.map((color) => color.slice(1)))
    await expect(dialog(page)).toContainText(text.won.title)
    await expect(dialog(page)).toContainText(labels[0]!)
    await expect(dialog(page)).toContainText('20.00 บาท')
    await expect(dialog(page)).toContainText(text.claim.play('100.00 บาท'))
    await expect(dialog(page).getByRole('button', { name: text.won.claim })).toBeEnabled()
    await expectAccessible()
    expect(spins).toHaveLength(1)
    expect(setups).toHaveLength(0)
    await close(page)
    await expect.poll(() => setups.length).toBe(1)
    await expect.poll(() => colorsOf(page)).toEqual(colors.map((color) => color.slice(1)))
  },
)

test(
  'SPIN-03 CONST-20 SPIN-12 SPIN-25 prizes are three to a page; leaving the question claims nothing and reads the wheel again',
  { tag: '@long-1' },
  async ({ page, request }) => {
    const member = await callAs(request, phone)
    for (let turn = 0; turn < 3; turn += 1) await member.post('/api/spinwheel/spin', {})
    await openWheel(page)
    const claims = watchCalls(page, '/api/spinwheel/coupon/claim')
    const setups = watchCalls(page, '/api/spinwheel/setup')
    const claim = page.getByRole('button', { name: text.coupons.claimOf(labels[0]!) })
    await expect(claim).toHaveCount(3)
    await page.getByRole('button', { name: memberText.pager.next }).click()
    await expect(claim).toHaveCount(1)
    await expect(page.getByRole('row').filter({ has: claim })).toContainText('20.00 บาท')
    await expect(page.getByRole('row').filter({ has: claim }).getByRole('cell').first()).toHaveText(
      '4',
    )
    await claim.click()
    await expect(dialog(page)).toContainText(labels[0]!)
    await expect(dialog(page).locator('b')).toHaveText('ยี่สิบ')
    await expect(dialog(page)).toContainText(text.claim.play('100.00 บาท'))
    expect(await page.evaluate(() => 'bad' in window)).toBe(false)
    await dialog(page).getByRole('button', { name: text.claim.cancel }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect.poll(() => setups.length).toBe(1)
    expect(claims).toHaveLength(0)
  },
)

test(
  'SPIN-11 SPIN-13 SPIN-14 SPIN-15 ERR-11 CONST-24 SCOPE-12 taps on confirm within half a second are one claim, and the success names the prize',
  { tag: '@long-1' },
  async ({ page }) => {
    await openWheel(page)
    const claims = watchCalls(page, '/api/spinwheel/coupon/claim')
    await page
      .getByRole('button', { name: text.coupons.claimOf(labels[0]!) })
      .first()
      .click()
    const confirm = dialog(page).getByRole('button', { name: text.claim.confirm })
    // Both inside the page: on a busy machine the second would come after the half second.
    const tapped = await confirm.evaluate(async (button: HTMLButtonElement) => {
      button.click()
      await new Promise((resolve) => setTimeout(resolve, 200))
      button.click()
      return Date.now()
    })
    await expect(dialog(page)).toContainText(text.claim.doneLead(labels[0]!))
    expect(claims).toHaveLength(1)
    expect(claims[0]!.at - tapped).toBeGreaterThanOrEqual(480)
    expect(JSON.parse(claims[0]!.body!)).toEqual({ coupon: expect.any(String) })
    const setups = watchCalls(page, '/api/spinwheel/setup')
    await close(page)
    await expect.poll(() => setups.length).toBe(1)
    await expect(page.getByRole('button', { name: text.coupons.claimOf(labels[0]!) })).toHaveCount(
      3,
    )
  },
)

test(
  'SPIN-16 a prize that was claimed on another device meanwhile is refused in words, and the wheel is read again',
  { tag: '@long-1' },
  async ({ page, request }) => {
    const member = await callAs(request, phone)
    await deafen(page)
    await openWheel(page)
    await page
      .getByRole('button', { name: text.coupons.claimOf(labels[0]!) })
      .first()
      .click()
    await expect(dialog(page)).toContainText(labels[0]!)
    for (const { _id } of (await member.get('/api/spinwheel/coupon')) as { _id: string }[])
      await member.post('/api/spinwheel/coupon/claim', { coupon: _id })
    await dialog(page).getByRole('button', { name: text.claim.confirm }).click()
    await expect(dialog(page)).toContainText(memberRefusals.NO_CLAIMABLE_COUPON)
    // A known reason is not called 'something went wrong'.
    await expect(dialog(page)).toContainText(text.claim.notDone)
    const read = page.waitForResponse('**/api/spinwheel/setup')
    await close(page)
    await read
    await expect(page.getByRole('button', { name: text.coupons.claimOf(labels[0]!) })).toHaveCount(
      0,
    )
  },
)

test(
  'SPIN-16 SPIN-24 a refused spin leaves the wheel still, says why, and it can be spun again',
  { tag: '@long-1' },
  async ({ page, request, databaseUrl }) => {
    const member = await callAs(request, phone)
    await deafen(page)
    await openWheel(page)
    await expect(hub(page)).toContainText('2')
    for (let turn = 0; turn < 2; turn += 1) await member.post('/api/spinwheel/spin', {})
    await hub(page).click()
    await expect(dialog(page)).toContainText(visitorRefusals.NO_DATA)
    expect(await canvas(page).evaluate((element) => getComputedStyle(element).transform)).toMatch(
      /none|matrix\(1, 0, 0, 1, 0, 0\)/,
    )
    await setWheel(databaseUrl, [0, 1, 0, 0])
    await giveCoins(databaseUrl, { phone, coins: 2 })
    const read = page.waitForResponse('**/api/spinwheel/setup')
    await close(page)
    await read
    await expect(dialog(page)).toHaveCount(0)
    await expect(hub(page)).toContainText('2')
    await hub(page).click()
    await expect(dialog(page)).toContainText(text.won.nothing(labels[1]!))
  },
)

test(
  'F46 with reduced motion the result shows at once, and anyone can compute the draw on their own device',
  { tag: '@long-1' },
  async ({ page, expectAccessible }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openWheel(page)
    await page.evaluate(() => {
      Element.prototype.animate = () => {
        throw new Error('something moved')
      }
    })
    await hub(page).click()
    await expect(page.getByRole('status').filter({ hasText: text.fell(labels[1]!) })).toBeVisible()
    await expect(dialog(page)).toContainText(labels[1]!)
    await close(page)
    await check(page)
    await expect(dialog(page)).toContainText(text.proof.fair(1))
    await expectAccessible()

    // A browser that received another sector than the drawn one says so.
    await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage.getItem('spins-to-check')!)
      kept[0].code = 'sector-0'
      sessionStorage.setItem('spins-to-check', JSON.stringify(kept))
    })
    await close(page)
    await check(page)
    await expect(dialog(page)).toContainText(text.proof.unfair)
  },
)

test(
  'F46 on a slow line a draw is not called uncheckable or unfair because the wheel was not read yet',
  { tag: '@long-1' },
  async ({ page, databaseUrl }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await giveCoins(databaseUrl, { phone, coins: 3 })
    await openWheel(page)
    const spin = async () => {
      await hub(page).click()
      await expect(dialog(page)).toContainText(labels[1]!)
      await close(page)
    }
    await slowSetup(page, 'question')
    await spin()
    await check(page)
    await expect(dialog(page)).toContainText(text.proof.fair(1))
    await close(page)

    // The displayed promise is closed already: another spin at once is made under the next one.
    await slowSetup(page, 'answer')
    await spin()
    await spin()
    await check(page)
    await expect(dialog(page).getByRole('listitem').first()).toContainText(text.proof.fair(1))
  },
)

test(
  'F46 a promise closed by another device is not used for a spin, and the draw can still be checked',
  { tag: '@long-1' },
  async ({ page, request, databaseUrl }) => {
    const member = await callAs(request, phone)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await giveCoins(databaseUrl, { phone, coins: 2 })
    await deafen(page)
    await openWheel(page)
    const spins = watchCalls(page, '/api/spinwheel/spin')
    await member.post('/api/spinwheel/spin', {})
    await member.get('/api/spinwheel/setup')
    await hub(page).click()
    await expect(dialog(page)).toContainText(labels[1]!)
    await close(page)
    await check(page)
    await expect(dialog(page)).toContainText(text.proof.fair(1))
    // A seed added under the closed promise is no secret any more when the next promise is made.
    const added = spins.map(({ body }) => (JSON.parse(body!) as { clientSeed: string }).clientSeed)
    expect(added).toHaveLength(2)
    expect(new Set(added).size).toBe(2)
  },
)
