import { sleep } from '../../../tools/postgres/processes.ts'
import { waitForPrimary, waitForStandbys } from '../parts/database.ts'
import { nothingS, type Drill } from './drill.ts'
import {
  failoverMs,
  findStandby,
  leadEtcdForNow,
  rejoinMs,
  startAgain,
  switchOver,
} from './machines.ts'

export const databaseDrills: readonly Drill[] = [
  {
    name: 'kill-postgres',
    about: "kill -9 of the primary's PostgreSQL",
    limits: { awayS: 12, readsAwayS: 6 },
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
    // etcd has a new leader at that moment, which begins every lease anew (docs/production.md).
    limits: { awayS: 14, readsAwayS: 6 },
    run: async ({ databases }) => {
      const primary = await waitForPrimary(databases, failoverMs)
      await leadEtcdForNow(databases, primary)
      primary.kill()
      const killed = performance.now()
      const next = await waitForPrimary(databases, failoverMs, (node) => node !== primary)
      const leadsAfterS = (performance.now() - killed) / 1_000
      await sleep(3_000)
      startAgain(primary)
      await waitForStandbys(databases, rejoinMs)
      return `${primary.name} to ${next.name}, which led after ${leadsAfterS.toFixed(1)} s`
    },
  },
  {
    name: 'kill-patroni',
    about: "kill -9 of the primary's Patroni",
    leavesPostgres: true,
    limits: { awayS: 12, readsAwayS: 6 },
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
    run: (cluster) => switchOver(cluster),
  },
  {
    name: 'kill-standby',
    about: 'one of two standbys dies',
    limits: { awayS: nothingS },
    run: async ({ databases }) => {
      const standby = await findStandby(databases)
      standby.kill()
      await sleep(10_000)
      startAgain(standby)
      await waitForStandbys(databases, rejoinMs)
    },
  },
  {
    name: 'freeze-standby',
    about: 'one of two standbys stands still for 30 s',
    limits: { awayS: nothingS },
    proves: ['NET-08'],
    run: async ({ databases }) => {
      const standby = await findStandby(databases)
      standby.freeze()
      await sleep(30_000)
      standby.thaw()
      await waitForStandbys(databases, rejoinMs)
    },
  },
  {
    name: 'etcd-majority',
    about: 'two of three etcd are gone for 60 s',
    limits: { awayS: nothingS },
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
