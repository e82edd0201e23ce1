import { chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findBrowser } from '../../tools/browser.ts'

export type Method = 'simulate' | 'devtools'

/** One visit of a phone on a slow line, with nothing in its caches. */
export type Visit = {
  performance: number
  fcpMs: number
  lcpMs: number
  tbtMs: number
  cls: number
  /** How fast this machine was meanwhile; Lighthouse's figures assume about 2,000. */
  machine: number
  /** Scores that are no matter of speed, from 0 to 100. */
  scores: Record<'accessibility' | 'best-practices' | 'seo', number>
}

export type Memory = Record<string, string>

export type VisitOptions = {
  app: string
  path: string
  method: Method
  /** What the browser remembers, for somebody who is logged in and has seen home before. */
  memory: Memory | null
}

/** `simulate` computes a slow 4G from a fast visit (lantern), `devtools` really slows it down. */
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
  try {
    if (memory !== null) await remember(chrome.port, app, memory)
    const found = await lighthouse(
      `${app}${path}`,
      { port: chrome.port, logLevel: 'silent', output: 'json', disableStorageReset: true },
      { extends: 'lighthouse:default', settings: { throttlingMethod: method } },
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
      machine: found.lhr.environment.benchmarkIndex,
      scores: {
        accessibility: scoreOf('accessibility'),
        'best-practices': scoreOf('best-practices'),
        seo: scoreOf('seo'),
      },
    }
  } finally {
    chrome.kill()
  }
}

/** Through an address of the same origin that is no page, so that nothing of the page is in the caches afterwards. */
async function remember(port: number, app: string, memory: Memory): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0]
  if (!context) throw new Error('the browser has no window')
  const page = await context.newPage()
  await page.goto(`${app}/openapi.json`)
  await page.evaluate((given) => {
    for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value)
  }, memory)
  await page.close()
  await browser.close()
}
