import { z } from 'zod'
import { endpoint } from '../packages/contract/src/endpoint.ts'
import { amountIn, amountOut } from '../packages/contract/src/money.ts'
import { buildApp } from '../apps/server/src/system/build-app.ts'
import { systemClock } from '../apps/server/src/core/clock.ts'
import { openDb } from '../apps/server/src/core/db/db.ts'
import { openDevices } from '../apps/server/src/core/session/devices/devices.ts'
import { systemIds } from '../apps/server/src/core/ids.ts'
import { createLog } from '../apps/server/src/core/telemetry/log.ts'
import { createMetrics } from '../apps/server/src/core/telemetry/metrics.ts'
import { appRole } from '../apps/server/src/core/db/migrate.ts'
import { createRateLimiter } from '../apps/server/src/core/http/rate-limit.ts'
import { route, type Api } from '../apps/server/src/core/calls/route.ts'
import { createSessions } from '../apps/server/src/core/session/session.ts'
import { accountBook } from '../apps/server/src/ledger/accounts.ts'
import { rehearsal, type Rehearsal } from '../apps/server/src/modules/rehearsal/service.ts'

/**
 * The server's own bridge, sessions, limits and log around the reference operation, as a process of its own. Started by the
 * bench with the address of the database; answers its port over IPC.
 */
const shape = {
  method: 'POST',
  access: 'member',
  summary: 'The reference operation, served to benches only.',
  rate: 'money',
  keyed: true,
  input: z.strictObject({ from: z.string(), to: z.string(), amount: amountIn }),
  output: z.object({ id: z.string(), state: z.string(), balance: amountOut }),
  refusals: ['MONEY_NOT_ENOUGH', 'TRANSFER_MINIMUM', 'SLOT_NO_ACCOUNT', 'ABANDONED'],
} as const
const beginCall = endpoint({ ...shape, path: '/api/rehearsal/begin' })
const completeCall = endpoint({ ...shape, path: '/api/rehearsal/complete' })

const databaseUrl = process.argv[2]
if (!databaseUrl || !process.send) throw new Error('this is started by `npm run bench -- http`')

const db = openDb({
  url: databaseUrl,
  role: appRole,
  connectionsMax: 12,
  applicationName: 'kapao bench server',
})
const around = { db, clock: systemClock, ids: systemIds }
const sessions = createSessions({ ...around, standingOf: async () => 'active' })
const service = rehearsal({ ...around, accounts: accountBook(db) })
const log = createLog('warn')
const { fastify } = await buildApp({
  http: {
    config: { production: false, tls: null, trustedProxies: [], rateLimitFactor: 1_000_000 },
    ids: systemIds,
    log,
    metrics: createMetrics(),
  },
  bridge: {
    sessions,
    devices: openDevices({ ...around, log, isSecure: false }),
    limiter: createRateLimiter(systemClock, 1_000_000),
    switches: async () => ({
      serviceActive: true,
      clientHeaderRequired: true,
      isBlocked: () => false,
    }),
    answersWhenGone: () => false,
  },
  page: {
    distDir: '/nonexistent',
    loadContent: async () => ({
      brandName: '',
      brandCss: '',
      defaultLanguage: 'th',
      connect: [],
      post: [],
      icon: { color: '#f5b83d', picture: null },
      settings: {},
    }),
  },
  registerCalls: (api) => registerRehearsal(api, service),
  clock: systemClock,
  webhooks: [],
  sealsAsText: async () => '',
})
await fastify.listen({ host: '127.0.0.1', port: 0 })
process.send({ port: (fastify.server.address() as { port: number }).port })
process.on('disconnect', () => process.exit())

function registerRehearsal(api: Api, { begin, end }: Rehearsal): void {
  route(api, beginCall, async (caller, wanted) => {
    const { id, state, balanceAfter } = await begin(caller, wanted)
    return { id, state, balance: balanceAfter }
  })
  // The provider answers at once; what is measured is the two commits around it.
  route(api, completeCall, async (caller, wanted) => {
    const { id, balanceAfter } = await begin(caller, wanted)
    await end({ id, memberId: caller.memberId, done: true })
    return { id, state: 'done', balance: balanceAfter }
  })
}
