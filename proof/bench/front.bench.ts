import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { openGuests } from '../../apps/server/src/talk/chat/guests.ts'
import type { Job, StormReport } from '../../apps/server/src/testing/chat/storm-clients.ts'
import type { Bench } from './report.ts'
import { chooseMachines, hasHaproxy, startFront } from '../deploy/front.ts'
import { countFaults, sendSteadily, shareOf, type CallKind } from './load/steady-calls.ts'
import { setStage, type BenchDatabase } from './stage.ts'

const pagesWanted = 10_000
const pagesOfNetwork = 150
const callsPerSecond = 40
const patienceMs = 240_000
const sources = join(import.meta.dirname, '../../apps/server/src')

/**
 * The open pages of a tenth of 100,000 members at one front, HAProxy with the file of deploy/ before two API processes:
 * what a call takes before, beside them, and after one process has died and its pages have come back.
 */
export const bench: Bench = {
  name: 'front',
  proves: ['FRONT-06'],
  run: async (report, { long }) => {
    if (!hasHaproxy) throw new Error('it needs Debian’s haproxy')
    const seconds = long ? 60 : 15
    const pages = Math.min(pagesWanted, pagesOfFiles())
    const stage = await setStage({ members: 0, connections: 8 })
    const machines = chooseMachines()
    const apis: ChildProcess[] = []
    const clients = fork(join(sources, 'testing/chat/storm-clients.ts'))
    // The pages would be phones elsewhere, and must not distort the measurement.
    setPriority(clients.pid!, 10)
    const front = await startFront({ ...machines, proxyNetworks: '127.0.0.0/8\n' })
    try {
      for (const address of [machines.first, machines.second])
        apis.push(await startApi(stage, address))
      await until(async () => (await front.stateOf('api/api2')) === 'UP', 'both take calls')
      const guests = await makeGuests(stage, pages)
      const address = `http://127.0.0.1:${front.members}`
      const measure = async (name: string): Promise<number> => {
        const load = await sendSteadily(address, kindsOf(guests), seconds)
        const p99 = shareOf(load.latencies['config'], 0.99)
        report({ name: `front.${name}.p99`, value: p99, unit: 'ms' })
        report({
          name: `front.${name}.faults`,
          value: countFaults(load),
          unit: 'calls',
          target: '<= 0',
        })
        return p99
      }
      await sendSteadily(address, kindsOf(guests), 5)
      const before = await measure('alone')
      const seen = follow(clients)
      clients.send({ address, pages: pagesOf(guests) } satisfies Job)
      await until(() => seen.connected === pages, 'all pages are open')
      report({ name: 'front.pages', value: pages, unit: 'sockets', target: `>= ${pagesWanted}` })
      const beside = await measure('beside')
      report({ name: 'front.more', value: beside - before, unit: 'ms', target: '<= 100' })
      apis[0]!.kill('SIGKILL')
      const died = performance.now()
      await until(() => seen.connected < pages, 'its pages have noticed')
      await until(() => seen.connected === pages, 'its pages are back')
      report({
        name: 'front.back',
        value: (performance.now() - died) / 1_000,
        unit: 's',
        target: '<= 30',
      })
      const after = await measure('after')
      report({ name: 'front.moreAfter', value: after - before, unit: 'ms', target: '<= 100' })
    } finally {
      clients.kill()
      for (const api of apis) api.kill('SIGKILL')
      await front.stop()
      await stage.stop()
    }
  },
}

/** HAProxy has two files for each page, and some of its own. */
function pagesOfFiles(): number {
  const files = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }))
  return Number.isNaN(files) ? pagesWanted : Math.floor((files - 400) / 2)
}

async function makeGuests({ db }: BenchDatabase, count: number): Promise<string[]> {
  const guests = openGuests({ db, clock: systemClock, ids: systemIds })
  const ids: string[] = []
  while (ids.length < count)
    ids.push(...(await Promise.all(Array.from({ length: 50 }, () => guests.make()))))
  return ids.slice(0, count)
}

const pagesOf = (guests: readonly string[]): Job['pages'] =>
  guests.map((guestId, at) => {
    const network = Math.floor(at / pagesOfNetwork)
    return { auth: { guestId }, network: `100.64.${network}.1` }
  })

const kindsOf = (guests: readonly string[]): CallKind[] => [
  {
    name: 'config',
    perSecond: callsPerSecond,
    build: (at) => ({
      call: 'GET /api/chat/config',
      headers: { 'x-guest': guests[at % guests.length]! },
    }),
  },
]

async function startApi(stage: BenchDatabase, address: string): Promise<ChildProcess> {
  const child = fork(join(sources, 'main.ts'), [], {
    env: {
      DATABASE_URL: stage.url,
      HOST: address,
      PORT: '8080',
      METRICS_HOST: address,
      METRICS_PORT: '9100',
      LOG_LEVEL: 'silent',
      TRUSTED_PROXIES: '127.0.0.0/8',
      RATE_LIMIT_FACTOR: '1000000',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('an API process ended before it was ready')
  })
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => undefined)
  return child
}

function follow(clients: ChildProcess): { connected: number } {
  const seen = { connected: 0 }
  clients.on('message', (message: StormReport) => {
    if (message.what === 'counted') seen.connected = message.connected
  })
  return seen
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`it never came to this: ${what}`)
    await sleep(50)
  }
}
