import { join } from 'node:path'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import { openDb, type Db } from '../../apps/server/src/core/db/db.ts'
import { sqlStateOf } from '../../apps/server/src/core/sql-state.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { openUploadFolder } from '../../apps/server/src/core/uploads/folder.ts'
import { appRole, migrate } from '../../apps/server/src/core/db/migrate.ts'
import { makeLink } from '../../apps/server/src/entry/sign-in/links.ts'
import { pictureFolder } from '../../apps/server/src/records/pictures/open.ts'
import { seedDemo, type DemoLogin } from '../../apps/server/src/seed.ts'
import { kindOfHouse } from '../../apps/server/src/seed/operators.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { sendSignal } from '../postgres/processes.ts'
import { waitForRoom } from '../postgres/room.ts'
import { StartRefused, type StartSettings } from './environment.ts'
import { credentialKey } from './children/play-world.ts'
import type { Service } from './children/supervise.ts'

export type DatabaseUrls = { databaseUrl: string; ownerUrl: string }

const databaseName = 'kapao'
/** A full disk is reported four times a minute, and Ctrl-C waits no longer than this. */
const roomPatienceMs = 15_000

/** The embedded database as a supervised service; `onUrl` receives its address. */
export function embeddedDatabase(
  dataDir: string,
  log: (line: string) => void,
  onUrl: (url: string) => void,
): Service {
  let hasRun = false
  return {
    name: 'the database',
    answers: async () => undefined,
    start: async () => {
      const dataFolder = join(dataDir, 'postgres')
      // On a full disk it would die at every start, and too many deaths in a minute end everything.
      if (hasRun) await waitForRoom(dataFolder, { patienceMs: roomPatienceMs })
      const postgres = await startPostgres({ dataFolder, log }).catch((error: Error) => {
        throw new StartRefused(error.message, { cause: error })
      })
      onUrl(postgres.url)
      hasRun = true
      let gone = false
      const exited = postgres.exited.then((how) => {
        gone = true
        return how
      })
      return {
        exited,
        isGone: () => gone,
        stop: postgres.stop,
        kill: () => sendSignal(postgres.pid, 'SIGQUIT'),
        explain: () => `its log is ${join(postgres.folder, 'postgres.log')}`,
      }
    },
  }
}

/** Creates the single database of an embedded cluster. */
export async function createDatabaseOnce(superuserUrl: string): Promise<DatabaseUrls> {
  const admin = openDb({
    url: superuserUrl,
    role: null,
    connectionsMax: 1,
    applicationName: 'kapao start',
  })
  try {
    await admin.query(`create database ${databaseName}`)
  } catch (error) {
    const duplicateDatabase = '42P04'
    if (sqlStateOf(error) !== duplicateDatabase) throw error
  } finally {
    await admin.close()
  }
  const url = new URL(superuserUrl)
  url.pathname = `/${databaseName}`
  return { databaseUrl: url.href, ownerUrl: url.href }
}

export type DemoData = {
  logins: DemoLogin[]
  /** The demo operators of the console. */
  operators: string[]
  /** The link by which the first of them creates a passkey, once and within the hour; a new one at each start. */
  link: string | null
}

/** Passkeys require a host name, and browsers accept this one without TLS. */
export function consoleOrigin(port: number): string {
  return `http://localhost:${port}`
}

const nothingSeeded: DemoData = { logins: [], operators: [], link: null }

/** Migrates the tables and, unless it is a house of one's own, fills in the demo data; both change nothing when done. */
export async function fillDatabase(
  { databaseUrl, ownerUrl }: DatabaseUrls,
  { variant, consolePort, dataDir, isOwn }: StartSettings,
): Promise<DemoData> {
  await migrate(ownerUrl).catch((error: Error) => {
    throw new StartRefused(`the database cannot be prepared: ${error.message}`, { cause: error })
  })
  const db = openDb({
    url: databaseUrl,
    role: appRole,
    connectionsMax: 2,
    applicationName: 'kapao seed',
  })
  try {
    if (isOwn) {
      await refuseDemo(db)
      return nothingSeeded
    }
    await refuseOwnHouse(db)
    const key = credentialKey()
    const given = key ? { credentialKey: key } : {}
    const around = { clock: systemClock, ids: systemIds, variant, ...given }
    const pictures = openUploadFolder({ dataDir, ids: systemIds }, pictureFolder)
    const seeded = await seedDemo(db, { ...around, pictures })
    const [operator] = seeded.operators
    const link =
      operator === undefined || consolePort === null
        ? null
        : await makeLink(
            { db, clock: systemClock, ids: systemIds, origin: consoleOrigin(consolePort) },
            { name: operator, requestId: systemIds.key() },
          )
    return { ...seeded, link }
  } finally {
    await db.close()
  }
}

/** What a demo has put there would stay: its member with money, its texts, its accounts. */
async function refuseDemo(db: Db): Promise<void> {
  if ((await kindOfHouse(db)) !== 'demo') return
  throw new StartRefused(
    'this database holds a demo, and a house of your own begins empty: choose another DATA_DIR, or another database',
  )
}

async function refuseOwnHouse(db: Db): Promise<void> {
  if ((await kindOfHouse(db)) !== 'own') return
  throw new StartRefused(
    'this database is a house of your own, where no demo data belongs: start it with --own',
  )
}
