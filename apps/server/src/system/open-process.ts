import { systemClock } from '#core/clock.ts'
import { ConfigInvalid, readConfig, type Config } from '#context/config.ts'
import {
  clockCheck,
  refuseForeignFunctions,
  refuseUnsafeDatabase,
  waitUntilWritable,
  whyItPasses,
} from '#core/db/database-check.ts'
import { askDatabase } from '#core/db/database-store.ts'
import { explainPooler, refusePooler } from '#core/db/pooler-check.ts'
import { openDb, type Db } from '#core/db/db.ts'
import { openReads, type Reads } from '#core/db/reads/reads.ts'
import { fileIn, redisAt, type CountPlace } from '#core/restore/places.ts'
import { systemIds } from '#core/ids.ts'
import { databaseTime, redisTime, watchClock } from '#core/db/clock-watch.ts'
import { openLines, type Lines } from '#core/telemetry/lines.ts'
import { createLog, type Log } from '#core/telemetry/log.ts'
import { serveHealth, type Health } from '#core/telemetry/health.ts'
import { createMetrics, type Metrics } from '#core/telemetry/metrics.ts'
import { openTraces } from '#core/telemetry/traces.ts'
import { appRole, sqlOfThisVersion } from '#core/db/migrate.ts'
import { stopOnSignal } from '#core/jobs/shutdown.ts'
import { openSupervisor } from '#core/jobs/supervisor.ts'
import { findFindings } from '#context/doctor/findings.ts'
import { markPlaceOf } from '#core/uploads/shared/mark-place.ts'
import { watchUploads } from '#core/uploads/shared/mark.ts'
import { registerFigures } from './figures.ts'
import type { ProcessSystem, SystemContext } from './open.ts'
import { openOutside } from './outside.ts'

export type ProcessName = 'server' | 'worker' | 'console'

export type OpenProcess<S> = {
  config: Config
  log: Log
  system: S
  /** Call it when the process is working; it reports to the parent process. */
  reportReady: (about: { port?: number }) => Promise<void>
  /** Sets what a signal stops first. */
  stopFirst: (stop: () => Promise<void>) => void
}

/** The common start of every process: settings, database, all parts, and a way to stop. */
export async function openProcess<S extends ProcessSystem>(
  name: ProcessName,
  openSystem: (around: SystemContext) => Promise<S>,
): Promise<OpenProcess<S>> {
  const config = orExit(readConfig)
  const { log, lines } = openLog(config)
  const supervisor = openSupervisor(config.supervisor, log)
  if (config.production) orExit(() => checkLacks(name, { config, log }))
  let stopOwn = async (): Promise<void> => undefined
  let closeRest = async (): Promise<void> => undefined
  const health: Health = { phase: 'starting', parts: {} }
  stopOnSignal(log, async () => {
    health.phase = 'stopping'
    supervisor.reportStopping()
    await stopOwn()
    await closeRest()
  })
  const db = openDb({
    url: config.databaseUrl,
    role: appRole,
    connectionsMax: config.databaseConnections,
    applicationName: `kapao ${name}`,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    // Outside production a misuse throws.
    ...(config.production && {
      onMisuse: (error) => log.error({ err: error }, 'the database was misused'),
    }),
  })
  health.parts['its database'] = () => askDatabase(db)
  const metrics = createMetrics()
  const metricsPort = await openHealth(config, metrics, health)
  await waitForDatabase(config, { db, log })
  const forgetClock = await watchOwnClock(config, { db, log, health })
  const reads = openReadsOf(config, { name, db, log })
  const traces = openTracesOf(config, name, log)
  if (reads) health.parts['its standby'] = async () => refuseUnknownAge(reads)
  const outside = openOutside({ config, db, clock: systemClock })
  const clock = systemClock
  const around = { config, db, clock, ids: systemIds, outside, log, metrics, reads, traces }
  const system = await openSystem({ ...around, isClockRight: clockCheck(around) })
  Object.assign(health.parts, system.parts)
  const { sockets } = system
  const watched = { db, clock: systemClock, reads, health, sockets, lines, disk: config }
  registerFigures(metrics.registry, watched)
  const forgetUploads = await watchUploads({ ...around, place: markPlaceOf(config) })
  const stopCounting = await system.restores.watch(countPlaces(config, log))
  closeRest = async () => {
    forgetClock()
    forgetUploads()
    await stopCounting()
    await system.close()
    await traces?.close()
    await reads?.close()
    await db.close()
  }
  return {
    config,
    log,
    system,
    reportReady: async ({ port }) => {
      if (health.phase === 'starting') health.phase = 'ready'
      log.info({ port, metricsPort }, `${name} is ready`)
      supervisor.reportReady()
      process.send?.({ ready: { port, metricsPort } })
    },
    stopFirst: (stop) => {
      stopOwn = stop
    },
  }
}

const standardOutput = 1

function openLog({ logLevel }: Config): { log: Log; lines: Lines } {
  const lines = openLines(standardOutput, (lost) =>
    log.error({ lost }, 'so many lines could not be written into this log'),
  )
  const log = createLog(logLevel, lines)
  return { log, lines }
}

/** Where a count of the books is kept outside them. */
function countPlaces({ dataDir, redisUrl }: Config, log: Log): CountPlace[] {
  return [fileIn(dataDir, log), ...(redisUrl === null ? [] : [redisAt(redisUrl, log)])]
}

/** Checks the database before any part is opened on it. One that goes away in between is waited for again. */
async function waitForDatabase(config: Config, around: { db: Db; log: Log }): Promise<void> {
  for (;;) {
    try {
      await waitUntilWritable(around)
      return await checkDatabase(config, around.db)
    } catch (error) {
      const why = whyItPasses(error)
      if (why === null) throw explainPooler(error)
      around.log.warn({ why }, 'the database went away while it was checked')
      await new Promise((resolve) => setTimeout(resolve, checkAgainMs))
    }
  }
}

const checkAgainMs = 500

async function checkDatabase(config: Config, db: Db): Promise<void> {
  await refusePooler(db, { url: config.databaseUrl, role: appRole })
  if (config.production) await refuseUnsafeDatabase(db)
  await refuseForeignFunctions(db, sqlOfThisVersion.functions)
}

type ClockDeps = { db: Db; log: Log; health: Health }

/** From now on a wrong clock takes the process out of the proxy; returns what ends the watch. */
async function watchOwnClock(
  { redisUrl }: Config,
  { db, log, health }: ClockDeps,
): Promise<() => void> {
  const { isWrong, check, stop } = await watchClock(
    { clock: systemClock, log },
    { database: databaseTime(db), redis: redisUrl === null ? null : redisTime(redisUrl) },
  )
  health.isClockWrong = isWrong
  health.parts['the right time'] = check
  return stop
}

function openTracesOf({ tracesUrl: endpoint }: Config, name: string, log: Log) {
  if (endpoint === null) return undefined
  return openTraces({ endpoint, service: `kapao-${name}`, clock: systemClock, log })
}

type ReadsDeps = { name: string; db: Db; log: Log }

function openReadsOf(config: Config, { name, db, log }: ReadsDeps): Reads | undefined {
  const { databaseReadUrl: url, databaseReadAgeMaxMs: ageMaxMs } = config
  const { databaseReadOutageMaxMs: outageMaxMs } = config
  if (url === null) return undefined
  const standby = openDb({
    url,
    role: appRole,
    connectionsMax: standbyConnections,
    applicationName: `kapao ${name} reads`,
    isReadOnly: true,
    onIdleError: (error) => log.warn({ err: error }, 'an idle connection of the standby was lost'),
  })
  return openReads({ primary: db, standby, ageMaxMs, outageMaxMs, log })
}

/** A database that does not replicate or is no standby counts as down. */
function refuseUnknownAge(reads: Reads): void {
  if (reads.ageMs() === null) throw new Error('the age of the standby is unknown')
}

/** Few reads run there at once. */
const standbyConnections = 4

/** Opened before the wait for the database, so that monitoring sees a starting process and not a missing one. */
async function openHealth(
  { metricsHost, metricsPort }: Config,
  metrics: Metrics,
  health: Health,
): Promise<number | null> {
  if (metricsPort === null) return null
  const { port } = await serveHealth({ host: metricsHost, port: metricsPort }, metrics, health)
  return port
}

/** Logs missing settings, and throws where members' money or secrets would be at risk. */
function checkLacks(name: ProcessName, { config, log }: { config: Config; log: Log }): void {
  const findings = findFindings(config).filter(({ process: of }) => of === 'every' || of === name)
  for (const { grade, what } of findings)
    if (grade === 'should') log.warn({ what }, 'a setting should be improved')
  const must = findings.filter(({ grade }) => grade === 'must').map(({ what }) => what)
  if (must.length > 0) throw new ConfigInvalid(must)
}

function orExit<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error
    // There is no log yet, and the reader is an operator: a sentence, not a stack.
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
