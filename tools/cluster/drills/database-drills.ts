import { sleep } from '../../postgres/processes.ts'
import { waitForPrimary, waitForStandbys, type DatabaseNode } from '../parts/database.ts'
import type { Cluster } from '../start.ts'
import type { Drill } from './drill.ts'

const rejoinMs = 90_000
const failoverMs = 40_000

export const databaseDrills: readonly Drill[] = [
  {
    name: 'kill-postgres',
    about: "kill -9 of the primary's PostgreSQL",
    limits: { awayS: 12, readsAwayS: 12 },
    isShort: true,
    run: async ({ databases }) => {
      const primary = await waitForPrimary(databases, failoverMs)
      primary.killPostgres()
      await sleep(3_000)
      await waitForPrimary(databases, failoverMs)
      await waitForStandbys(databases, rejoinMs)
    },
  },
  {
    name: 'kill-node',
    about: 'the whole machine of the primary dies',
    limits: { awayS: 12, readsAwayS: 12 },
    run: async ({ databases }) => {
      const primary = await waitForPrimary(databases, failoverMs)
      primary.kill()
      const next = await waitForPrimary(databases, failoverMs, (node) => node !== primary)
      await sleep(3_000)
      startAgain(primary)
      await waitForStandbys(databases, rejoinMs)
      return `${primary.name} to ${next.name}`
    },
  },
  {
    name: 'kill-patroni',
    about: "kill -9 of the primary's Patroni",
    limits: { awayS: 12, readsAwayS: 12 },
    run: async ({ databases }) => {
      const primary = await waitForPrimary(databases, failoverMs)
      primary.patroni.kill()
      const next = await waitForPrimary(databases, failoverMs, (node) => node !== primary)
      await sleep(3_000)
      startAgain(primary)
      await waitForStandbys(databases, rejoinMs)
      return `${primary.name} to ${next.name}`
    },
  },
  {
    name: 'switchover',
    about: 'another machine becomes the primary on purpose',
    limits: { awayS: 2, waitS: 6 },
    run: async (cluster) => {
      const { databases } = cluster
      const primary = await waitForPrimary(databases, failoverMs)
      const answer = await fetch(`http://${primary.address}:8008/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: primary.name }),
      })
      const said = await answer.text()
      await waitForPrimary(databases, failoverMs, (node) => node !== primary)
      await waitForStandbys(databases, rejoinMs)
      return said
    },
  },
  {
    name: 'kill-standby',
    about: 'the synchronous standby dies',
    limits: { awayS: 3 },
    run: async ({ databases }) => {
      const standby = await findSynchronous(databases)
      standby.kill()
      await sleep(10_000)
      startAgain(standby)
      await waitForStandbys(databases, rejoinMs)
    },
  },
  {
    name: 'freeze-standby',
    about: 'the synchronous standby stands still for 30 s',
    limits: { awayS: 3 },
    run: async ({ databases }) => {
      const standby = await findSynchronous(databases)
      standby.freeze()
      await sleep(30_000)
      standby.thaw()
      await waitForStandbys(databases, rejoinMs)
    },
  },
  {
    name: 'etcd-majority',
    about: 'two of three etcd are gone for 60 s',
    limits: { awayS: 1.5 },
    run: async ({ databases }) => {
      const primary = await waitForPrimary(databases, failoverMs)
      const lost = databases.filter((node) => node !== primary)
      for (const { etcd } of lost) etcd.kill()
      await sleep(60_000)
      for (const { etcd } of lost) etcd.start()
      await sleep(3_000)
      await waitForStandbys(databases, rejoinMs)
    },
  },
]

/** As a machine comes up again: its parts start, and the rest is theirs. */
function startAgain(node: DatabaseNode): void {
  node.etcd.start()
  node.patroni.start()
}

async function findSynchronous(databases: Cluster['databases']): Promise<DatabaseNode> {
  const primary = await waitForPrimary(databases, failoverMs)
  const answer = await fetch(`http://${primary.address}:8008/cluster`)
  const { members } = (await answer.json()) as { members: { name: string; role: string }[] }
  const name = members.find(({ role }) => role === 'sync_standby')?.name
  const found = databases.find((node) => node.name === name)
  if (!found) throw new Error('no standby is synchronous')
  return found
}
