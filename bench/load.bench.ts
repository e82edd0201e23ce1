import { fork } from 'node:child_process'
import { join } from 'node:path'
import { systemIds } from '../apps/server/src/core/ids.ts'
import { verifyLedger } from '../apps/server/src/ledger/verify.ts'
import { ledgerChecks } from '../apps/server/src/watch.ts'
import type { Bench, Report } from '../tools/bench-report.ts'
import {
  countFaults,
  sendSteadily,
  shareOf,
  type CallKind,
  type Told,
} from './load/steady-calls.ts'
import { messageOf, setSpeedStage, type SpeedStage } from './transfers/speed/speed-stage.ts'

const members = 128
const games = ['pg', 'pgslot'] as const
const connections = 64
const perSecond = 100
const forgedPerSecond = 500
const verifyEveryMs = 2_000

type Closed = { perSecond: number; p99: number; refused: Record<string, number> }

/**
 * F35: everything on one machine, the load included. First as many transfers as come, then a hundred a second among people who
 * read, while the books are checked all the time; then, for F28, the same under five hundred forged messages a second.
 */
export const bench: Bench = {
  name: 'load',
  proves: ['F35', 'F28'],
  run: async (report, { long }) => {
    const seconds = long ? 60 : 6
    const speed = await setSpeedStage(members, () => games)
    const verifying = verifyAlways(speed)
    try {
      await measureFull(speed, report, seconds)
      const calm = await measureSteady(speed, report, { name: 'steady', seconds, forged: 0 })
      const flooded = await measureSteady(speed, report, {
        name: 'forged',
        seconds,
        forged: forgedPerSecond,
      })
      const forged = flooded.statuses.get('forged')!
      report({
        name: 'load.forged.refused',
        value: (100 * (forged.get(401) ?? 0)) / (forgedPerSecond * seconds),
        unit: '%',
        target: '= 100',
      })
      report({
        name: 'load.forged.wallet.ratio',
        value: shareOf(flooded.latencies['wallet'], 0.5) / shareOf(calm.latencies['wallet'], 0.5),
        unit: 'ratio',
      })
      const { rounds, violations } = await verifying.stop()
      report({ name: 'load.verified', value: rounds, unit: 'times', target: '> 0' })
      report({ name: 'load.violations', value: violations, unit: 'findings', target: '= 0' })
    } finally {
      await speed.stop()
    }
  },
}

/** As many callers as there is room for, each with members of its own. */
async function measureFull(speed: SpeedStage, report: Report, seconds: number): Promise<void> {
  const load = fork(join(import.meta.dirname, 'http-load.ts'))
  try {
    const answer = messageOf<Closed>(load)
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

type Steady = { name: string; seconds: number; forged: number }

async function measureSteady(
  speed: SpeedStage,
  report: Report,
  { name, seconds, forged }: Steady,
): Promise<Told> {
  const token = (at: number) => speed.players[at % members]!.token
  const kinds: CallKind[] = [
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
  if (forged > 0) kinds.push({ name: 'forged', perSecond: forged, build: forgedCall })
  const told = await sendSteadily(speed.server.address, kinds, seconds)
  const p99 = shareOf(told.latencies['transfer'], 0.99)
  const target = forged > 0 ? {} : { target: '<= 250' }
  report({ name: `load.${name}.transfer.p99`, value: p99, unit: 'ms', ...target })
  const reading = shareOf(told.latencies['wallet'], 0.99)
  report({ name: `load.${name}.wallet.p99`, value: reading, unit: 'ms' })
  const faults = countFaults(told)
  report({ name: `load.${name}.faults`, value: faults, unit: 'answers', target: '= 0' })
  return told
}

function forgedCall(at: number): ReturnType<CallKind['build']> {
  return {
    call: `POST /webhooks/bank/${at % 2 === 0 ? 'feed' : 'sms'}`,
    body: { amount: 1_000_000 },
    headers: {
      'x-event-id': `forged-${at}`,
      'x-timestamp': '1800000000',
      'x-signature': 'ab'.repeat(32),
    },
  }
}

/** What the worker does every minute, here all the time. */
function verifyAlways({ stage }: SpeedStage) {
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
