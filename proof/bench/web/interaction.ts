import type { Browser, CDPSession, Locator, Page } from '@playwright/test'

export type BrowserSession = { browser: Browser; page: Page; control: CDPSession }

/** The main thread's work from the touch to the end of the next frame, in ms of the processor at full speed. */
export type Work = { total: number; script: number; style: number; layout: number; paint: number }

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tts?: number
  tdur?: number
  args?: { data?: { type?: string } }
}

export const slowness = 4
const settledMs = 250
/** The browser reports no shorter ones. */
const shortestMs = 16

const kinds: Record<string, keyof Work> = {
  FunctionCall: 'script',
  RunMicrotasks: 'script',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
}

/** Runs in the page before anything else: records the time of each interaction until the next paint. */
export function watchInteractions(): void {
  const page = globalThis as unknown as { interactions: number[] }
  page.interactions = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) page.interactions.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** From the tap to the next paint as the browser counts it (INP), on a slowed-down processor. */
export async function measurePaint(
  { page, control }: BrowserSession,
  button: Locator,
): Promise<number> {
  await control.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.evaluate(() => {
    ;(globalThis as unknown as { interactions: number[] }).interactions.length = 0
  })
  await button.tap()
  await settle(page)
  const durations = await page.evaluate(
    () => (globalThis as unknown as { interactions: number[] }).interactions,
  )
  await control.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return Math.max(shortestMs, ...durations)
}

/** The same in processor time: the measure that still holds on a shared machine. */
export async function measureWork(
  { browser, page }: BrowserSession,
  button: Locator,
): Promise<Work> {
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline']
  await browser.startTracing(page, { categories })
  await button.tap()
  await settle(page)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  return sumUp(traceEvents)
}

function sumUp(events: readonly TraceEvent[]): Work {
  const isPress = ({ name, args }: TraceEvent): boolean =>
    name === 'EventDispatch' && /^(?:pointerdown|click)$/.test(args?.data?.type ?? '')
  const presses = events.filter(isPress).toSorted((one, other) => one.ts - other.ts)
  const [first, last] = [presses[0], presses.at(-1)]
  if (!first || !last) throw new Error('the trace holds no tap')
  const own = events
    .filter(({ pid, tid, ph }) => pid === first.pid && tid === first.tid && ph === 'X')
    .toSorted((one, other) => one.ts - other.ts)
  const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur
  const commit = own.find(({ name, ts }) => name === 'Commit' && ts >= endOf(last)) ?? last
  const work: Work = { total: 0, script: 0, style: 0, layout: 0, paint: 0 }
  work.total = ((commit.tts ?? 0) + (commit.tdur ?? 0) - (first.tts ?? 0)) / 1000
  for (const event of own) {
    const kind = kinds[event.name]
    if (!kind || event.ts < first.ts || endOf(event) > endOf(commit)) continue
    work[kind] += (event.tdur ?? 0) / 1000
  }
  return work
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(
    (forMs) =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, forMs)))
      }),
    settledMs,
  )
}
