import { clocksApartMaxMs, type Clock } from '../clock.ts'
import type { Log } from '../telemetry/log.ts'
import type { Db } from './db.ts'
import { sqlStateOf } from '../sql-state.ts'
import { isAway, isRefused } from './outage.ts'
import { findUnsafeSettings, isStandby, readDatabaseTime } from './database-store.ts'
import { listApplied, listLive, listSets, type Ask } from './functions/functions-store.ts'
import { checksumOfFiles, readSqlFiles, type SqlFile } from './functions/sql-files.ts'

/** Refuses to move money on a database that may lose acknowledged writes (S53). */
export async function refuseUnsafeDatabase(db: Db): Promise<void> {
  const unsafe = await findUnsafeSettings(db)
  if (unsafe.length > 0)
    throw new Error(
      `the database may lose acknowledged writes: ${unsafe.join(', ')} must be on in production`,
    )
}

/**
 * Refuses to run on functions that differ from this version's. An older version continues after a newer one has
 * migrated: the functions it calls still exist, possibly with a newer body.
 */
export async function refuseForeignFunctions(db: Db, folder: string): Promise<void> {
  const ask: Ask = (text, values) => db.query(text, values)
  const files = await readSqlFiles(folder)
  const [inForce, ...earlier] = await listSets(ask)
  const own = checksumOfFiles(files)
  const wrong =
    inForce !== own && !earlier.includes(own)
      ? 'are not those of this version'
      : await findWrongFunctions(ask, files)
  if (wrong)
    throw new Error(
      // Without marks around the command: the log masks whatever is quoted.
      `the functions of the database ${wrong}: run kapao migrate of this version, and then start it`,
    )
}

/** Describes what is wrong with the applied functions, or null. */
async function findWrongFunctions(ask: Ask, files: readonly SqlFile[]): Promise<string | null> {
  const applied = await listApplied(ask)
  const names = new Set(applied.map(({ name }) => name))
  const called = files.flatMap(({ statements }) => statements.flatMap(({ object }) => object ?? []))
  const missing = called.filter(({ name }) => !names.has(name))
  if (missing.length > 0) return `lack ${missing.map(({ name }) => name).join(', ')}`
  const live = new Map((await listLive(ask, [...names])).map(({ name, digest }) => [name, digest]))
  const changed = applied.filter(({ name, digest }) => live.get(name) !== digest)
  if (changed.length === 0) return null
  return `were changed by hand (${changed.map(({ name }) => name).join(', ')})`
}

type ClockDeps = { db: Db; clock: Clock; log: Pick<Log, 'error'> }

/** Whether the clocks of this process and of the database agree; logs an error while they do not. */
export function clockCheck({ db, clock, log }: ClockDeps): () => Promise<boolean> {
  let saidAt = -Infinity
  return async () => {
    const theirs = await readDatabaseTime(db)
    const apartMs = clock.now().getTime() - theirs.getTime()
    if (Math.abs(apartMs) <= clocksApartMaxMs) return true
    // Uses the database's clock, which is the trusted one.
    if (Math.abs(theirs.getTime() - saidAt) > sayAgainMs) {
      saidAt = theirs.getTime()
      log.error({ apartMs }, 'the clocks of this process and the database differ: no job starts')
    }
    return false
  }
}

const sayAgainMs = 60_000

type DatabaseWait = { db: Db; log: Pick<Log, 'warn' | 'info'>; everyMs?: number }

/** A takeover takes seconds, and restarts by a supervisor would only add noise. */
export async function waitUntilWritable({ db, log, everyMs = 500 }: DatabaseWait): Promise<void> {
  let saidOf: string | null = null
  for (;;) {
    const why = await findWhyNotWritable(db)
    if (why === null) break
    if (why !== saidOf) log.warn({ why }, 'the database takes no writes; waiting for one that does')
    saidOf = why
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  if (saidOf !== null) log.info('the database takes writes now')
}

const notYet = new Map([
  ['53300', 'it has no connection left'],
  ['57P01', 'it is stopping'],
  ['57P02', 'it recovers from a crash'],
  ['57P03', 'it is starting'],
])

async function findWhyNotWritable(db: Db): Promise<string | null> {
  try {
    return (await isStandby(db)) ? 'it is a standby' : null
  } catch (error) {
    const why = whyItPasses(error)
    if (why === null) throw error
    return why
  }
}

/**
 * Why the database is away, if that passes on its own: a proxy that has no primary to offer yet, too. Wrong
 * credentials, a certificate, a pooler and an unknown name need an operator, and are null.
 */
export function whyItPasses(error: unknown): string | null {
  const state = sqlStateOf(error)
  if (state !== null) return notYet.get(state) ?? null
  const { code, message } = error as { code?: unknown; message?: unknown }
  // A process that ends is started again with the settings as they are by then.
  if (!isAway(error) || isRefused(error) || code === 'ENOTFOUND') return null
  return `it cannot be reached (${String(code ?? message)})`
}
