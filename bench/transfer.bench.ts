import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Bench, Report } from '../tools/bench-report.ts'
import { medianOf } from './median.ts'
import { setTpcb } from './pgbench.ts'
import { messageOf, setSpeedStage, type SpeedStage } from './transfers/speed/speed-stage.ts'

const connections = 64
const members = 640
const rounds = 5
const seconds = 4

type Result = {
  answered: number
  perSecond: number
  p50: number
  p99: number
  refused: Record<string, number>
}

/**
 * Complete transfers through HTTP, as members make them: held, carried to a provider over HTTP that answers at once, settled,
 * answered. Against pgbench's own TPC-B, in alternating rounds of one run.
 */
export const bench: Bench = {
  name: 'transfer',
  run: async (report) => {
    const speed = await setSpeedStage(members, () => ['pg', 'pgslot'])
    try {
      await measureTransfers(speed, report)
    } finally {
      await speed.stop()
    }
  },
}

/** By turns to each provider: one door takes 64 calls at once, and the next ones wait. */
const bodies = ['pg', 'pgslot'].flatMap((to) => [`{"from":"wallet","to":"${to}","amount":1}`])

async function measureTransfers(speed: SpeedStage, report: Report): Promise<void> {
  const { stage, server, players } = speed
  const runTpcb = await setTpcb(stage)

  const load = fork(join(import.meta.dirname, 'http-load.ts'))
  const port = Number(new URL(server.address).port)
  const tokens = players.map(({ token }) => token)
  const run = (lasts: number) => {
    const answer = messageOf<Result>(load)
    load.send({ port, path: '/api/wallet/transfer', connections, seconds: lasts, tokens, bodies })
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
  report({ name: 'transfer.tpcb.c32', value: anchor, unit: '1/s' })
  report({ name: `transfer.complete.c${connections}`, value: perSecond, unit: '1/s' })
  report({
    name: 'transfer.complete.ratio',
    value: perSecond / anchor,
    unit: 'ratio',
    target: '>= 1.3',
  })
  report({
    name: 'transfer.complete.p50',
    value: medianOf(results.map(({ p50 }) => p50)),
    unit: 'ms',
  })
  report({
    name: 'transfer.complete.p99',
    value: medianOf(results.map(({ p99 }) => p99)),
    unit: 'ms',
  })
  // Where many share the machine, this says more than how many there were.
  report({
    name: 'transfer.complete.cpu',
    value: (spentMs / answered) * 1000,
    unit: 'us of the server',
  })
  report({ name: 'transfer.complete.refused', value: refused.size, unit: 'kinds', target: '= 0' })
}
