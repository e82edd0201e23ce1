import type { Locator, Page } from '@playwright/test'
import { gamesText as games, homeText as home } from '../apps/web/src/text/th/home/home.ts'
import { depositText } from '../apps/web/src/features/deposit/text/th.ts'
import { inviteText } from '../apps/web/src/features/invite/text/th.ts'
import { memberText } from '../apps/web/src/text/th/member.ts'
import { refundText } from '../apps/web/src/features/refund/text/th.ts'
import { loadingDelayMs } from '../packages/contract/src/limits.ts'
import { startFaultyLine } from './faulty-line.ts'
import { borrowMember, logInAtScreen, password } from './member.ts'
import { expect, test } from './test.ts'

const { shell } = memberText

test.beforeEach(({ page }) =>
  page.addInitScript(() => localStorage.setItem('remember-agreement', 'true')),
)

type TracedCall = { path: string; afterTap: number; afterBones: number }

/** By the page's own clock: the delay before each call since the tap and since its placeholder appeared. */
async function watchWaiting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const calls: TracedCall[] = []
    Object.assign(globalThis, { asked: calls })
    const last = { tap: Infinity, bones: Infinity }
    const seen = new WeakSet<Element>()
    const look = (): void => {
      for (const bone of document.querySelectorAll('span[aria-hidden="true"]:empty')) {
        if (seen.has(bone) || (bone as HTMLElement).offsetWidth < 40) continue
        seen.add(bone)
        last.bones = performance.now()
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
    addEventListener('click', () => (last.tap = performance.now()), { capture: true })
    const send = globalThis.fetch
    globalThis.fetch = (...asked) => {
      const { pathname } = new URL(new Request(...asked).url)
      const now = performance.now()
      calls.push({ path: pathname, afterTap: now - last.tap, afterBones: now - last.bones })
      return send(...asked)
    }
  })
}

const askedBy = (page: Page): Promise<TracedCall[]> =>
  page.evaluate(() => (globalThis as unknown as { asked: TracedCall[] }).asked)

/** The first call after the known ones: an open sheet may read something that a later screen waits for, too. */
async function findAsked(page: Page, path: string, known: number): Promise<TracedCall> {
  let found: TracedCall | undefined
  await expect(async () => {
    found = (await askedBy(page)).slice(known).find((call) => call.path === path)
    expect(found, path).toBeDefined()
  }).toPass()
  return found!
}

type Door = readonly [(page: Page) => Locator, string]

/** The button on home, and the call that the sheet behind it waits for. */
const sheets: readonly Door[] = [
  [(page) => shortcut(page, home.shortcuts.deposit), '/api/lookup/deposit'],
  [(page) => shortcut(page, home.shortcuts.withdraw), '/api/lookup/withdraw'],
  [(page) => shortcut(page, home.shortcuts.invite), '/api/invite/banners'],
  [(page) => shortcut(page, home.shortcuts.refund), '/api/refund/banners'],
  [
    (page) => page.getByRole('button', { name: shell.conditions, exact: true }),
    '/api/lookup/conditions',
  ],
]
/** Likewise the screens, one after the other. */
const screens: readonly Door[] = [
  [(page) => shortcut(page, home.shortcuts.bonus), '/api/bonus'],
  [(page) => menu(page, shell.profile), '/api/account/profile'],
  [(page) => menu(page, shell.statement), '/api/statement'],
  [(page) => menu(page, shell.contact), '/api/lookup/contact'],
]

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: shell.menu }).getByRole('link', { name, exact: true })
const shortcut = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const isFresh = (page: Page) =>
  expect(page.getByRole('region', { name: home.total })).toHaveAttribute('aria-busy', 'false')

test(
  'HOME-22 each screen that has to wait is drawn first, and sends its call a moment later',
  { tag: '@long-4' },
  async ({ page, request, control }) => {
    await watchWaiting(page)
    await logInAtScreen(page, await borrowMember(request, control))
    await isFresh(page)
    const ask = async ([find, path]: Door): Promise<TracedCall> => {
      const { length } = await askedBy(page)
      await find(page).click()
      const asked = await findAsked(page, path, length)
      expect(asked.afterTap, path).toBeGreaterThanOrEqual(loadingDelayMs)
      return asked
    }
    for (const door of sheets) {
      const { afterBones, path } = await ask(door)
      // The skeleton is observed a little after the delay has begun.
      expect(afterBones, path).toBeGreaterThanOrEqual(loadingDelayMs / 2)
      // Behind banners there is another one to close.
      await expect(async () => {
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 })
      }).toPass()
    }
    // Their parts load one after the other, each with its own skeleton.
    for (const door of screens) await ask(door)
  },
)

test(
  'ERR-15 INV-06 RFD-05 a failed load is reported in its own place: no alert, no spinner',
  { tag: '@long-1' },
  async ({ page, request, control, baseURL }) => {
    const line = await startFaultyLine(baseURL ?? '')
    const phone = await borrowMember(request, control)
    await page.goto(`${line.address}/login`)
    await page.locator('input[name=username]').fill(phone)
    await page.locator('input[name=password]').fill(password)
    await page.locator('form button[type=submit]').click()
    await isFresh(page)
    line.set('fails')
    const sheet = page.getByRole('dialog')
    const expectQuiet = async (words: string): Promise<void> => {
      await expect(sheet).toContainText(words)
      await expect(sheet.locator('[aria-busy=true]')).toHaveCount(0)
      // A toast would be shown for four seconds.
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)
    }

    await shortcut(page, home.shortcuts.deposit).click()
    await expectQuiet(depositText.failed)
    await shortcut(page, home.shortcuts.invite).click()
    await expectQuiet(inviteText.list.late)
    line.set('fails', /^\/api\/refund$/)
    await shortcut(page, home.shortcuts.refund).click()
    await sheet.getByRole('button', { name: refundText.banners.goOn }).click()
    await expectQuiet(refundText.list.late)
    line.set('fails')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Betflix' }).click()
    const answered = page.waitForResponse('**/api/wallet/activate/**')
    await sheet.getByRole('button', { name: games.activate }).click()
    expect((await answered).status()).toBe(500)
    await expect(sheet.getByRole('button', { name: games.activate })).toBeEnabled()
    await expectQuiet(games.inviteLead)
    await line.close()
  },
)
