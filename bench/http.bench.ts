import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Bench, Report } from '../tools/bench-report.ts'
import { systemClock } from '../apps/server/src/core/clock.ts'
import { systemIds } from '../apps/server/src/core/ids.ts'
import { createSessions } from '../apps/server/src/core/session/session.ts'
import { medianOf } from './median.ts'
import { setTpcb } from './pgbench.ts'
import { setStage, type Stage } from './stage.ts'

const members = 10_000
const sessionsCount = 1_000
const rounds = 5
const seconds = 3
const connections = 64

type Result = {
  perSecond: number
  p50: number
  p99: number
  refused: Record<string, number>
}

const calls = [
  { name: 'begin', path: '/api/rehearsal/begin', spread: sessionsCount, target: '>= 2.5' },
  { name: 'complete', path: '/api/rehearsal/complete', spread: sessionsCount, target: '>= 1.3' },
] as const

/** The reference operation through HTTP: token, limits, validation, idempotency, audit, statement, durable commit. */
export const bench: Bench = {
  name: 'http',
  run: async (report) => {
    const stage = await setStage({ members, connections: 16 })
    const server = fork(join(import.meta.dirname, 'http-server.ts'), [stage.url])
    const load = fork(join(import.meta.dirname, 'http-load.ts'))
    try {
      const { port } = await messageOf<{ port: number }>(server)
      const tokens = await startSessions(stage)
      await stage.ownerDb.query('vacuum analyze')
      await measure(stage, report, (path, duration) =>
        ask<Result>(load, { port, path, tokens, connections, seconds: duration }),
      )
    } finally {
      server.kill()
      load.kill()
      await stage.stop()
    }
  },
}

async function measure(
  stage: Stage,
  report: Report,
  run: (path: string, seconds: number) => Promise<Result>,
): Promise<void> {
  const runTpcb = await setTpcb(stage)

  const results: Record<string, Result[]> = { begin: [], complete: [] }
  const tpcb: number[] = []
  for (const { path } of calls) await run(path, 2)
  for (let round = 0; round < rounds; round += 1) {
    tpcb.push(await runTpcb(seconds))
    for (const { name, path } of calls) results[name]!.push(await run(path, seconds))
  }
  const anchor = medianOf(tpcb)
  report({ name: 'http.tpcb.c32', value: anchor, unit: '1/s' })
  for (const { name, target } of calls) {
    const some = results[name]!
    const perSecond = medianOf(some.map((one) => one.perSecond))
    const refused = some.reduce((sum, one) => sum + Object.keys(one.refused).length, 0)
    report({ name: `http.${name}.c${connections}`, value: perSecond, unit: '1/s' })
    report({ name: `http.${name}.ratio`, value: perSecond / anchor, unit: 'ratio', target })
    report({ name: `http.${name}.p50`, value: medianOf(some.map((one) => one.p50)), unit: 'ms' })
    report({ name: `http.${name}.p99`, value: medianOf(some.map((one) => one.p99)), unit: 'ms' })
    report({ name: `http.${name}.refused`, value: refused, unit: 'kinds', target: '= 0' })
  }
}

async function startSessions(stage: Stage): Promise<string[]> {
  const sessions = createSessions({
    db: stage.db,
    clock: systemClock,
    ids: systemIds,
    standingOf: async () => 'active',
  })
  const some = stage.memberIds.slice(0, sessionsCount)
  return Promise.all(
    some.map((memberId) =>
      sessions.start(stage.db, { memberId, address: '127.0.0.1', device: 'bench' }),
    ),
  )
}

function ask<T>(child: ChildProcess, message: object): Promise<T> {
  const answer = messageOf<T>(child)
  child.send(message)
  return answer
}

function messageOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    child.once('exit', (code) => reject(new Error(`the process ended with ${code}`)))
  })
}
