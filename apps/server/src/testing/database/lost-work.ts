import { openDb, type Db } from '#core/db/db.ts'
import { appRole } from '#core/db/migrate.ts'
import { openDatabaseWire, type Moment } from './database-wire.ts'

/** Begins it on a connection that is lost at the moment; whether it was done by then nobody is told. */
export async function loseAt(
  databaseUrl: string,
  moment: Moment,
  work: (db: Db) => Promise<unknown>,
): Promise<void> {
  const wire = await openDatabaseWire(databaseUrl, moment)
  const doomed = openDb({
    url: wire.url,
    role: appRole,
    connectionsMax: 1,
    applicationName: 'doomed',
  })
  const end = work(doomed).then(
    () => 'answered',
    () => 'lost',
  )
  await wire.reached
  wire.close()
  const said = await end
  await doomed.close()
  if (said !== 'lost') throw new Error(`${said} before ${moment.at} ${moment.statement}`)
}
