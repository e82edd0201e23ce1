import { fork } from 'node:child_process'
import { join } from 'node:path'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { verifyLedger } from '../../apps/server/src/ledger/verify.ts'
import { ledgerChecks } from '../../apps/server/src/desk/watch/ledger.ts'
import type { Bench, Report } from './report.ts'
import type { ForgerCounts } from './load/forger.ts'
import {
  countFaults,
  sendSteadily,
  shareOf,
  type CallKind,
  type SteadyLoad,
} from './load/steady-calls.ts'
import { medianOf } from './median.ts'
import { messageOf, setSpeedStage, type SpeedDatabase } from './transfers/speed/speed-stage.ts'

const members = 128
const games = ['pg', 'pgslot'] as const
const connections = 64
const perSecond = 100
const forgedPerSecond = 500
const forgedRounds = 11
const verifyEveryMs = 2_000

type LoadFigures = { perSecond: number; p99: number; refused: Record<string, number> }

/**
 * F35: everything on one machine, including the load. First as many transfers as possible, then a hundred a second
 * together with reads, while the books are verified continuously. Then, for F28, the same with and without five hundred
 * forged messages a second, alternating; the books are verified afterwards, since verification takes both cores in
 * bursts that are longer than calls.
 */
export const bench: Bench = {
  name: 'load',
  proves: ['F35', 'F28'],
  run: async (report, { long }) => {
    const seconds = long ? 60 : 6
    const speed = await setSpeedStage(members, () => games)
    try {
      const verifying = verifyAlways(speed)
      await measureFull(speed, report, seconds)
      await measureSteady(speed, report, seconds)
      const { rounds, violations } = await verifying.stop()
      await measureForged(speed, report, long ? 20 : 6)
      const { violations: last } = await verifyAlways(speed).stop()
      report({ name: 'load.verified', value: rounds, unit: 'times', target: '> 0' })
      report({ name: 'load.violations', value: violations + last, unit: 'findings', target: '= 0' })
    } finally {
      await speed.stop()
    }
  },
}

/** As many callers as there are cores for, each with its own members. */
async function measureFull(speed: SpeedDatabase, report: Report, seconds: number): Promise<void> {
  const load = fork(join(import.meta.dirname, 'http-load.ts'))
  try {
    const answer = messageOf<LoadFigures>(load)
    load.send({
      port: Number(new URL(speed.server.address).port),
      path: '/api/wallet/transfer',
      connections,
      seconds,
      tokens: speed.players.map(({ token }) => token),
      bodies: games.map((to) => `{"from":"wallet","to":"${to}","amount":1}`),
    })
    const { perSecond: answered, p99, refused } = await answer
    report({ name: `load.full.c${connections}`, value: answered, unit: '1/s', target: '>= 200' })
    report({ name: 'load.full.p99', value: p99, unit: 'ms' })
    const kinds = Object.keys(refused).length
    report({ name: 'load.full.refused', value: kinds, unit: 'kinds', target: '= 0' })
  } finally {
    load.kill()
  }
}

/** A load like that of people, while the books are verified. */
async function measureSteady(speed: SpeedDatabase, report: Report, seconds: number): Promise<void> {
  reportSteady(report, 'steady', [
    await sendSteadily(speed.server.address, kindsOf(speed), seconds),
  ])
}

/** The same with and without forged messages, alternating, since the machine's speed varies. */
async function measureForged(speed: SpeedDatabase, report: Report, seconds: number): Promise<void> {
  const forger = fork(join(import.meta.dirname, 'load/forger.ts'))
  const port = Number(new URL(speed.server.address).port)
  const [calm, flooded]: [SteadyLoad[], SteadyLoad[]] = [[], []]
  const forged: ForgerCounts = { sent: 0, refused: 0, other: 0 }
  let spentMs = 0
  try {
    await sendSteadily(speed.server.address, kindsOf(speed), 2)
    for (let round = 0; round < forgedRounds; round += 1) {
      const begun = speed.server.spentMs()
      calm.push(await sendSteadily(speed.server.address, kindsOf(speed), seconds))
      const between = speed.server.spentMs()
      const answer = messageOf<ForgerCounts>(forger)
      forger.send({ port, perSecond: forgedPerSecond, seconds })
      flooded.push(await sendSteadily(speed.server.address, kindsOf(speed), seconds))
      const counted = await answer
      spentMs += speed.server.spentMs() - between - (between - begun)
      for (const what of ['sent', 'refused', 'other'] as const) forged[what] += counted[what]
    }
  } finally {
    forger.kill()
  }
  reportSteady(report, 'calm', calm)
  reportSteady(report, 'forged', flooded)
  const sent = forged.sent / (forgedRounds * seconds)
  report({
    name: 'load.forged.sent',
    value: sent,
    unit: '1/s',
    target: `>= ${forgedPerSecond - 5}`,
  })
  const cpu = (spentMs / forged.sent) * 1_000
  report({ name: 'load.forged.cpu', value: cpu, unit: 'us of the server' })
  const refused = (100 * forged.refused) / forged.sent
  report({ name: 'load.forged.refused', value: refused, unit: '%', target: '= 100' })
  for (const share of [0.5, 0.99]) {
    // Each round is compared with the adjacent one, and the median is taken: one pause of the machine spoils one pair
    // only.
    const ratio = medianOf(
      flooded.map((load, at) => percentileOf(load, share) / percentileOf(calm[at]!, share)),
    )
    const name = `load.forged.members.p${share * 100}.ratio`
    report({ name, value: ratio, unit: 'ratio', ...(share > 0.5 ? { target: '<= 1.3' } : {}) })
  }
}

function kindsOf(speed: SpeedDatabase): CallKind[] {
  const token = (at: number) => speed.players[at % members]!.token
  return [
    {
      name: 'transfer',
      perSecond,
      build: (at) => ({
        call: 'POST /api/wallet/transfer',
        token: token(at),
        body: { from: 'wallet', to: games[at % 2], amount: 1 },
        headers: { 'idempotency-key': systemIds.key() },
      }),
    },
    {
      name: 'wallet',
      perSecond: 20,
      build: (at) => ({ call: 'GET /api/wallet', token: token(at) }),
    },
    {
      name: 'statement',
      perSecond: 10,
      build: (at) => ({
        call: 'POST /api/statement',
        token: token(at),
        body: { page: 1, limit: 10 },
      }),
    },
  ]
}

function latenciesOf(all: readonly SteadyLoad[], kind?: string): number[] {
  return all.flatMap(({ latencies }) =>
    Object.entries(latencies).flatMap(([name, times]) => (kind && name !== kind ? [] : times)),
  )
}

function percentileOf(load: SteadyLoad, share: number): number {
  return shareOf(latenciesOf([load]), share)
}

function reportSteady(report: Report, name: string, loads: readonly SteadyLoad[]): void {
  const target = name === 'steady' ? { target: '<= 250' } : {}
  const moving = shareOf(latenciesOf(loads, 'transfer'), 0.99)
  report({ name: `load.${name}.transfer.p99`, value: moving, unit: 'ms', ...target })
  const reading = shareOf(latenciesOf(loads, 'wallet'), 0.99)
  report({ name: `load.${name}.wallet.p99`, value: reading, unit: 'ms' })
  const faults = loads.reduce((sum, one) => sum + countFaults(one), 0)
  report({ name: `load.${name}.faults`, value: faults, unit: 'answers', target: '= 0' })
}

/** Runs the worker's minutely verification continuously. */
function verifyAlways({ stage }: SpeedDatabase) {
  let [stopped, rounds, violations] = [false, 0, 0]
  const verify = async (full: boolean): Promise<void> => {
    const found = (await verifyLedger(stage.db, { full, checks: ledgerChecks })).violations
    for (const one of found) console.error('violation:', one)
    rounds += 1
    violations += found.length
  }
  const work = async (): Promise<void> => {
    while (!stopped) {
      await verify(false)
      await new Promise((resolve) => setTimeout(resolve, verifyEveryMs))
    }
  }
  const working = work()
  return {
    stop: async () => {
      stopped = true
      await working
      await verify(true)
      return { rounds, violations }
    },
  }
}
