import type { AddressInfo } from 'node:net'
import { consoleMark } from '../../packages/contract/src/console/limits.ts'
import { sessionCookie } from '../../apps/server/src/core/console/bridge.ts'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { createLog } from '../../apps/server/src/core/telemetry/log.ts'
import { createMetrics } from '../../apps/server/src/core/telemetry/metrics.ts'
import { seedOperators } from '../../apps/server/src/seed/console/operators.ts'
import { openConsole } from '../../apps/server/src/system/console/open.ts'
import { startSession } from '../../apps/server/src/modules/sign-in/sessions.ts'
import { testConfig } from '../../apps/server/src/testing/test-app.ts'
import { demoOperators } from '../../apps/server/src/uses/operators.ts'
import type { Stage } from '../stage.ts'

export type Desk = {
  /** Answers the body; throws where the call was refused. */
  call: <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>
  close: () => Promise<void>
}

/** The console over HTTP on a stage's database, with the owner of the demo signed in. */
export async function openDesk({ db, ownerDb }: Stage): Promise<Desk> {
  const port = 18_081
  const origin = `http://localhost:${port}`
  const config = {
    ...testConfig,
    console: { port, host: '127.0.0.1', origin, isDemo: true },
    rateLimitFactor: 1_000_000,
  }
  await seedOperators(db, systemClock)
  // Who decides has to have been there for a while.
  await ownerDb.query(
    `update operators_operator set added_at = now() - interval '9 days', noted_at = now() - interval '9 days'`,
  )
  const around = { config, db, clock: systemClock, ids: systemIds, log: createLog('silent') }
  const system = await openConsole({ ...around, metrics: createMetrics(), distDir: '/nowhere' })
  await system.fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port: listening } = system.fastify.server.address() as AddressInfo
  const token = await db.begin((tx) =>
    startSession(around, tx, {
      operator: demoOperators.owner,
      way: 'demo',
      address: '127.0.0.1',
      userAgent: 'bench',
      requestId: 'bench',
    }),
  )
  return {
    call: async (method, path, body) => {
      const answer = await fetch(`http://127.0.0.1:${listening}${path}`, {
        method,
        headers: {
          cookie: `${sessionCookie}=${token}`,
          'content-type': 'application/json',
          'x-client': consoleMark,
          'idempotency-key': systemIds.key(),
          'sec-fetch-site': 'same-origin',
          origin,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return JSON.parse(text)
    },
    close: async () => {
      await system.fastify.close()
      await system.close()
    },
  }
}
