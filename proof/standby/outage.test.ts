import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import { openDb } from '../../apps/server/src/core/db/db.ts'
import { appRole } from '../../apps/server/src/core/db/migrate.ts'
import { openReads } from '../../apps/server/src/core/db/reads/reads.ts'
import { listen } from '../../apps/server/src/core/http/http.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { createLog } from '../../apps/server/src/core/telemetry/log.ts'
import { createMetrics } from '../../apps/server/src/core/telemetry/metrics.ts'
import { openSystem } from '../../apps/server/src/system/open.ts'
import { send, testConfig } from '../../apps/server/src/testing/worlds/test-app.ts'
import { addPlayer } from '../bench/transfers/world.ts'
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts'
import { openClients } from '../../apps/server/src/system/outside.ts'

/** Not read for this long after the primary fell silent, unless because of the outage. */
const ageMaxMs = 1_000
const outageMaxMs = 6_000
const log = createLog('silent')

let pair: PostgresPair
beforeAll(async () => {
  pair = await startPostgresPair()
})
afterAll(() => pair.close())

/** A whole server on both databases. */
async function openServer() {
  const about = { role: appRole, connectionsMax: 4, applicationName: 'kapao test outage' }
  const db = openDb({ ...about, url: pair.primaryUrl })
  const standby = openDb({ ...about, url: pair.standbyUrl, isReadOnly: true })
  const reads = openReads({ primary: db, standby, ageMaxMs, outageMaxMs, log, lookEveryMs: 50 })
  const system = await openSystem({
    config: testConfig,
    db,
    reads,
    clock: systemClock,
    ids: systemIds,
    outside: openClients({ config: testConfig, db, clock: systemClock }),
    log,
    metrics: createMetrics(),
    distDir: import.meta.dirname,
  })
  const { port } = await listen(system.fastify, testConfig)
  return {
    address: `http://127.0.0.1:${port}`,
    reads,
    close: async () => {
      await system.fastify.close()
      await system.close().catch(() => undefined)
      await reads.close()
      await db.close()
    },
  }
}

test(
  'RUN-65 CALM-02 while the primary is down a wallet is read from the standby with its age, until that is too old, and money calls wait',
  { tags: 'long-4', timeout: 60_000 },
  async () => {
    const server = await openServer()
    const around = { stage: { db: pair.primary }, clock: systemClock, address: server.address }
    const { token } = await addPlayer(around, 12_345n, [])
    const wallet = () => send(server.address, 'GET /api/wallet', { token })
    const whole = await wallet()
    expect([whole.status, whole.body.ageSeconds]).toEqual([200, undefined])
    await pair.catchUp()
    await expect.poll(server.reads.ageMs, { timeout: 10_000 }).toBeLessThan(1_000)

    await pair.stopPrimary()
    const stoppedAt = performance.now()
    // Longer than this process caches the session, and than the standby would be read otherwise.
    const end = stoppedAt + outageMaxMs / 2
    let ageSeconds = 0
    while (performance.now() < end) {
      const read = await wallet()
      expect(read).toMatchObject({ status: 200, body: { wallet: { amount: 123.45 } } })
      ageSeconds = read.body.ageSeconds
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(ageSeconds).toBeGreaterThanOrEqual(outageMaxMs / 2_000 - 1)
    expect(ageSeconds).toBeLessThanOrEqual(outageMaxMs / 1_000)
    // It may have begun after what the standby has: the member stays signed in.
    const unknown = await send(server.address, 'GET /api/wallet', { token: systemIds.secret() })
    expect(unknown).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY' } })
    const withdrawal = await send(server.address, 'POST /api/wallet/withdraw', {
      token,
      body: { amount: 100 },
      headers: { 'idempotency-key': systemIds.key() },
    })
    expect(withdrawal).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY' } })
    await expect
      .poll(async () => (await wallet()).body.code, { timeout: 2 * outageMaxMs, interval: 200 })
      .toBe('SERVICE_BUSY')
    await server.close()
  },
)
