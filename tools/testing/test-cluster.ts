import { existsSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDb } from '../../apps/server/src/core/db/db.ts'
import { migrate } from '../../apps/server/src/core/db/migrate.ts'
import { templateDatabase, urlOfDatabase } from '../../apps/server/src/testing/database/cluster.ts'
import { sendSignal } from '../postgres/processes.ts'
import { startPostgres, type Postgres } from '../postgres/start-postgres.ts'

// The cluster is deleted at the end of the run: durability does not matter.
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
}

/** One real PostgreSQL for the whole run; each test file copies the migrated template. */
export default async function startTestCluster(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(join(await chooseParent(), 'kapao-test-'))
  // The database's user must be able to traverse to its own folder.
  await chmod(dataFolder, 0o711)
  let postgres: Postgres | null = null
  const end = async (): Promise<void> => {
    await postgres?.stop()
    for (const folder of [postgres?.folder, dataFolder])
      if (folder) await rm(folder, { recursive: true, force: true })
  }
  // Ctrl-C ends the run without waiting; the cluster is worthless then.
  process.once('exit', () => {
    if (!existsSync(dataFolder)) return
    if (postgres) sendSignal(postgres.pid, 'SIGKILL')
    for (const folder of [postgres?.folder, dataFolder])
      if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  })
  try {
    postgres = await startPostgres({
      dataFolder: join(dataFolder, 'postgres'),
      settings: throwAway,
    })
    await createTemplate(postgres.url)
    project.provide('postgresUrl', postgres.url)
    return end
  } catch (error) {
    await end()
    throw error
  }
}

const memory = '/dev/shm'
const memoryNeeded = 6 * 1024 ** 3

/** In memory where there is plenty of it: a run writes ten gigabytes. */
async function chooseParent(): Promise<string> {
  const found = await statfs(memory).catch(() => null)
  return found && found.bavail * found.bsize > memoryNeeded ? memory : tmpdir()
}

/** Migrates the database that every test database copies; a second call recreates it. */
export async function createTemplate(superuserUrl: string): Promise<void> {
  const admin = openDb({
    url: superuserUrl,
    role: null,
    connectionsMax: 1,
    applicationName: 'kapao test template',
  })
  try {
    const known = await admin.query(`select from pg_database where datname = $1`, [
      templateDatabase,
    ])
    if (known.length > 0) {
      await admin.query(`alter database ${templateDatabase} is_template false`)
      await admin.query(`drop database ${templateDatabase} with (force)`)
    }
    await admin.query(`create database ${templateDatabase}`)
    await migrate(urlOfDatabase(superuserUrl, templateDatabase))
    // No connections are allowed any more, since a database in use cannot be copied.
    await admin.query(`alter database ${templateDatabase} is_template true allow_connections false`)
  } finally {
    await admin.close()
  }
}
