import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Report } from '../../report.ts'
import { medianOf } from '../../median.ts'
import { setTpcb } from '../../pgbench.ts'
import { messageOf, type SpeedDatabase } from './speed-stage.ts'

const connections = 64
const rounds = 5
const seconds = 4

/** One call of members over HTTP; each sends one of the bodies in rotation. */
export type MeasuredCall = {
  /** As in `transfer.complete`. */
  name: string
  path: string
  bodies: string[]
  /** The required share of pgbench's own TPC-B rate. */
  target?: string
}

type Result = {
  answered: number
  perSecond: number
  p50: number
  p99: number
  refused: Record<string, number>
}

/** Compared with pgbench's own TPC-B, in alternating rounds of one run, since a machine may be noisy. */
export async function measureCalls(
  { stage, server, players }: SpeedDatabase,
  report: Report,
  { name, path, bodies, target }: MeasuredCall,
): Promise<void> {
  const runTpcb = await setTpcb(stage)
  const load = fork(join(import.meta.dirname, '../../http-load.ts'))
  const port = Number(new URL(server.address).port)
  const tokens = players.map(({ token }) => token)
  const run = (lasts: number) => {
    const answer = messageOf<Result>(load)
    load.send({ port, path, connections, seconds: lasts, tokens, bodies })
    return answer
  }
  const [tpcb, results]: [number[], Result[]] = [[], []]
  let spentMs = 0
  try {
    await run(2)
    for (let round = 0; round < rounds; round += 1) {
      tpcb.push(await runTpcb(seconds))
      const before = server.spentMs()
      results.push(await run(seconds))
      spentMs += server.spentMs() - before
    }
  } finally {
    load.kill()
  }
  const anchor = medianOf(tpcb)
  const perSecond = medianOf(results.map((one) => one.perSecond))
  const answered = results.reduce((sum, one) => sum + one.answered, 0)
  const refused = new Set(results.flatMap((one) => Object.keys(one.refused)))
  report({ name: `${name.split('.')[0]}.tpcb.c32`, value: anchor, unit: '1/s' })
  report({ name: `${name}.c${connections}`, value: perSecond, unit: '1/s' })
  report({
    name: `${name}.ratio`,
    value: perSecond / anchor,
    unit: 'ratio',
    ...(target === undefined ? {} : { target }),
  })
  report({ name: `${name}.p50`, value: medianOf(results.map(({ p50 }) => p50)), unit: 'ms' })
  report({ name: `${name}.p99`, value: medianOf(results.map(({ p99 }) => p99)), unit: 'ms' })
  // On a shared machine this figure is more meaningful than the rate.
  report({ name: `${name}.cpu`, value: (spentMs / answered) * 1000, unit: 'us of the server' })
  report({ name: `${name}.refused`, value: refused.size, unit: 'kinds', target: '= 0' })
}
