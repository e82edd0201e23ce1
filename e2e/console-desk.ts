import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { sampled } from '../apps/server/src/testing/models/sample.ts'
import { workAddress } from '../apps/console/src/shared/work-kind.ts'
import { text as english } from '../apps/console/src/text/en/all.ts'
import type { OwnCopy } from './own-copy.ts'
import { expect } from './test.ts'

export const words = english
const desktop = { width: 1280, height: 800 }
export const phone = { width: 360, height: 740 }

type Seat = Partial<
  Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'deviceScaleFactor'>
> & {
  language?: 'th' | 'la' | 'en'
}

export type Desk = { page: Page; problems: string[]; close: () => Promise<void> }

/** A browser of its own in front of the console; what breaks in it, or breaks its policy, is kept. */
export async function openDesk(
  browser: Browser,
  copy: Pick<OwnCopy, 'console'>,
  { language = 'en', viewport = desktop, colorScheme = 'dark', deviceScaleFactor = 1 }: Seat = {},
): Promise<Desk> {
  const context = await browser.newContext({
    baseURL: copy.console,
    viewport,
    colorScheme,
    isMobile: false,
    hasTouch: false,
    deviceScaleFactor,
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (said) => {
    // The browser logs every refusal as well; showing those is up to the page.
    if (said.type() === 'error' && !/Failed to load resource/.test(said.text()))
      problems.push(said.text())
  })
  await page.addInitScript((one) => {
    // The frame of a preview has no origin, and so no storage.
    if (window !== window.top) return
    if (localStorage.getItem('language') === null) localStorage.setItem('language', one)
  }, language)
  return { page, problems, close: () => context.close() }
}

/** As a demo operator, who needs no passkey. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByRole('button', { name, exact: true }).click()
  await page.waitForURL(/\/work\/all$/)
}

/** Chrome's own authenticator without a device; its user is always the right one. */
export async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

/** As on the oldest machine of an operator: everything takes six times as long. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
}

/** Keys that all come before the page draws what the first has done. */
export function pressAtOnce(page: Page, keys: readonly string[]): Promise<void> {
  return page.evaluate((all) => {
    for (const key of all)
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
  }, keys)
}

/** As a person types: a letter every 60 ms, whether or not the page has drawn what the one before has done. */
export async function typeAsPerson(page: Page): Promise<(words: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  return async (words) => {
    for (const letter of words) {
      const key = letter === '\n' ? 'Enter' : letter
      const text = letter === '\n' ? '\r' : letter
      void session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text })
      void session.send('Input.dispatchKeyEvent', { type: 'keyUp', key })
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
  }
}

/** Fails on axe's serious and critical findings. */
export async function expectAccessible(page: Page, at: string): Promise<void> {
  // The checker's types name another playwright-core than the test runner's; at run time it is this page.
  // Without frames of others it needs no page of its own to sum up in.
  const { violations } = await new AxeBuilder({ page: page as never }).setLegacyMode().analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const found = grave.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target) }))
  expect(found, at).toEqual([])
}

const looks = [desktop, phone].flatMap((viewport) =>
  (['dark', 'light'] as const).map((colorScheme) => ({ viewport, colorScheme })),
)

/** In both themes and on both sizes, as the page is, of which each screen draws two. */
export async function expectAccessibleInLooks(page: Page, at: string): Promise<void> {
  for (const { viewport, colorScheme } of sampled(`axe at ${at}`, 2, looks)) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${at}, ${viewport.width} px, ${colorScheme}`)
  }
  await page.setViewportSize(desktop)
}

type StrangerPayment = { amount: string; fromName?: string; fromAccount?: string }

/** Money of a stranger, which only an operator can assign to a member. */
export async function payAsStranger(copy: OwnCopy, paying: StrangerPayment): Promise<void> {
  const { amount, fromName = 'SOMCHAI JAIDEE', fromAccount = '9998887776' } = paying
  const answer = await fetch(`${copy.control}/bank/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount, fromName, fromAccount }),
  })
  expect(answer.ok).toBe(true)
}

export const rowOf = (page: Page, sum: string) => page.getByRole('link').filter({ hasText: sum })

/** Opens the list of deposits once all of these sums are on it; answers them in its order. */
export async function openDeposits(page: Page, sums: readonly string[]): Promise<string[]> {
  await expect(async () => {
    await page.goto(workAddress('deposit'))
    for (const sum of sums) await expect(rowOf(page, sum)).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
  // What arrived within one second may stand in any order.
  const rows = await page.getByRole('list').getByRole('link').allTextContents()
  return rows.flatMap((row) => sums.filter((sum) => row.includes(sum)))
}
