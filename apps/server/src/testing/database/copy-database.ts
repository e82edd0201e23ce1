import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDb, type Db } from '#core/db/db.ts'
import { appRole } from '#core/db/migrate.ts'
import { urlOfDatabase } from './cluster.ts'
import { createFrom, type TestDatabase } from './database.ts'

export type DatabaseCopy = {
  db: Db
  url: string
  /** Runs forbidden statements: as the superuser, with triggers and foreign keys off. */
  damage: (...statements: string[]) => Promise<void>
  drop: () => Promise<void>
}

/** Copies a test database, so that damage can be planted without spoiling the original. */
export async function copyDatabase(source: TestDatabase): Promise<DatabaseCopy> {
  const clusterUrl = inject('postgresUrl')
  const original = new URL(source.url).pathname.slice(1)
  const name = `kapao_copy_${randomBytes(6).toString('hex')}`
  await runAsAdmin(clusterUrl, async (admin) => {
    // A database in use cannot be copied; disconnected clients reconnect when needed.
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      original,
    ])
    await admin.query(createFrom(original, name))
  })

  const url = urlOfDatabase(clusterUrl, name)
  const shared = { url, connectionsMax: 2, applicationName: name }
  const db = openDb({ ...shared, role: appRole })
  const superuserDb = openDb({ ...shared, role: null })
  return {
    db,
    url,
    damage: (...statements) =>
      superuserDb.begin(async (tx) => {
        await tx.query('set local session_replication_role = replica')
        for (const statement of statements) await tx.query(statement)
      }),
    drop: async () => {
      await Promise.all([db.close(), superuserDb.close()])
      await runAsAdmin(clusterUrl, (admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

async function runAsAdmin(url: string, work: (admin: Db) => Promise<unknown>): Promise<void> {
  const admin = openDb({ url, role: null, connectionsMax: 1, applicationName: 'kapao test copy' })
  try {
    await work(admin)
  } finally {
    await admin.close()
  }
}
