import { systemClock } from '#core/clock.ts'
import { ConfigInvalid, readConfig, type Config } from '#core/config.ts'
import {
  clockCheck,
  refuseForeignFunctions,
  refuseUnsafeDatabase,
  waitUntilWritable,
} from '#core/db/database-check.ts'
import { askDatabase } from '#core/db/database-store.ts'
import { openDb } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { createLog, type Log } from '#core/telemetry/log.ts'
import { serveHealth, type Health } from '#core/telemetry/health.ts'
import { createMetrics, type Metrics } from '#core/telemetry/metrics.ts'
import { appRole, sqlOfThisVersion } from '#core/db/migrate.ts'
import { stopOnSignal } from '#core/jobs/shutdown.ts'
import { openSystem, type System } from './open.ts'

export type Opened = {
  config: Config
  log: Log
  system: System
  /** Call it when the process is working; it reports to the parent process. */
  tellReady: (about: { port?: number }) => Promise<void>
  /** Sets what a signal stops first. */
  stopFirst: (stop: () => Promise<void>) => void
}

/** The common start of server and worker: settings, database, all parts, and a way to stop. */
export async function openProcess(name: 'server' | 'worker'): Promise<Opened> {
  const config = readConfigOrExit()
  const log = createLog(config.logLevel)
  let stopOwn = async (): Promise<void> => undefined
  let closeRest = async (): Promise<void> => undefined
  const health: Health = { phase: 'starting', parts: {} }
  stopOnSignal(log, async () => {
    health.phase = 'stopping'
    await stopOwn()
    await closeRest()
  })
  const db = openDb({
    url: config.databaseUrl,
    role: appRole,
    connectionsMax: config.databaseConnections,
    applicationName: `kapao ${name}`,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    // Outside production it is an error of the caller.
    ...(config.production && {
      onMisuse: (error) => log.error({ err: error }, 'the database was misused'),
    }),
  })
  health.parts['its database'] = () => askDatabase(db)
  const metrics = createMetrics()
  const metricsPort = await openHealth(config, metrics, health)
  await waitUntilWritable({ db, log })
  if (config.production) await refuseUnsafeDatabase(db)
  await refuseForeignFunctions(db, sqlOfThisVersion.functions)
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
      if (health.phase === 'starting') health.phase = 'ready'
      log.info({ port, metricsPort }, `${name} is ready`)
      process.send?.({ ready: { port, metricsPort } })
    },
    stopFirst: (stop) => {
      stopOwn = stop
    },
  }
}

/** Opened before any wait, so that monitoring sees a starting process instead of a missing one. */
async function openHealth(
  { metricsHost, metricsPort }: Config,
  metrics: Metrics,
  health: Health,
): Promise<number | null> {
  if (metricsPort === null) return null
  const { port } = await serveHealth({ host: metricsHost, port: metricsPort }, metrics, health)
  return port
}

function readConfigOrExit(): Config {
  try {
    return readConfig()
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error
    // There is no log yet, and the reader is an operator: a sentence, not a stack.
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
