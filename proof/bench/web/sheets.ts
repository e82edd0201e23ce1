import { chromium, type CDPSession, type Page } from '@playwright/test'
import { findBrowser } from '../../../tools/browser.ts'

/** The cost of one tap that opens a sheet on a slow phone. */
export type SheetFigures = {
  name: string
  /** From the tap to the next frame that the browser showed. */
  responseMs: number
  /** The longest time between two frames while the sheet rose. */
  longestFrameMs: number
  framesPerSecond: number
}

const slowness = 4
const risingMs = 400
const opener = 'button[aria-haspopup="dialog"]:visible'

/** Opens every sheet that the given pages offer, one after the other, on a slowed-down processor. */
export async function openSheets(
  app: string,
  token: string,
): Promise<{ openings: SheetFigures[]; memory: Record<string, string> }> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: ['--no-sandbox', '--ignore-certificate-errors'],
  })
  try {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
      ignoreHTTPSErrors: true,
      serviceWorkers: 'block',
    })
    await context.addInitScript((given) => {
      localStorage.setItem('token', given)
      localStorage.setItem('locale', 'en')
      localStorage.setItem('remember-agreement', 'true')
    }, token)
    const page = await context.newPage()
    const control = await context.newCDPSession(page)
    const openings: SheetFigures[] = []
    for (const path of ['/user/home', '/user/profile'])
      openings.push(...(await openSheetsOf(page, control, `${app}${path}`)))
    const memory = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
    // The names above are in English; a visitor without a chosen language is served the page as it was drawn.
    delete memory['locale']
    return { openings, memory }
  } finally {
    await browser.close()
  }
}

async function openSheetsOf(page: Page, control: CDPSession, url: string): Promise<SheetFigures[]> {
  await page.goto(url)
  // Figures and the sheets' files are loaded, as for a member who has looked at the page.
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_500)
  const openings: SheetFigures[] = []
  const seen = new Set<string>()
  for (let place = 0; place < (await page.locator(opener).count()); place += 1) {
    const button = page.locator(opener).nth(place)
    const name = nameOf((await button.getAttribute('aria-label')) ?? (await button.innerText()))
    if (seen.has(name)) continue
    seen.add(name)
    await button.scrollIntoViewIfNeeded()
    openings.push({ name, ...(await measureOpening(page, control, place)) })
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await page.waitForTimeout(300)
  }
  return openings
}

async function measureOpening(
  page: Page,
  control: CDPSession,
  place: number,
): Promise<Omit<SheetFigures, 'name'>> {
  await control.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.evaluate(watchFrames, risingMs)
  await page.locator(opener).nth(place).tap()
  await page.locator('dialog[open]').waitFor()
  const figures = await page.evaluate(
    () => (globalThis as unknown as { opening: Promise<Omit<SheetFigures, 'name'>> }).opening,
  )
  await control.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return figures
}

/** Runs in the page: records every frame from the first touch on. */
function watchFrames(forMs: number): void {
  const page = globalThis as unknown as { opening: Promise<unknown> }
  page.opening = new Promise((resolve) => {
    document.addEventListener(
      'pointerdown',
      () => {
        const begun = performance.now()
        const frames: number[] = []
        const note = (now: number): void => {
          frames.push(now)
          if (now - begun < forMs) requestAnimationFrame(note)
          else resolve(sum(begun, frames))
        }
        requestAnimationFrame(note)
      },
      { once: true, capture: true },
    )
  })

  function sum(begun: number, frames: number[]): object {
    const gaps = frames.slice(1).map((now, at) => now - (frames[at] ?? now))
    return {
      responseMs: (frames[1] ?? begun) - begun,
      longestFrameMs: Math.max(...gaps),
      framesPerSecond: (gaps.length / ((frames.at(-1) ?? 0) - (frames[0] ?? 0))) * 1000,
    }
  }
}

function nameOf(label: string): string {
  return label
    .toLowerCase()
    .split('\n')[0]!
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 30)
}
