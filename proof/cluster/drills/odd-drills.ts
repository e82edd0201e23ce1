import { join } from 'node:path'
import type { Db } from '../../../apps/server/src/core/db/db.ts'
import { sleep } from '../../../tools/postgres/processes.ts'
import { waitForPrimary, waitForStandbys, type DatabaseNode } from '../parts/database.ts'
import { openDisk } from '../parts/disk.ts'
import type { ProcessChange } from '../parts/front.ts'
import { archiveAll } from '../restore/machines.ts'
import { waitForApi, type Cluster } from '../start.ts'
import { nothingS, type Drill } from './drill.ts'
import {
  asSuperuser,
  failoverMs,
  findStandby,
  rejoinMs,
  startAgain,
  switchOver,
} from './machines.ts'

const tenMinutesS = 600
const fullForMs = 20_000
const stalledMs = 60_000
/** More segments of the log than any that lie ready. */
const segmentsMax = 100
/** More of them than are kept for a standby that lags (`wal_keep_size`). */
const keptMax = 40

/** What a machine can do to its neighbours without dying. */
export const oddDrills: readonly Drill[] = [
  {
    name: 'archive',
    about: 'the machine of the primary dies, and each of the three is the primary once',
    limits: { awayS: 12 },
    run: async (cluster) => {
      const { databases } = cluster
      const begun = await waitForPrimary(databases, failoverMs)
      begun.kill()
      await waitForPrimary(databases, failoverMs, (node) => node !== begun)
      startAgain(begun)
      await waitForStandbys(databases, rejoinMs)
      for (let takeovers = 0; takeovers < databases.length; takeovers += 1) {
        const primary = await waitForPrimary(databases, failoverMs)
        // What was left in the log by a takeover is archived when it grows old.
        await exhaustSegments(cluster, primary, keptMax)
        await asSuperuser(cluster, primary, (db) => db.query('checkpoint'))
        await archiveAll(cluster, primary)
        await switchOver(cluster)
      }
    },
  },
  {
    name: 'full-disk',
    about: 'the disk of the primary is full for 20 s',
    limits: {},
    run: async (cluster) => {
      const { databases } = cluster
      const primary = await waitForPrimary(databases, failoverMs)
      const end = Date.now() + fullForMs
      // What is freed meanwhile is taken at once.
      const filling = setInterval(primary.disk.fill, 200)
      primary.disk.fill()
      await exhaustSegments(cluster, primary)
      while (Date.now() < end) await sleep(200)
      clearInterval(filling)
      primary.disk.free()
      startAgain(primary)
      const now = await waitForPrimary(databases, failoverMs)
      await waitForStandbys(databases, rejoinMs)
      return now === primary ? 'it went on' : `${primary.name} to ${now.name}`
    },
  },
  {
    name: 'stalled-disk',
    about: "the disk of the primary's machine stalls for 60 s",
    limits: { awayS: 30, readsAwayS: 6 },
    run: async ({ databases }) => {
      const primary = await waitForPrimary(databases, failoverMs)
      const next = await whileStalled(primary, () =>
        waitForPrimary(databases, failoverMs, (node) => node !== primary),
      )
      await waitForStandbys(databases, rejoinMs)
      return `${primary.name} to ${next.name}`
    },
  },
  {
    name: 'stalled-standby',
    about: "the disk of a standby's machine stalls for 60 s",
    limits: { awayS: nothingS, readsAwayS: nothingS },
    run: async ({ databases }) => {
      await whileStalled(await findStandby(databases), async () => undefined)
      await waitForStandbys(databases, rejoinMs)
    },
  },
  {
    name: 'full-log-disk',
    about: 'the disk of the log of an API process is full for 20 s',
    limits: { awayS: nothingS, readsAwayS: nothingS },
    proves: ['NET-09'],
    run: async (cluster) => {
      const { front } = cluster
      const logFolder = join(front.folders.root, 'log-of-api1')
      const disk = openDisk(logFolder, '8m')
      await restartApi(cluster, { logFolder })
      disk.fill()
      await sleep(fullForMs)
      disk.free()
      await sleep(3_000)
      await restartApi(cluster, {})
    },
  },
  {
    name: 'clock-database',
    about:
      'the clock of a database machine is 10 minutes fast; it becomes the primary, and another one again',
    limits: {},
    run: async (cluster) => {
      const { databases } = cluster
      const primary = await waitForPrimary(databases, failoverMs)
      const odd = databases.find((node) => node !== primary)!
      await restart(cluster, odd, tenMinutesS)
      await switchOver(cluster, odd)
      const offS = await clockOf(cluster, odd)
      await sleep(20_000)
      await switchOver(cluster)
      await restart(cluster, odd, null)
      return `it said ${offS.toFixed(0)} s`
    },
  },
  {
    name: 'clock-api',
    about: 'the clock of an API process is 10 minutes fast',
    limits: {},
    run: async (cluster) => {
      await restartApi(cluster, { clockOffS: tenMinutesS }, { waits: false })
      await sleep(20_000)
      await restartApi(cluster, {})
      await sleep(5_000)
    },
  },
]

async function whileStalled<T>({ disk }: DatabaseNode, work: () => Promise<T>): Promise<T> {
  disk.stall()
  try {
    const [done] = await Promise.all([work(), sleep(stalledMs)])
    return done
  } finally {
    // A process that waits for it cannot be killed.
    disk.goOn()
  }
}

async function restartApi(
  { fronts: [first], front }: Cluster,
  change: ProcessChange,
  { waits = true }: { waits?: boolean } = {},
): Promise<void> {
  front.changes.set('api1', change)
  await first!.api.stop()
  first!.api.start()
  if (!waits) return
  await waitForApi(0)
  // HAProxy must see it as well.
  await sleep(2_000)
}

async function restart(
  { databases }: Cluster,
  node: DatabaseNode,
  clockOffS: number | null,
): Promise<void> {
  await node.patroni.stop()
  node.next.clockOffS = clockOffS
  node.patroni.start()
  await sleep(3_000)
  await waitForStandbys(databases, rejoinMs)
}

/** Segments of the log that lie ready would hide for minutes that there is no room for another one. */
async function exhaustSegments(
  cluster: Cluster,
  node: DatabaseNode,
  count = segmentsMax,
): Promise<void> {
  const use = async (db: Db): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      await db.query("select pg_logical_emit_message(true, 'drill', 'so that it is not empty')")
      await db.query('select pg_switch_wal()')
    }
  }
  await asSuperuser(cluster, node, use).catch(() => undefined)
}

/** How far the clock of a database is ahead of ours, in seconds. */
function clockOf(cluster: Cluster, node: DatabaseNode): Promise<number> {
  return asSuperuser(cluster, node, async (db) => {
    const [row] = await db.query<{ now: Date }>('select clock_timestamp() as now')
    return (row!.now.getTime() - Date.now()) / 1_000
  })
}
