import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { openDb } from '../../../apps/server/src/core/db/db.ts'
import { listen } from '../../../apps/server/src/core/http/http.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { openClients } from '../../../apps/server/src/system/outside.ts'
import { createLog } from '../../../apps/server/src/core/telemetry/log.ts'
import { createMetrics } from '../../../apps/server/src/core/telemetry/metrics.ts'
import { appRole } from '../../../apps/server/src/core/db/migrate.ts'
import { openSystem } from '../../../apps/server/src/system/open.ts'
import { testConfig } from '../../../apps/server/src/testing/worlds/test-app.ts'

/**
 * The server as `npm start` composes it, as a separate process that a bench may kill, load or hold at a step. Its clock
 * may be ahead, so that nothing has to wait for minutes.
 */
export type ServerOptions = {
  databaseUrl: string
  sandboxUrl: string
  failpoint: string | null
  askAgainAfterMs?: number[]
}
export type Order = { aheadMs: number } | { sweep: true }

const options = JSON.parse(process.argv[2] ?? 'null') as ServerOptions | null
if (!options || !process.send) throw new Error('this is started by a bench')

let aheadMs = 0
const db = openDb({
  url: options.databaseUrl,
  role: appRole,
  connectionsMax: 12,
  applicationName: 'kapao bench server',
  onIdleError: () => undefined,
})
const config = {
  ...testConfig,
  sandboxUrl: options.sandboxUrl,
  failpoint: options.failpoint,
  games: { credentialKey: Buffer.alloc(32, 7), agents: {} },
  rateLimitFactor: 1_000_000,
  bank: { feed: { current: 'bench-feed' }, sms: { current: 'bench-sms' }, statement: null },
  // A bench stands for many networks, each of which has a limit of sockets.
  trustedProxies: ['127.0.0.1'],
}
const clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) }
const system = await openSystem({
  config,
  db,
  clock,
  ids: systemIds,
  outside: openClients({ config, db, clock }),
  log: createLog('silent'),
  metrics: createMetrics(),
  distDir: import.meta.dirname,
  ...(options.askAgainAfterMs ? { askAgainAfterMs: options.askAgainAfterMs } : {}),
})
const { port } = await listen(system.fastify, config)
process.on('message', (order: Order) => {
  if ('aheadMs' in order) aheadMs = order.aheadMs
  else void system.jobs.runDue().catch(() => undefined)
})
// The parent is gone and cannot kill this process any more.
process.on('disconnect', () => process.exit(0))
process.send({ port })
