import { sleep } from '../../../tools/postgres/processes.ts'
import { waitForPrimary, waitForStandbys } from '../parts/database.ts'
import type { NetworkPeer } from '../network/network.ts'
import type { Cluster } from '../start.ts'
import type { Drill } from './drill.ts'
import { failoverMs, rejoinMs } from './machines.ts'

const cutMs = 40_000
const briefMs = 30_000
/** Members go on with the next primary before the old one is back. */
const onwardMs = 5_000
const fronts = ['front1', 'front2'] as const
const databaseMachines = ['db1', 'db2', 'db3'] as const

/** What a network does to machines that all live: packets vanish or are late, and nobody says so. */
export const networkDrills: readonly Drill[] = [
  {
    name: 'x-vanish-primary',
    about: "the network of the primary's machine is cut for 40 s",
    limits: { awayS: 18, readsAwayS: 6 },
    run: (cluster) => cutPrimaryOff(cluster, { forMs: cutMs }),
  },
  {
    name: 'x-vanish-briefly',
    about: "the network of the primary's machine is cut until another one leads",
    limits: { awayS: 18, readsAwayS: 6 },
    isShort: true,
    run: (cluster) => cutPrimaryOff(cluster),
  },
  {
    name: 'x-primary-without-peers',
    about: 'the primary reaches no other database machine for 40 s, and fronts reach it',
    limits: { awayS: 18, readsAwayS: 6 },
    proves: ['NET-02'],
    run: (cluster) => cutPrimaryOff(cluster, { peers: databaseMachines, forMs: cutMs }),
  },
  {
    name: 'x-fronts-without-primary',
    about: 'both fronts do not reach the primary for 30 s, and the database machines reach it',
    limits: { awayS: 40 },
    proves: ['NET-03'],
    run: async ({ network, databases }) => {
      const primary = await waitForPrimary(databases, failoverMs)
      network.cut(primary.name, { peers: fronts })
      await sleep(briefMs)
      network.heal()
    },
  },
  {
    name: 'x-vanish-front',
    about: 'the network of a front machine is cut for 30 s',
    limits: { awayS: 3, readsAwayS: 3, memberAwayS: 45, memberReadsAwayS: 40 },
    proves: ['NET-04'],
    run: async ({ network }) => {
      network.cut('front1')
      await sleep(briefMs)
      network.heal()
    },
  },
  {
    name: 'x-lossy',
    about: 'of the packets between fronts and databases 5 % are lost and all take 200 ms more',
    limits: { awayS: 15, readsAwayS: 6 },
    proves: ['NET-05'],
    run: async ({ network, databases }) => {
      for (const { name } of databases) {
        network.lose(name, 5, { peers: fronts })
        await network.delay(name, 100, { peers: fronts })
      }
      await sleep(cutMs)
      network.heal()
    },
  },
]

/** Until another machine leads, and at least so long. */
async function cutPrimaryOff(
  { network, databases }: Cluster,
  { peers, forMs = 0 }: { peers?: readonly NetworkPeer[]; forMs?: number } = {},
): Promise<string> {
  const primary = await waitForPrimary(databases, failoverMs)
  network.cut(primary.name, peers ? { peers: peers.filter((one) => one !== primary.name) } : {})
  await sleep(forMs)
  const next = await waitForPrimary(databases, failoverMs, (node) => node !== primary)
  await sleep(onwardMs)
  network.heal()
  await waitForStandbys(databases, rejoinMs)
  return `${primary.name} to ${next.name}`
}
