import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDb, type Db, type Tx } from '#core/db/db.ts'
import { appRole } from '#core/db/migrate.ts'
import { templateDatabase, urlOfDatabase } from './cluster.ts'

export type TestDatabase = {
  /** As the running server: the app role, which may do only what migrations granted. */
  db: Db
  /** As the owner, to arrange what the app role may not do. */
  ownerDb: Db
  url: string
  ownerUrl: string
  /** What uses it beside the test is closed before it is removed. */
  beforeDrop: (close: () => Promise<void>) => void
  /** Closes both and removes the database, even while others are connected. */
  drop: () => Promise<void>
}

/** Creates a database for a test file, with every migration applied; takes tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = inject('postgresUrl')
  const name = `kapao_test_${randomBytes(6).toString('hex')}`
  await runAsAdmin(clusterUrl, createFrom(templateDatabase, name))

  const url = urlOfDatabase(clusterUrl, name)
  const shared = { url, applicationName: name }
  const db = openDb({ ...shared, role: appRole, connectionsMax: 10 })
  const ownerDb = openDb({ ...shared, role: null, connectionsMax: 2 })
  // Otherwise every test has the same books, at different times.
  await ownerDb.query('update core_house set name = gen_random_uuid()')
  const users: (() => Promise<void>)[] = []
  return {
    db,
    ownerDb,
    url,
    ownerUrl: url,
    beforeDrop: (close) => void users.push(close),
    drop: async () => {
      await Promise.all(users.map((close) => close()))
      await Promise.all([db.close(), ownerDb.close()])
      await runAsAdmin(clusterUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Copied as files, which takes half as long as writing every page to the log; nothing here must survive a crash. */
export const createFrom = (template: string, name: string): string =>
  `create database ${name} template ${template} strategy file_copy`

/** Runs work while another connection holds rows locked. */
export function whileHeld(
  { ownerDb }: TestDatabase,
  { rows, values }: { rows: string; values: readonly unknown[] },
  work: () => Promise<unknown>,
): Promise<void> {
  return ownerDb.holdOutside(async (tx) => {
    await tx.query('set local idle_in_transaction_session_timeout = 0')
    await tx.query(`${rows} for update`, values)
    await work()
  })
}

/** As the owner with the triggers turned off: what only a restored or an old database could contain. */
export function unguarded<T>(ownerDb: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ownerDb.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    return work(tx)
  })
}

async function runAsAdmin(clusterUrl: string, statement: string): Promise<void> {
  const admin = openDb({
    url: clusterUrl,
    role: null,
    connectionsMax: 1,
    applicationName: 'kapao test admin',
  })
  try {
    await admin.query(statement)
  } finally {
    await admin.close()
  }
}
