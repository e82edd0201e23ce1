import { sleep } from '../../postgres/processes.ts'
import { waitForApi, type Cluster } from '../start.ts'
import type { Drill } from './drill.ts'

export const processDrills: readonly Drill[] = [
  {
    name: 'kill-api',
    about: 'kill -9 of one API process',
    limits: { awayS: 0.5 },
    isShort: true,
    run: async ({ fronts: [first] }) => {
      first!.api.kill()
      await sleep(500)
      await waitForApi(0)
    },
  },
  {
    name: 'rolling-restart',
    about: 'both API processes are restarted in good order, one after the other',
    limits: { awayS: 0.5 },
    run: async (cluster) => {
      for (const [at, { api }] of cluster.fronts.entries()) {
        await api.stop()
        api.start()
        await waitForApi(at)
        // HAProxy must see it before the other one goes.
        await sleep(2_000)
      }
    },
  },
  {
    name: 'kill-worker',
    about: 'kill -9 of one worker',
    limits: { awayS: 0.5 },
    run: async ({ workers: [first] }) => {
      first!.kill()
      await sleep(15_000)
    },
  },
  {
    name: 'freeze-worker',
    about: 'one worker stands still for a minute and wakes up',
    limits: { awayS: 0.5 },
    run: async ({ workers: [first] }) => {
      first!.signal('SIGSTOP')
      await sleep(60_000)
      first!.signal('SIGCONT')
      await sleep(5_000)
    },
  },
  {
    name: 'redis',
    about: 'Redis is killed, frozen for 15 s, emptied',
    limits: { awayS: 0.5 },
    run: async ({ redis }) => {
      redis.kill()
      await sleep(6_000)
      redis.signal('SIGSTOP')
      await sleep(15_000)
      redis.signal('SIGCONT')
      await sleep(2_000)
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
      const { databases, fronts: fronting, workers, redis } = cluster
      for (const node of databases) node.kill()
      for (const part of [redis, ...workers, ...fronting.flatMap(({ api, proxy }) => [api, proxy])])
        part.kill()
      for (const { etcd, patroni } of databases) {
        etcd.start()
        patroni.start()
      }
      await untilAnswers(cluster)
      return `answered after ${((performance.now() - begun) / 1_000).toFixed(1)} s`
    },
  },
]

async function untilAnswers({ fronts: fronting }: Cluster): Promise<void> {
  for (const [at] of fronting.entries()) await waitForApi(at, 90_000)
}
