import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openDb } from '../../../apps/server/src/core/db/db.ts'
import { sleep } from '../../../tools/postgres/processes.ts'
import { ports } from '../addresses.ts'
import { postgresPrograms, programPath } from '../packages.ts'
import { waitForPrimary, waitForStandbys, type DatabaseNode } from '../parts/database.ts'
import { rejoinMs } from '../drills/machines.ts'
import type { Cluster } from '../start.ts'

const archivedWithinMs = 90_000

/** A full backup, taken on the primary as its timer does. */
export async function backUp({ databases }: Cluster): Promise<DatabaseNode> {
  const primary = await waitForPrimary(databases, rejoinMs)
  primary.backup(['--type=full', 'backup'])
  return primary
}

/** Until all that was written is in the archive; a restore can go no further than that. */
export async function archiveAll({ secrets }: Cluster, { address }: DatabaseNode): Promise<void> {
  const db = openDb({
    url: `postgres://postgres:${secrets.superuser}@${address}:${ports.postgres}/kapao?sslmode=verify-full`,
    role: null,
    connectionsMax: 1,
    applicationName: 'kapao drill',
  })
  try {
    const [row] = await db.query<{ name: string }>(
      'select pg_walfile_name(pg_switch_wal()) as name',
    )
    const end = Date.now() + archivedWithinMs
    for (;;) {
      const [is] = await db.query<{ isThere: boolean }>(
        'select coalesce(last_archived_wal >= $1, false) as "isThere" from pg_stat_archiver',
        [row!.name],
      )
      if (is!.isThere) return
      if (Date.now() > end) throw new Error(`${row!.name} is not archived`)
      await sleep(200)
    }
  } finally {
    await db.close()
  }
}

/**
 * docs/recovery.md, "The database": every Patroni is stopped, the machine that was the primary last is restored to a
 * time, and the others copy it again.
 */
export async function restoreTo(cluster: Cluster, node: DatabaseNode, point: Date): Promise<void> {
  const { databases } = cluster
  const others = databases.filter((one) => one !== node)
  // The primary last: Patroni lets it lead afterwards.
  for (const { patroni } of [...others, node]) await patroni.stop()
  const target = point.toISOString().replace('T', ' ').replace('Z', '+00')
  node.backup([
    '--delta',
    '--type=time',
    `--target=${target}`,
    '--target-action=promote',
    'restore',
  ])
  recoverAlone(node)
  for (const other of others)
    for (const name of readdirSync(other.dataFolder))
      rmSync(join(other.dataFolder, name), { recursive: true })
  // Patroni keeps in etcd how far the log had come, and no node behind that becomes the leader.
  node.etcdctl(['del', '/service/kapao/status'])
  node.patroni.start()
  await waitForPrimary(databases, rejoinMs, (one) => one === node)
  for (const { patroni } of others) patroni.start()
  await waitForStandbys(databases, rejoinMs)
}

/** PostgreSQL reads the archive up to the point, and ends as an unreachable primary. */
function recoverAlone({ dataFolder, account, backupEnv }: DatabaseNode): void {
  const options = "-c listen_addresses='' -c synchronous_standby_names=''"
  const env = { PATH: programPath, LANG: 'C.UTF-8', ...backupEnv }
  const log = join(dataFolder, '../recovery.log')
  const control = (...args: string[]): void => {
    const line = ['--pgdata', dataFolder, '--wait', '--timeout=120', ...args]
    execFileSync(join(postgresPrograms, 'pg_ctl'), line, { env, stdio: 'ignore', ...account })
  }
  control('--log', log, '--options', options, 'start')
  waitUntilPromoted(dataFolder, { env, account })
  control('--mode=fast', 'stop')
}

type RunningDatabase = { env: Record<string, string>; account: DatabaseNode['account'] }

function waitUntilPromoted(dataFolder: string, { env, account }: RunningDatabase): void {
  const end = Date.now() + rejoinMs
  for (;;) {
    const program = join(postgresPrograms, 'pg_controldata')
    const said = execFileSync(program, ['--pgdata', dataFolder], {
      env,
      encoding: 'utf8',
      ...account,
    })
    if (/cluster state:\s+in production/.test(said)) return
    if (Date.now() > end) throw new Error('the restored database does not end its recovery')
    execFileSync('sleep', ['0.3'])
  }
}
