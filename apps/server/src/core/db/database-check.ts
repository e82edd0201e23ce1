import { clocksApartMaxMs, type Clock } from '../clock.ts'
import type { Db } from './db.ts'
import { findUnsafeSettings, readDatabaseTime } from './database-store.ts'
import type { Log } from '../telemetry/log.ts'

/** Refuses to move money on a database that may forget what it has acknowledged (S53). */
export async function refuseUnsafeDatabase(db: Db): Promise<void> {
  const unsafe = await findUnsafeSettings(db)
  if (unsafe.length > 0)
    throw new Error(
      `the database does not keep what it acknowledges: ${unsafe.join(', ')} must be on in production`,
    )
}

/** Whether this process's clock and the database's tell about the same time; says so aloud as long as they do not. */
export function clockCheck({
  db,
  clock,
  log,
}: {
  db: Db
  clock: Clock
  log: Pick<Log, 'error'>
}): () => Promise<boolean> {
  let saidAt = -Infinity
  return async () => {
    const theirs = await readDatabaseTime(db)
    const apartMs = clock.now().getTime() - theirs.getTime()
    if (Math.abs(apartMs) <= clocksApartMaxMs) return true
    // By the database's clock, which is the one that can be believed.
    if (Math.abs(theirs.getTime() - saidAt) > sayAgainMs) {
      saidAt = theirs.getTime()
      log.error({ apartMs }, "the clock of this process is not the database's: no job is begun")
    }
    return false
  }
}

const sayAgainMs = 60_000
