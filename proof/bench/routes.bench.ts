import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { findBrowser } from '../../tools/browser.ts'
import type * as runningCopy from '../../tools/testing/running-copy.ts'
import { medianOf } from './median.ts'
import type { Bench, Report } from './report.ts'
import { findSlowdown, keepAfterHome, visitCold, type ColdVisit } from './web/cold-visit.ts'

const demo = { username: '0812345678', password: 'three quiet rivers' }
const firstMs = 1_000
const othersMs = 1_500
const routes: readonly { path: string; lcpMs: number }[] = [
  { path: '/login', lcpMs: firstMs },
  { path: '/user/home', lcpMs: firstMs },
  { path: '/register', lcpMs: othersMs },
  { path: '/howto', lcpMs: othersMs },
  { path: '/contact', lcpMs: othersMs },
  { path: '/user/profile', lcpMs: othersMs },
  { path: '/user/bonus', lcpMs: othersMs },
  { path: '/user/statement', lcpMs: othersMs },
  { path: '/user/spin', lcpMs: othersMs },
  { path: '/user/contact', lcpMs: othersMs },
]
/** Another checkout that is measured too, by turns. */
const other = process.env['KAPAO_ROUTES_BEFORE']
const chosen = process.env['KAPAO_ROUTES']?.split(',')

type Side = {
  name: string
  app: string
  memory: Record<string, string>
  stop: () => Promise<void>
}

/** When each address is drawn that is opened cold, on slow 4G and a slow processor. */
export const bench: Bench = {
  name: 'routes',
  proves: ['SAY-85'],
  run: async (report, { long }) => {
    // The certificate was created by this copy.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    const here = resolve(import.meta.dirname, '../..')
    const folders = other === undefined ? { after: here } : { before: resolve(other), after: here }
    const sides: Side[] = []
    const browser = await chromium.launch({
      executablePath: findBrowser() ?? '',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    try {
      for (const [name, folder] of Object.entries(folders))
        sides.push(await open(browser, name, folder))
      for (const route of routes)
        if (chosen?.includes(route.path) ?? true)
          await measure(report, { browser, sides, route, long })
      report({ name: 'routes.load', value: loadavg()[2] ?? 0, unit: 'running' })
    } finally {
      await browser.close()
      for (const { stop } of sides) await stop()
    }
  },
}

/** Starts what a checkout builds, by its own file. */
async function open(browser: Browser, name: string, folder: string): Promise<Side> {
  const file = join(folder, 'tools/testing/running-copy.ts')
  const { makeDataDir, startCopy } = (await import(file)) as typeof runningCopy
  const { dataDir, remove } = await makeDataDir()
  try {
    const copy = await startCopy({ dataDir, args: ['--lan'], env: { RATE_LIMIT_FACTOR: '50' } })
    const stop = async (): Promise<void> => {
      await copy.stop()
      await remove()
    }
    const memory = await keepAfterHome(browser, copy.app, await logIn(copy.app))
    return { name, app: copy.app, memory, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

type Measuring = {
  browser: Browser
  sides: readonly Side[]
  route: (typeof routes)[number]
  long: boolean
}

async function measure(report: Report, { browser, sides, route, long }: Measuring): Promise<void> {
  const visits = new Map(sides.map((side) => [side, [] as ColdVisit[]]))
  // There and back again, so that a machine that becomes slower does so for both.
  const turn = [...sides, ...sides.toReversed()]
  for (const side of Array.from({ length: long ? 4 : 2 }, () => turn).flat()) {
    const { app } = side
    const memory = route.path.startsWith('/user') ? side.memory : {}
    const slowdown = await findSlowdown(browser)
    visits.get(side)!.push(await visitCold(browser, { app, path: route.path, memory }, slowdown))
  }
  for (const [{ name }, found] of visits) {
    const isHere = name === 'after'
    const named = `routes${route.path.replaceAll('/', '.')}${isHere ? '' : `.${name}`}`
    const of = (figure: 'fcpMs' | 'lcpMs' | 'wholeMs'): number =>
      Math.round(medianOf(found.map((visit) => visit[figure])))
    report({
      name: `${named}.lcp`,
      value: of('lcpMs'),
      unit: 'ms',
      ...(isHere && { target: `<= ${route.lcpMs}` }),
    })
    report({ name: `${named}.fcp`, value: of('fcpMs'), unit: 'ms' })
    report({ name: `${named}.whole`, value: of('wholeMs'), unit: 'ms' })
    report({
      name: `${named}.cls`,
      value: Math.max(...found.map(({ cls }) => cls)),
      unit: 'share',
      ...(isHere && { target: '<= 0.001' }),
    })
    console.error(`${named}: ${[...new Set(found.map(({ largest }) => largest))].join(' | ')}`)
    for (const moved of new Set(found.flatMap((visit) => visit.moved)))
      console.error(`${named} moved: ${moved}`)
  }
}

async function logIn(app: string): Promise<string> {
  const answer = await fetch(`${app}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo),
  })
  return ((await answer.json()) as { token: string }).token
}
