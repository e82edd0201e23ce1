import type { Browser, CDPSession, Page } from '@playwright/test'
import { throttling } from 'lighthouse/core/config/constants.js'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'

/** One visit with empty caches, by the page's own clock. */
export type ColdVisit = {
  fcpMs: number
  lcpMs: number
  /** What the largest paint drew. */
  largest: string
  cls: number
  /** What moved, each once. */
  moved: string[]
  /** When the screen itself was there, with nothing that still waited for an answer. */
  wholeMs: number
}

export type VisitedPage = { app: string; path: string; memory: Record<string, string> }

/** What the page records of itself; see `watchPaints`. */
type PaintRecord = {
  fcp: number
  lcp: number
  largest: string
  cls: number
  moved: string[]
  whole: number
}

/** The machine that Lighthouse assumes, and slows down four times. */
const usualMachine = 2_000
const usualSlowdown = 4
/** Longer than the slowest screen takes until it is whole. */
const patienceMs = 20_000
/** For what a page draws once it rests. */
const restMs = 1_500

/** How much slower this machine has to be to be the phone that Lighthouse assumes, however fast it is at the moment. */
export async function findSlowdown(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  const machine = await page.evaluate(pageFunctions.computeBenchmarkIndex)
  await page.close()
  return Math.max(1, (usualSlowdown * machine) / usualMachine)
}

/** What the browser of a member keeps who has seen home before: no files, and no language, which nobody has chosen. */
export async function keepAfterHome(
  browser: Browser,
  app: string,
  token: string,
): Promise<Record<string, string>> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, serviceWorkers: 'block' })
  await context.addInitScript((given) => {
    localStorage.setItem('token', given)
    localStorage.setItem('remember-agreement', 'true')
  }, token)
  const page = await context.newPage()
  await page.goto(`${app}/user/home`)
  await page.waitForFunction(() => localStorage.getItem('last-balance') !== null)
  const { locale: _, ...kept } = await page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage) as [string, string][]),
  )
  await context.close()
  return kept
}

/** Opens one address as a phone does on slow 4G that has nothing of it yet. */
export async function visitCold(
  browser: Browser,
  { app, path, memory }: VisitedPage,
  slowdown: number,
): Promise<ColdVisit> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
  })
  try {
    await context.addInitScript((given) => {
      for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value)
    }, memory)
    await context.addInitScript(watchPaints)
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page), slowdown)
    await page.goto(`${app}${path}`, { timeout: patienceMs })
    await page.waitForFunction(
      () => (globalThis as unknown as { paints: PaintRecord }).paints.whole > 0,
      null,
      { timeout: patienceMs },
    )
    await page.waitForTimeout(restMs)
    return await read(page, path)
  } finally {
    await context.close()
  }
}

/** The slow 4G of Lighthouse where it really slows a page down: every request waits. */
async function slowDown(control: CDPSession, slowdown: number): Promise<void> {
  const { requestLatencyMs, downloadThroughputKbps, uploadThroughputKbps } = throttling.mobileSlow4G
  await control.send('Network.enable')
  await control.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: requestLatencyMs,
    downloadThroughput: (downloadThroughputKbps * 1024) / 8,
    uploadThroughput: (uploadThroughputKbps * 1024) / 8,
  })
  await control.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

async function read(page: Page, path: string): Promise<ColdVisit> {
  if (new URL(page.url()).pathname !== path) throw new Error(`${path} ended at ${page.url()}`)
  const { fcp, lcp, largest, cls, moved, whole } = await page.evaluate(
    () => (globalThis as unknown as { paints: PaintRecord }).paints,
  )
  return { fcpMs: fcp, lcpMs: lcp, largest, cls, moved: [...new Set(moved)], wholeMs: whole }
}

/** Runs in the page before anything else. */
function watchPaints(): void {
  const paints: PaintRecord = { fcp: 0, lcp: 0, largest: '', cls: 0, moved: [], whole: 0 }
  Object.assign(globalThis, { paints })
  type Paint = PerformanceEntry & {
    element: Element | null
    size: number
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const observe = (type: string, take: (entry: Paint) => void): void =>
    new PerformanceObserver((list) =>
      list.getEntries().forEach((one) => take(one as Paint)),
    ).observe({ type, buffered: true })
  const wordsOf = (node: Node | null): string =>
    node?.textContent?.trim().replaceAll(/\s+/g, ' ').slice(0, 50) ?? ''
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') paints.fcp = startTime
  })
  observe('largest-contentful-paint', ({ startTime, element, size }) => {
    paints.lcp = startTime
    paints.largest = `${element?.localName ?? 'gone'} of ${size} px: ${wordsOf(element)}`
  })
  observe('layout-shift', ({ value, hadRecentInput, sources }) => {
    if (hadRecentInput) return
    paints.cls += value
    for (const { node, previousRect: before, currentRect: now } of sources)
      paints.moved.push(
        `${node?.nodeName.toLowerCase() ?? 'gone'} by ${now.x - before.x}, ${now.y - before.y} px: ${wordsOf(node)}`,
      )
  })
  const isWhole = (): boolean =>
    document.documentElement.dataset['shell'] === undefined &&
    document.querySelector('#root main h1, #root h1') !== null &&
    document.querySelector('#root [aria-busy=true]') === null
  let was = false
  new MutationObserver(() => {
    const is = isWhole()
    if (is && !was) paints.whole = performance.now()
    was = is
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-busy', 'data-shell'],
  })
}
