import { chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { throttling as throttlings } from 'lighthouse/core/config/constants.js'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import { findBrowser } from '../../../tools/browser.ts'
import { favourPages, giveWay } from './priorities.ts'

export type Method = 'simulate' | 'devtools'

/** One visit of a phone on a slow connection, with empty caches. */
export type Visit = {
  performance: number
  fcpMs: number
  lcpMs: number
  tbtMs: number
  cls: number
  /** The machine's speed just before, by Lighthouse's own measure, and the slowdown factor used for it. */
  machine: number
  slowdown: number
  /** Scores that do not depend on speed, from 0 to 100. */
  scores: Record<'accessibility' | 'best-practices' | 'seo', number>
}

export type Memory = Record<string, string>

export type VisitOptions = {
  app: string
  path: string
  method: Method
  /** The browser's stored state, for a member who is logged in and has seen home before. */
  memory: Memory | null
}

/** The machine that Lighthouse assumes, and slows down four times. */
const usualMachine = 2_000
const usualSlowdown = 4

/**
 * `simulate` computes a slow 4G from a fast visit (lantern), `devtools` really slows it down. The simulated phone is
 * the same however fast this machine is at the moment: one half as fast as Lighthouse assumes is slowed down half as
 * much.
 */
export async function visitPage({ app, path, method, memory }: VisitOptions): Promise<Visit> {
  const chrome = await launch({
    chromePath: findBrowser() ?? '',
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--ignore-certificate-errors',
      '--disable-background-networking',
    ],
    logLevel: 'silent',
  })
  giveWay()
  // Not where the browser itself slows the page down: that is done by a separate thread.
  const leavePages = method === 'simulate' ? favourPages(chrome.pid) : null
  try {
    const machine = await prepare(chrome.port, app, memory ?? {})
    const cpuSlowdownMultiplier = Math.max(1, (usualSlowdown * machine) / usualMachine)
    const throttling = { ...throttlings.mobileSlow4G, cpuSlowdownMultiplier }
    const found = await lighthouse(
      `${app}${path}`,
      { port: chrome.port, logLevel: 'silent', output: 'json', disableStorageReset: true },
      { extends: 'lighthouse:default', settings: { throttlingMethod: method, throttling } },
    )
    if (!found || found.lhr.runtimeError) throw new Error(found?.lhr.runtimeError?.message ?? path)
    const { audits, categories, finalDisplayedUrl } = found.lhr
    if (!finalDisplayedUrl.endsWith(path)) throw new Error(`${path} ended at ${finalDisplayedUrl}`)
    const valueOf = (name: string): number => audits[name]?.numericValue ?? Number.NaN
    const scoreOf = (name: string): number => (categories[name]?.score ?? 0) * 100
    return {
      performance: scoreOf('performance'),
      fcpMs: valueOf('first-contentful-paint'),
      lcpMs: valueOf('largest-contentful-paint'),
      tbtMs: valueOf('total-blocking-time'),
      cls: valueOf('cumulative-layout-shift'),
      machine,
      slowdown: cpuSlowdownMultiplier,
      scores: {
        accessibility: scoreOf('accessibility'),
        'best-practices': scoreOf('best-practices'),
        seo: scoreOf('seo'),
      },
    }
  } finally {
    leavePages?.()
    chrome.kill()
  }
}

/**
 * Uses an address of the same origin that is no page, so that nothing of the page is cached afterwards. Returns this
 * machine's speed.
 */
async function prepare(port: number, app: string, memory: Memory): Promise<number> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0]
  if (!context) throw new Error('the browser has no window')
  const page = await context.newPage()
  await page.goto(`${app}/openapi.json`)
  await page.evaluate((given) => {
    for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value)
  }, memory)
  const machine = await page.evaluate(pageFunctions.computeBenchmarkIndex)
  await page.close()
  await browser.close()
  return machine
}
