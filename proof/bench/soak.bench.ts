import { fork, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import type { Job, StormReport } from '../../apps/server/src/testing/chat/storm-clients.ts'
import type { Bench } from './report.ts'
import { countFaults, sendSteadily, shareOf, type CallKind } from './load/steady-calls.ts'
import { setSpeedStage, type SpeedDatabase } from './transfers/speed/speed-stage.ts'

const members = 100
const pagesOfMember = 5
const minutes = 2
const minutesLong = 10
const sampleEveryMs = 2_000
/** The first part of the run fills caches and lets the compiler finish. */
const warmShare = 0.3

type Sample = { atMs: number; megabytes: number; handles: number }

/** F39: continuous use with five hundred open pages: neither memory nor open files may grow. */
export const bench: Bench = {
  name: 'soak',
  proves: ['F39'],
  run: async (report, { long }) => {
    const lasts = long ? minutesLong : minutes
    const speed = await setSpeedStage(members, () => ['pg', 'pgslot'])
    const clients = fork(
      join(import.meta.dirname, '../../apps/server/src/testing/chat/storm-clients.ts'),
    )
    try {
      const connected = await openPages(clients, speed)
      const sampling = sample(speed.server.pid)
      const load = await sendSteadily(speed.server.address, kindsFor(speed), lasts * 60)
      const samples = sampling.stop()
      const warm = samples.slice(Math.floor(samples.length * warmShare))
      report({ name: 'soak.minutes', value: lasts, unit: 'min' })
      report({ name: 'soak.sockets', value: connected(), unit: 'sockets', target: '= 500' })
      report({ name: 'soak.faults', value: countFaults(load), unit: 'answers', target: '= 0' })
      report({
        name: 'soak.wallet.p99',
        value: shareOf(load.latencies['wallet'], 0.99),
        unit: 'ms',
      })
      report({ name: 'soak.memory', value: warm.at(-1)!.megabytes, unit: 'MB' })
      // Two minutes are too short to distinguish a slope from one garbage collection.
      const slope = slopeOf(warm.map(({ atMs, megabytes }) => [atMs / 600_000, megabytes]))
      const promise = long ? { target: '<= 5' } : {}
      report({ name: 'soak.memory.slope', value: slope, unit: 'MB in 10 min', ...promise })
      const half = Math.floor(warm.length / 2)
      const most = (some: Sample[]) => Math.max(...some.map(({ handles }) => handles))
      report({
        name: 'soak.handles.growth',
        value: most(warm.slice(half)) - most(warm.slice(0, half)),
        unit: 'open files',
        target: '<= 5',
      })
    } finally {
      clients.kill()
      await speed.stop()
    }
  },
}

async function openPages(clients: ChildProcess, speed: SpeedDatabase): Promise<() => number> {
  let connected = 0
  clients.on('message', (message: StormReport) => {
    if (message.what === 'counted') connected = message.connected
  })
  const pages = speed.players.flatMap(({ token }, at) =>
    Array.from({ length: pagesOfMember }, () => ({ auth: { token }, network: `10.1.${at}.1` })),
  )
  clients.send({ address: speed.server.address, pages } satisfies Job)
  for (const end = performance.now() + 60_000; connected < pages.length;) {
    if (performance.now() > end) throw new Error(`only ${connected} pages could connect`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return () => connected
}

/** Fifty calls a second: mostly reads, some transfers. */
function kindsFor({ players }: SpeedDatabase): CallKind[] {
  const token = (at: number) => players[at % members]!.token
  return [
    {
      name: 'wallet',
      perSecond: 20,
      build: (at) => ({ call: 'GET /api/wallet', token: token(at) }),
    },
    { name: 'info', perSecond: 10, build: () => ({ call: 'GET /api/lookup/info' }) },
    {
      name: 'statement',
      perSecond: 10,
      build: (at) => ({
        call: 'POST /api/statement',
        token: token(at),
        body: { page: 1, limit: 10 },
      }),
    },
    {
      name: 'transfer',
      perSecond: 10,
      build: (at) => ({
        call: 'POST /api/wallet/transfer',
        token: token(at),
        body: { from: 'wallet', to: 'pg', amount: 1 },
        headers: { 'idempotency-key': systemIds.key() },
      }),
    },
  ]
}

function sample(pid: number): { stop: () => Sample[] } {
  const samples: Sample[] = []
  const timer = setInterval(() => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
    const handles = readdirSync(`/proc/${pid}/fd`).length
    samples.push({ atMs: performance.now(), megabytes: kilobytes / 1024, handles })
  }, sampleEveryMs)
  return {
    stop: () => {
      clearInterval(timer)
      return samples
    },
  }
}

/** The slope of the line that fits best. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const meanOf = (pick: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [meanX, meanY] = [meanOf(([x]) => x), meanOf(([, y]) => y)]
  const over = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const under = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return over / under
}
