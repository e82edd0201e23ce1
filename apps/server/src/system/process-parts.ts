import { systemClock } from '#core/clock.ts'
import { openDb } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { createLog } from '#core/telemetry/log.ts'
import { openDevices, type Devices } from '#core/session/devices/devices.ts'
import { failpointOf } from '#core/jobs/failpoint.ts'
import { openLive, type Live } from '#core/live/live.ts'
import { openRelay } from '#core/live/relay.ts'
import {
  createCounter,
  createRateLimiter,
  type Counter,
  type RateLimiter,
} from '#core/limits/rate-limit.ts'
import { openRedisBuckets, type RedisBuckets } from '#core/limits/shared-buckets.ts'
import type { BridgeDeps } from '#core/calls/route.ts'
import { openRestoreWatch, type RestoreWatch } from '#core/restore/restore.ts'
import { createSessions, type Sessions } from '#core/session/session.ts'
import { openUploads, type Uploads } from '#core/uploads/uploads.ts'
import { createHasher, type Hasher } from '#entry/password/hasher.ts'
import { memberStateOf, memberStatesOf } from '#records/account/find.ts'
import { openGuests, type Guests } from '#talk/chat/guests.ts'
import { createTypingReporter } from '#talk/chat/people.ts'
import { settingsOf } from '#settings/read.ts'
import { switchesOf } from '#settings/switches.ts'
import type { AppContext } from '#context/app-context.ts'
import { readConfig } from '#context/config.ts'
import { openClients } from './outside.ts'

/** The inputs of a process; the rest of the context is opened from them. */
export type ProcessInput = Omit<AppContext, 'push' | 'mayReach' | 'failpoint' | 'isClosed'>

export type ProcessParts = {
  context: AppContext
  sessions: Sessions
  devices: Devices
  limiter: RateLimiter
  /** Counts what the console's figures are about. */
  counter: Counter
  hasher: Hasher
  /** Where both count with the other processes; null where each counts for itself. */
  buckets: RedisBuckets | null
  switches: BridgeDeps['switches']
  restores: RestoreWatch
  /** Recognizes the guests of the chat. */
  guests: Guests
  /** The sockets of open pages. */
  live: Live
  uploads: Uploads
}

/** The parts that all calls and sockets of a process share; connects to nothing yet. */
export function openProcessParts(started: ProcessInput): ProcessParts {
  const { config, db, log, metrics, readSettings } = started
  const sessions = createSessions({
    ...started,
    memberStateOf: (id, on) => memberStateOf(on, id),
    memberStatesOf: (memberIds) => memberStatesOf(db, memberIds),
  })
  const buckets = config.redisUrl === null ? null : openRedisBuckets(config.redisUrl, log)
  const limiter = createRateLimiter(started.clock, config.rateLimitFactor, buckets)
  const switches = switchesOf(readSettings)
  const guests = openGuests(started)
  const live = openLive({
    sessions,
    limiter,
    switches,
    log,
    findGuest: guests.read,
    onTyping: createTypingReporter(started),
    origins: config.socketOrigins,
    trustedProxies: config.trustedProxies,
    factor: config.rateLimitFactor,
    relay: config.redisUrl === null ? null : openRelay(config.redisUrl, log),
  })
  const { push, mayReach } = live
  if (metrics) started.outside.registerFigures(metrics.registry)
  const restores = openRestoreWatch(started)
  const { isClosed } = restores
  const failpoint = failpointOf(config.failpoint)
  return {
    context: { ...started, push, mayReach, isClosed, failpoint },
    restores,
    sessions,
    // In production TLS ends here or at the proxy, so a browser never sends the mark of a device in the clear.
    devices: openDevices({ ...started, isSecure: config.production || config.tls !== null }),
    limiter,
    counter: createCounter(started.clock, buckets),
    hasher: createHasher(started.clock, started.passwordHashCost),
    buckets,
    switches,
    guests,
    live,
    uploads: openUploads(started),
  }
}

/** Parts that never connect, to list the calls of this build. */
export function openIdleParts(): ProcessParts {
  const config = readConfig({ DATABASE_URL: 'postgres://127.0.0.1/none' })
  const applicationName = 'kapao calls'
  const db = openDb({ url: config.databaseUrl, role: null, connectionsMax: 1, applicationName })
  return openProcessParts({
    config,
    db,
    clock: systemClock,
    outside: openClients({ config, db, clock: systemClock }),
    ids: systemIds,
    log: createLog('silent'),
    readSettings: async () => settingsOf([]),
  })
}
