import { openDb, type Db } from '../../../apps/server/src/core/db/db.ts'
import { sleep } from '../../postgres/processes.ts'
import { ports } from '../addresses.ts'
import { waitForPrimary, waitForStandbys, type DatabaseNode } from '../parts/database.ts'
import { archiveAll } from '../restore/machines.ts'
import { waitForApi, type Cluster } from '../start.ts'
import type { Drill } from './drill.ts'
import { failoverMs, rejoinMs, startAgain, switchOver, waitForSynchronous } from './machines.ts'

const tenMinutesS = 600
const fullForMs = 20_000
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
        await onMachine(cluster, primary, (db) => db.query('checkpoint'))
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
      const filling = setInterval(() => fill(primary), 200)
      fill(primary)
      await exhaustSegments(cluster, primary)
      while (Date.now() < end) await sleep(200)
      clearInterval(filling)
      primary.freeDisk()
      startAgain(primary)
      const now = await waitForPrimary(databases, failoverMs)
      await waitForStandbys(databases, rejoinMs)
      return now === primary ? 'it went on' : `${primary.name} to ${now.name}`
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
      const [odd, other] = databases.filter((node) => node !== primary)
      await restart(cluster, odd!, tenMinutesS)
      // Only the synchronous standby may become the primary.
      await other!.patroni.stop()
      await waitForSynchronous(databases, odd!)
      other!.patroni.start()
      await waitForStandbys(databases, rejoinMs)
      await switchOver(cluster)
      const offS = await clockOf(cluster, odd!)
      await sleep(20_000)
      await switchOver(cluster)
      await restart(cluster, odd!, null)
      return `it said ${offS.toFixed(0)} s`
    },
  },
  {
    name: 'clock-api',
    about: 'the clock of an API process is 10 minutes fast',
    limits: {},
    run: async ({ fronts: [first], front }) => {
      front.changes.set('api1', { clockOffS: tenMinutesS })
      await first!.api.stop()
      first!.api.start()
      await sleep(20_000)
      front.changes.set('api1', {})
      await first!.api.stop()
      first!.api.start()
      await waitForApi(0)
      await sleep(5_000)
    },
  },
]

function fill(node: DatabaseNode): void {
  try {
    node.fillDisk()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

async function restart(
  { databases }: Cluster,
  node: DatabaseNode,
  clockOffS: number | null,
): Promise<void> {
  await node.patroni.stop()
  node.setClock(clockOffS)
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
  await onMachine(cluster, node, use).catch(() => undefined)
}

/** How far the clock of a database is ahead of ours, in seconds. */
function clockOf(cluster: Cluster, node: DatabaseNode): Promise<number> {
  return onMachine(cluster, node, async (db) => {
    const [row] = await db.query<{ now: Date }>('select clock_timestamp() as now')
    return (row!.now.getTime() - Date.now()) / 1_000
  })
}

async function onMachine<T>(
  { secrets }: Cluster,
  { address }: DatabaseNode,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = openDb({
    url: `postgres://postgres:${secrets.superuser}@${address}:${ports.postgres}/kapao`,
    role: null,
    connectionsMax: 1,
    applicationName: 'kapao drill',
  })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
