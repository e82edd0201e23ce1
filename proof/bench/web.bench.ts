import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Bench, Report } from './report.ts'
import { weighPage } from '../../tools/page/weights.ts'
import { makeDataDir, startCopy } from '../../tools/testing/running-copy.ts'
import { medianOf } from './median.ts'
import type { Memory, Method, Visit, VisitOptions } from './web/lighthouse.ts'
import { openSheets, type SheetFigures } from './web/sheets.ts'
import type { VisitResult } from './web/visitor.ts'

const dist = join(import.meta.dirname, '../../apps/web/dist')
const attempts = 5
const demo = { username: '0812345678', password: 'three quiet rivers' }

type Target = Partial<Record<'performance' | 'fcpMs' | 'lcpMs' | 'tbtMs' | 'cls', string>>
const lantern: Target = { performance: '>= 99', lcpMs: '<= 1500', tbtMs: '<= 50', cls: '<= 0.01' }
const later: Record<Method, Target> = { simulate: { cls: '<= 0.01' }, devtools: {} }
const pages: readonly { path: string; targets: Record<Method, Target> }[] = [
  { path: '/login', targets: { simulate: lantern, devtools: { lcpMs: '<= 1000' } } },
  {
    path: '/user/home',
    targets: { simulate: lantern, devtools: { fcpMs: '<= 1000', lcpMs: '<= 2800' } },
  },
  { path: '/register', targets: later },
  { path: '/howto', targets: later },
  { path: '/user/profile', targets: later },
  { path: '/user/statement', targets: later },
  { path: '/user/bonus', targets: later },
  { path: '/user/spin', targets: later },
  { path: '/user/contact', targets: later },
]

/** The weight of a visit and its duration on a cheap phone, over HTTP/2 as a production server speaks it. */
export const bench: Bench = {
  name: 'web',
  run: async (report, { long }) => {
    const { dataDir, remove } = await makeDataDir()
    try {
      const copy = await startCopy({ dataDir, args: ['--lan'], env: { RATE_LIMIT_FACTOR: '50' } })
      try {
        for (const { name, bytes, budget } of await weighPage(dist))
          report({ name: `web.bytes.${name}`, value: bytes, unit: 'B', target: `<= ${budget}` })
        const token = await logIn(copy.app)
        const { openings, memory } = await openSheets(copy.app, token)
        reportSheets(report, openings)
        await reportVisits(report, { app: copy.app, memory, rounds: long ? 7 : 3 })
      } finally {
        await copy.stop()
      }
    } finally {
      await remove()
    }
  },
}

async function reportVisits(
  report: Report,
  { app, memory, rounds }: { app: string; memory: Memory; rounds: number },
): Promise<void> {
  for (const { path, targets } of pages)
    for (const method of ['simulate', 'devtools'] as const) {
      const visits: Visit[] = []
      for (let round = 0; round < rounds; round += 1) {
        const options = { app, path, method, memory: path.startsWith('/user') ? memory : null }
        visits.push(await visit(options))
      }
      const name = `web.${path.split('/').at(-1)}.${method === 'simulate' ? 'lantern' : 'applied'}`
      const units = { performance: 'of 100', fcpMs: 'ms', lcpMs: 'ms', tbtMs: 'ms', cls: 'share' }
      for (const [figure, unit] of Object.entries(units) as [keyof Target, string][]) {
        const values = visits.map((visit) => visit[figure])
        const target = targets[method][figure]
        report({
          name: `${name}.${figure.replace('Ms', '')}`,
          value: medianOf(values),
          unit,
          ...(target ? { target } : {}),
        })
      }
      report({
        name: `${name}.machine`,
        value: medianOf(visits.map(({ machine }) => machine)),
        unit: 'index',
      })
      report({
        name: `${name}.slowdown`,
        value: medianOf(visits.map(({ slowdown }) => slowdown)),
        unit: 'times',
      })
      const lcp = visits.map(({ lcpMs }) => lcpMs)
      report({ name: `${name}.lcp.spread`, value: Math.max(...lcp) - Math.min(...lcp), unit: 'ms' })
      if (method === 'simulate') reportScores(report, path, visits[0])
    }
}

/** A visit that the browser could not record is repeated, up to four times; more failures count as real. */
async function visit(options: VisitOptions): Promise<Visit> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await send(options)
    if ('visit' in result) return result.visit
    if (attempt === attempts) throw new Error(result.fault)
    console.error(`${options.path} is visited again:`, result.fault)
  }
}

/** In its own session, so that it can yield to its browser. */
async function send(options: VisitOptions): Promise<VisitResult> {
  const visitor = fork(join(import.meta.dirname, 'web/visitor.ts'), { detached: true })
  visitor.send(options)
  const ended = once(visitor, 'exit').then((): [VisitResult] => [
    { fault: 'the visitor has ended' },
  ])
  const [result] = (await Promise.race([once(visitor, 'message'), ended])) as [VisitResult]
  if (visitor.connected) visitor.disconnect()
  return result
}

function reportScores(report: Report, path: string, visit: Visit | undefined): void {
  for (const [name, value] of Object.entries(visit?.scores ?? {}))
    report({
      name: `web.${path.split('/').at(-1)}.${name}`,
      value,
      unit: 'of 100',
      ...(path === '/login' ? { target: '>= 100' } : {}),
    })
}

function reportSheets(report: Report, openings: readonly SheetFigures[]): void {
  for (const { name, responseMs, longestFrameMs, framesPerSecond } of openings) {
    report({ name: `web.sheet.${name}.response`, value: responseMs, unit: 'ms', target: '<= 200' })
    report({ name: `web.sheet.${name}.longestFrame`, value: longestFrameMs, unit: 'ms' })
    report({ name: `web.sheet.${name}.frames`, value: framesPerSecond, unit: '1/s' })
  }
}

async function logIn(app: string): Promise<string> {
  // The certificate was created by this copy.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  const answer = await fetch(`${app}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demo),
  })
  return ((await answer.json()) as { token: string }).token
}
