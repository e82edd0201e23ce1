import type { Browser, BrowserContext, Page, Route } from '@playwright/test'
import type { Language } from '../../packages/contract/src/limits.ts'
import type { ScreenView, State } from './scene.ts'

export const sizes = {
  phone: { width: 360, height: 740 },
  wide: { width: 1280, height: 800 },
  /** The narrowest phone, with the browser's text at twice its size. */
  large: { width: 320, height: 640 },
} as const
export type Size = keyof typeof sizes

export type Look = { language: Language; size: Size; scheme: 'dark' | 'light' }

export const looks: readonly Look[] = [
  { language: 'th', size: 'phone', scheme: 'dark' },
  { language: 'la', size: 'phone', scheme: 'dark' },
  { language: 'en', size: 'phone', scheme: 'dark' },
  { language: 'th', size: 'phone', scheme: 'light' },
  { language: 'th', size: 'wide', scheme: 'dark' },
  { language: 'la', size: 'wide', scheme: 'light' },
  { language: 'en', size: 'wide', scheme: 'dark' },
  { language: 'th', size: 'large', scheme: 'dark' },
  { language: 'la', size: 'large', scheme: 'light' },
  { language: 'en', size: 'large', scheme: 'dark' },
]

/** Everyday contents in every look; what goes wrong, in every language on a phone and once on a wide screen. */
export function isLookedAt(look: Look, state: State): boolean {
  if (state === 'filled') return true
  if (look.size === 'large') return look.language === 'th'
  if (look.size === 'phone') return look.scheme === 'dark'
  return look.language === 'en'
}

export async function openContext(
  browser: Browser,
  look: Look,
  userAgent?: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: sizes[look.size],
    deviceScaleFactor: 1,
    colorScheme: look.scheme,
    // Animations are off, so that every picture shows a final state.
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Bangkok',
    serviceWorkers: 'block',
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(look.size === 'wide' ? {} : { isMobile: true, hasTouch: true }),
  })
  await context.addInitScript((language) => localStorage.setItem('locale', language), look.language)
  return context
}

/** What the browser knows before the page begins: who is logged in, and what was agreed to. */
export async function prepare(
  page: Page,
  { isNew }: Pick<ScreenView, 'isNew'>,
  token: string | null,
): Promise<void> {
  await page.addInitScript(
    ([known, isFirst]) => {
      if (known) sessionStorage.setItem('token', known)
      if (!isFirst) localStorage.setItem('remember-agreement', 'true')
    },
    [token, isNew === true] as const,
  )
}

/** From now on every call is held, answered with a fault of the server, or never reaches it. */
export async function meet(page: Page, state: State): Promise<void> {
  if (state === 'filled' || state === 'empty') return
  const answers: Record<'loading' | 'failing' | 'offline', (route: Route) => Promise<void>> = {
    loading: async () => undefined,
    failing: (route) => route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', message: '' } }),
    offline: (route) => route.abort('internetdisconnected'),
  }
  await page.route('**/api/**', answers[state])
  if (state !== 'offline') return
  // The files of the page still come, as they do out of the cache of a phone that has been here before.
  const loseLine = (): void => {
    Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => false })
    dispatchEvent(new Event('offline'))
  }
  await page.addInitScript(loseLine)
  await page.evaluate(loseLine).catch(() => undefined)
}

/** Until nothing is on its way and nothing moves. */
export async function rest(page: Page, state: State): Promise<void> {
  // A sheet that was tapped is fetched first.
  await page.waitForTimeout(300)
  // What is held keeps the line busy for ever.
  if (state === 'loading') return page.waitForTimeout(1_500)
  await page.waitForLoadState('networkidle', { timeout: 6_000 }).catch(() => undefined)
  await page.waitForFunction(isThere, null, { timeout: 8_000 }).catch(() => undefined)
  await page.waitForTimeout(250)
}

/** Runs in the page: nothing is loading, and no skeleton is shown. */
function isThere(): boolean {
  const bones = [...document.querySelectorAll<HTMLElement>('span[aria-hidden="true"]:empty')]
  const isBone = ({ offsetWidth }: HTMLElement): boolean => offsetWidth > 40
  return !document.querySelector('[aria-busy="true"]') && !bones.some(isBone)
}
