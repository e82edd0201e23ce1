import type { AddressInfo } from 'node:net'
import { openDb } from '../../../apps/server/src/core/db/db.ts'
import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { openClients } from '../../../apps/server/src/system/outside.ts'
import { appRole } from '../../../apps/server/src/core/db/migrate.ts'
import { createLog } from '../../../apps/server/src/core/telemetry/log.ts'
import { createMetrics } from '../../../apps/server/src/core/telemetry/metrics.ts'
import { seedOperators } from '../../../apps/server/src/seed/operators.ts'
import { giveWay } from '../../../apps/server/src/system/console/give-way.ts'
import { openConsole } from '../../../apps/server/src/system/console/open.ts'
import { startOperatorSession } from '../../../apps/server/src/entry/sign-in/sessions.ts'
import { testConfig } from '../../../apps/server/src/testing/worlds/test-app.ts'
import { demoOperators } from '../../../apps/server/src/records/operators/operators.ts'

/** The console as a separate process, as in production, with the demo's owner signed in. */
export type DeskOptions = { databaseUrl: string; origin: string }
export type DeskReady = { port: number; token: string }

const options = JSON.parse(process.argv[2] ?? 'null') as DeskOptions | null
if (!options || !process.send) throw new Error('this is started by a bench')

giveWay()
const db = openDb({
  url: options.databaseUrl,
  role: appRole,
  connectionsMax: 6,
  applicationName: 'kapao bench console',
  onIdleError: () => undefined,
})
await seedOperators(db, systemClock)
const config = {
  ...testConfig,
  console: { port: 1, host: '127.0.0.1', origin: options.origin, isDemo: true },
  rateLimitFactor: 1_000_000,
}
const around = {
  config,
  db,
  clock: systemClock,
  ids: systemIds,
  outside: openClients({ config, db, clock: systemClock }),
  log: createLog('silent'),
}
const system = await openConsole({ ...around, metrics: createMetrics(), distDir: '/nowhere' })
await system.fastify.listen({ host: '127.0.0.1', port: 0 })
const { port } = system.fastify.server.address() as AddressInfo
const token = await db.begin((tx) =>
  startOperatorSession(around, tx, {
    operator: demoOperators.owner,
    way: 'demo',
    address: '127.0.0.1',
    userAgent: 'bench',
    requestId: 'bench',
  }),
)
process.on('disconnect', () => process.exit(0))
process.send({ port, token } satisfies DeskReady)
