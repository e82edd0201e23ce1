import { chromium, type Browser } from '@playwright/test'
import type { Bench } from './report.ts'
import { findBrowser } from '../../tools/browser.ts'
import { makeDataDir, startCopy } from '../../tools/testing/running-copy.ts'
import { medianOf } from './median.ts'
import {
  measurePaint,
  measureWork,
  slowness,
  watchInteractions,
  type BrowserSession,
  type Work,
} from './web/interaction.ts'
import { favourWhole } from './web/priorities.ts'
import { walks, type Press } from './web/money-buttons.ts'

const demo = { username: '0812345678', password: 'three quiet rivers' }
/** The longest wait for a prefetched file, an answer or a sheet; after that the button is left out. */
const patienceMs = 3_000

type TapFigures = { paints: number[]; works: Work[] }

/** The delay from tap to next paint of each money button, on a phone with a quarter of this machine's speed. */
export const bench: Bench = {
  name: 'taps',
  proves: ['REACH-76'],
  run: async (report, { long }) => {
    const { dataDir, remove } = await makeDataDir()
    const copy = await startCopy({ dataDir, env: { RATE_LIMIT_FACTOR: '50' } })
    try {
      const found = await pressAll(copy.app, long ? 9 : 5)
      for (const [name, { paints, works }] of found) {
        // For example a prize that could be claimed only once.
        if (paints.length === 0 || works.length === 0) continue
        const work = medianOf(works.map(({ total }) => total)) * slowness
        report({ name: `taps.${name}.work`, value: work, unit: 'ms', target: '<= 100' })
        report({
          name: `taps.${name}.paint`,
          value: medianOf(paints),
          unit: 'ms',
          target: '<= 100',
        })
        report({ name: `taps.${name}.worst`, value: Math.max(...paints), unit: 'ms' })
        for (const part of ['script', 'style', 'layout', 'paint'] as const) {
          const value = medianOf(works.map((one) => one[part])) * slowness
          if (value > 20) report({ name: `taps.${name}.of-${part}`, value, unit: 'ms' })
        }
      }
    } finally {
      await copy.stop()
      await remove()
    }
  },
}

/** Alternating: a round that measures paints, and one that measures processor time. */
async function pressAll(app: string, rounds: number): Promise<Map<string, TapFigures>> {
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: ['--no-sandbox'],
  })
  const found = new Map<string, TapFigures>()
  try {
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const login = await context.request.post(`${app}/api/login`, { data: demo })
    const { token } = (await login.json()) as { token: string }
    await context.addInitScript(watchInteractions)
    await context.addInitScript((given) => {
      localStorage.setItem('token', given)
      localStorage.setItem('locale', 'en')
      localStorage.setItem('remember-agreement', 'true')
    }, token)
    // Playing leaves the page before the page could report the delay.
    await context.route('**/api/autoLogin/**', () => undefined)
    const page = await context.newPage()
    const control = await context.newCDPSession(page)
    for (let round = 0; round < 2 * rounds; round += 1)
      for (const { at, presses } of walks) {
        await page.goto(app + at)
        await page.waitForLoadState('networkidle')
        await favourWhole(await processesOf(browser))
        await page.waitForTimeout(1_500)
        await walk({ browser, page, control }, presses, { found, isPaint: round % 2 === 0 })
      }
  } finally {
    await browser.close()
  }
  return found
}

async function processesOf(browser: Browser): Promise<number[]> {
  const control = await browser.newBrowserCDPSession()
  const { processInfo } = await control.send('SystemInfo.getProcessInfo')
  await control.detach()
  return processInfo.map(({ id }) => id)
}

type Turn = { found: Map<string, TapFigures>; isPaint: boolean }

async function walk(
  stage: BrowserSession,
  presses: readonly Press[],
  { found, isPaint }: Turn,
): Promise<void> {
  for (const { name, find } of presses) {
    const button = find(stage.page)
    const isThere = await button.waitFor({ timeout: patienceMs }).then(
      () => button.isEnabled(),
      () => false,
    )
    if (!isThere) continue
    // Waits until the effects of the last tap are over.
    await stage.page.waitForTimeout(250)
    const { paints, works } = found.get(name) ?? { paints: [], works: [] }
    found.set(name, { paints, works })
    if (isPaint) paints.push(await measurePaint(stage, button))
    else works.push(await measureWork(stage, button))
  }
}
