import { chmod, chown, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb, type Db } from '../../apps/server/src/core/db/db.ts'
import { createTemplate } from '../../tools/testing/test-cluster.ts'
import { templateDatabase, urlOfDatabase } from '../../apps/server/src/testing/database/cluster.ts'
import { startPostgres, type Postgres } from '../../tools/postgres/start-postgres.ts'

export type PostgresPair = {
  /** The addresses of the database at the primary and at its standby. */
  primaryUrl: string
  standbyUrl: string
  /** Connections as superuser. */
  primary: Db
  standby: Db
  /** Resolves once the standby has replayed everything written until now. */
  catchUp: () => Promise<void>
  stopPrimary: () => Promise<void>
  stopStandby: () => Promise<void>
  startStandby: () => Promise<void>
  close: () => Promise<void>
}

const database = 'kapao'
const settings = { fsync: 'off', shared_buffers: '64MB', max_connections: '60' }

export type PairOptions = {
  /** Where the primary keeps its data, such as a disk of its own. */
  primaryFolder?: string
  /** What the primary is started with besides. */
  primarySettings?: Record<string, string>
}

/** Two clusters of the project's own PostgreSQL with streaming replication, migrated. */
export async function startPostgresPair(options: PairOptions = {}): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'kapao-pair-'))
  // The database's user must reach its own folder through this one.
  await chmod(folder, 0o711)
  const [first, second] = [options.primaryFolder ?? join(folder, 'first'), join(folder, 'second')]
  const founder = await startPostgres({ dataFolder: first, settings })
  await createTemplate(founder.url)
  await onceAsAdmin(founder.url, `create database ${database} template ${templateDatabase}`)
  await founder.stop()
  await copyAsStandby(founder.folder, second)

  const primary = await startPostgres({
    dataFolder: first,
    settings: { ...settings, ...options.primarySettings },
  })
  const { searchParams, hostname } = new URL(primary.url)
  const socketFolder = searchParams.get('host') ?? decodeURIComponent(hostname)
  const following = { ...settings, primary_conninfo: `host=${socketFolder} user=postgres` }
  const startFollower = () => startPostgres({ dataFolder: second, settings: following })
  let standby: Postgres | null = await startFollower()
  const standbyUrl = urlOfDatabase(standby.url, database)
  const primaryUrl = urlOfDatabase(primary.url, database)
  const open = (url: string) =>
    openDb({ url, role: null, connectionsMax: 4, applicationName: 'kapao test pair' })
  const [primaryDb, standbyDb] = [open(primaryUrl), open(standbyUrl)]
  const stopStandby = async () => {
    await standby?.stop()
    standby = null
  }
  return {
    primaryUrl,
    standbyUrl,
    primary: primaryDb,
    standby: standbyDb,
    catchUp: () => catchUp(primaryDb, standbyDb),
    stopPrimary: primary.stop,
    stopStandby,
    startStandby: async () => {
      standby ??= await startFollower()
    },
    close: async () => {
      await Promise.all([primaryDb.close(), standbyDb.close()])
      await Promise.all([primary.stop(), stopStandby()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function onceAsAdmin(url: string, statement: string): Promise<void> {
  const admin = openDb({ url, role: null, connectionsMax: 1, applicationName: 'kapao test pair' })
  await admin.query(statement).finally(() => admin.close())
}

/** Copies a stopped cluster, with the same owner. */
async function copyAsStandby(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true })
  const signal = join(to, 'cluster', 'standby.signal')
  await writeFile(signal, '')
  const { uid, gid } = await stat(join(from, 'cluster'))
  await chown(to, uid, gid)
  await chmod(to, 0o700)
  await chown(signal, uid, gid)
  for (const entry of await readdir(to, { recursive: true })) await chown(join(to, entry), uid, gid)
  await chmod(join(to, 'cluster'), 0o700)
}

async function catchUp(primary: Db, standby: Db): Promise<void> {
  const [row] = await primary.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  for (let tries = 0; tries < 500; tries += 1) {
    const [state] = await standby.query<{ has_caught_up: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as has_caught_up',
      [row!.lsn],
    )
    if (state!.has_caught_up) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the standby did not catch up')
}
