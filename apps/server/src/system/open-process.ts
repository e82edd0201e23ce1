import { systemClock } from '#core/clock.ts'
import { ConfigInvalid, readConfig, type Config } from '#core/config.ts'
import {
  clockCheck,
  refuseForeignFunctions,
  refuseUnsafeDatabase,
} from '#core/db/database-check.ts'
import { askDatabase } from '#core/db/database-store.ts'
import { openDb, type Db } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { createLog, type Log } from '#core/telemetry/log.ts'
import { createMetrics, serveMetrics, type Metrics } from '#core/telemetry/metrics.ts'
import { appRole, sqlOfThisVersion } from '#core/db/migrate.ts'
import { stopOnSignal } from '#core/jobs/shutdown.ts'
import { openSystem, type System } from './open.ts'

export type Opened = {
  config: Config
  log: Log
  system: System
  /** To be called when the process does its work; answers are told to whoever started it. */
  tellReady: (about: { port?: number }) => Promise<void>
  /** What a signal ends first. */
  stopFirst: (stop: () => Promise<void>) => void
}

const connectionsMax = 20

/** What server and worker begin with alike: settings, database, everything opened, a way to end. */
export async function openProcess(name: 'server' | 'worker'): Promise<Opened> {
  const config = readConfigOrExit()
  const log = createLog(config.logLevel)
  let stopOwn = async (): Promise<void> => undefined
  let closeRest = async (): Promise<void> => undefined
  stopOnSignal(log, async () => {
    await stopOwn()
    await closeRest()
  })
  const db = openDb({
    url: config.databaseUrl,
    role: appRole,
    connectionsMax,
    applicationName: `kapao ${name}`,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    // Elsewhere it is an error of whoever asks.
    ...(config.production && {
      onMisuse: (error) => log.error({ err: error }, 'the database was misused here'),
    }),
  })
  if (config.production) await refuseUnsafeDatabase(db)
  await refuseForeignFunctions(db, sqlOfThisVersion.functions)
  const metrics = createMetrics()
  const around = { config, db, clock: systemClock, ids: systemIds, log, metrics }
  const system = await openSystem({ ...around, isClockRight: clockCheck(around) })
  closeRest = async () => {
    await system.close()
    await db.close()
  }
  return {
    config,
    log,
    system,
    tellReady: async ({ port }) => {
      const metricsPort = await openMetrics(config, metrics, db)
      log.info({ port, metricsPort }, `${name} is ready`)
      process.send?.({ ready: { port, metricsPort } })
    },
    stopFirst: (stop) => {
      stopOwn = stop
    },
  }
}

async function openMetrics(config: Config, metrics: Metrics, db: Db): Promise<number | null> {
  if (config.metricsPort === null) return null
  return serveMetrics(config.metricsPort, metrics, { checkReady: () => askDatabase(db) })
}

function readConfigOrExit(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error
    // Before there is a log, and for a person: a sentence, not a stack.
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
