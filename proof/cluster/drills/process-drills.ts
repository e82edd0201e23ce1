import { sleep } from '../../../tools/postgres/processes.ts'
import { connect } from 'node:tls'
import { minuteMs } from '@kapao/contract/times'
import { ports, redis as redisAddress } from '../addresses.ts'
import { waitForApi, type Cluster } from '../start.ts'
import { nothingS, type Drill } from './drill.ts'
import { startAgain } from './machines.ts'

const jobsLateS = 20
const frozenMs = 10 * minuteMs

export const processDrills: readonly Drill[] = [
  {
    name: 'kill-api',
    about: 'kill -9 of one API process',
    limits: { awayS: nothingS },
    isShort: true,
    run: async ({ fronts: [first] }) => {
      first!.api.kill()
      await sleep(500)
      await waitForApi(0)
    },
  },
  {
    name: 'rolling-restart',
    about: 'both API processes and both workers are restarted in good order, one after the other',
    limits: { awayS: nothingS, jobsLateS },
    run: (cluster) => restartAll(cluster, () => undefined),
  },
  {
    name: 'rolling-upgrade',
    about:
      'from the release before to this one, back to it, and to this one again, one process after the other',
    limits: { awayS: nothingS, jobsLateS },
    needsBefore: true,
    run: async (cluster) => {
      const { changes } = cluster.front
      const before = changes.get('api1')!
      for (const change of [{}, before, {}])
        await restartAll(cluster, (name) => void changes.set(name, change))
    },
  },
  {
    name: 'kill-worker',
    about: 'kill -9 of one worker',
    limits: { awayS: nothingS, jobsLateS },
    run: async ({ workers: [first] }) => {
      first!.kill()
      await sleep(25_000)
    },
  },
  {
    name: 'kill-workers',
    about: 'kill -9 of both workers at once',
    limits: { awayS: nothingS, jobsLateS },
    run: async ({ workers }) => {
      for (const worker of workers) worker.kill()
      await sleep(25_000)
    },
  },
  {
    name: 'freeze-worker',
    about: 'one worker stands still for ten minutes and wakes up',
    limits: { awayS: nothingS, jobsLateS },
    run: async ({ workers: [first] }) => {
      first!.signal('SIGSTOP')
      await sleep(frozenMs)
      first!.signal('SIGCONT')
      await sleep(5_000)
    },
  },
  {
    name: 'freeze-api',
    about: 'one API process stands still for 30 s and wakes up',
    limits: { awayS: 3, readsAwayS: 3 },
    run: async ({ fronts: [first] }) => {
      first!.api.signal('SIGSTOP')
      await sleep(30_000)
      first!.api.signal('SIGCONT')
      await sleep(5_000)
    },
  },
  {
    name: 'redis',
    about: 'Redis is killed, frozen for 15 s, emptied',
    limits: { awayS: nothingS },
    run: async ({ redis, secrets }) => {
      redis.kill()
      await sleep(6_000)
      redis.signal('SIGSTOP')
      await sleep(15_000)
      redis.signal('SIGCONT')
      await sleep(2_000)
      await emptyRedis(secrets.redis)
      await sleep(3_000)
    },
  },
  {
    name: 'haproxy',
    about: 'one of two HAProxy is killed',
    limits: { awayS: 3 },
    run: async ({ fronts: [first] }) => {
      first!.proxy.kill()
      await sleep(8_000)
    },
  },
  {
    name: 'power',
    about: 'everything loses its power at once and starts again',
    limits: { awayS: 30 },
    isShort: true,
    run: async (cluster) => {
      const begun = performance.now()
      const { databases, fronts: fronting, workers, redis, console: desk } = cluster
      for (const node of databases) node.kill()
      const fronts = fronting.flatMap(({ api, proxy }) => [api, proxy])
      for (const part of [redis, desk, ...workers, ...fronts]) part.kill()
      for (const node of databases) startAgain(node)
      await untilAnswers(cluster)
      return `answered after ${((performance.now() - begun) / 1_000).toFixed(1)} s`
    },
  },
]

async function restartAll(
  { fronts: fronting, workers }: Cluster,
  change: (name: string) => void,
): Promise<void> {
  for (const [at, { api }] of fronting.entries()) {
    change(api.name)
    await api.stop()
    api.start()
    await waitForApi(at)
    // HAProxy must see it before the other one goes.
    await sleep(2_000)
  }
  for (const worker of workers) {
    change(worker.name)
    await worker.stop()
    worker.start()
    await sleep(3_000)
  }
}

async function untilAnswers({ fronts: fronting }: Cluster): Promise<void> {
  for (const [at] of fronting.entries()) await waitForApi(at, 90_000)
}

/** As a user of its own: the password of the processes empties nothing. */
function emptyRedis(password: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(ports.redis, redisAddress)
    socket.write(`AUTH drill ${password}\r\nFLUSHALL\r\nQUIT\r\n`)
    socket.once('error', reject)
    socket.on('data', (part) => (said += String(part)))
    socket.once('close', () => {
      if (said === '+OK\r\n+OK\r\n+OK\r\n') resolve()
      else reject(new Error(`Redis said ${said}`))
    })
  })
}
