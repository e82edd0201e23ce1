import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { openDb } from '../../../apps/server/src/core/db/db.ts'
import { listen } from '../../../apps/server/src/core/http/http.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { createLog } from '../../../apps/server/src/core/telemetry/log.ts'
import { createMetrics } from '../../../apps/server/src/core/telemetry/metrics.ts'
import { appRole } from '../../../apps/server/src/core/db/migrate.ts'
import { openSystem } from '../../../apps/server/src/system/open.ts'
import { verifyLedger } from '../../../apps/server/src/ledger/verify.ts'
import { changeSettings } from '../../../apps/server/src/settings/change.ts'
import type { SettingName, Settings } from '../../../apps/server/src/settings/registry.ts'
import { startSandbox, type Sandbox } from '../../../apps/server/src/testing/doubles/sandbox.ts'
import { testConfig } from '../../../apps/server/src/testing/worlds/test-app.ts'
import { ledgerChecks } from '../../../apps/server/src/desk/watch/ledger.ts'
import { setStage, type BenchDatabase } from '../stage.ts'
import { addPlayer } from '../transfers/world.ts'
import { openClients } from '../../../apps/server/src/system/outside.ts'

/** Two servers on one database, each with its own connections and batches, and a sandbox that reports the money. */
export type ChannelWorld = {
  stage: BenchDatabase
  sandbox: Sandbox
  /** Banks and gateways notify the first; members' pages talk to the second. */
  addresses: readonly [string, string]
  addPayer: () => Promise<Payer>
  /** Makes the worker run its minutely jobs now. */
  runJobs: () => Promise<void>
  violations: () => Promise<readonly unknown[]>
  close: () => Promise<void>
}

export type Payer = { id: string; token: string; accountNo: string }

export const house = {
  bankCode: 'KBANK',
  bankType: 'bank',
  mode: 'AUTO',
  bank: { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
  bankAccountName: 'KAPAO DEMO CO LTD',
  bankAccountNo: '1112223334',
  currency: 'BAHT',
} as const

/** A gateway that names the bank transfer behind each payment. */
const codes = { ...house, bankCode: 'WW', bankType: 'PAYMENT', bankAccountNo: '100001' } as const

export async function openChannelWorld(): Promise<ChannelWorld> {
  const settings = { shared_buffers: '128MB', max_wal_size: '1GB' }
  const stage = await setStage({ members: 0, connections: 10, settings })
  const sandbox = await startSandbox()
  const dataDir = mkdtempSync(join(tmpdir(), 'kapao-channels-'))
  const set = <N extends SettingName>(name: N, value: Settings[N]) =>
    changeSettings(
      { db: stage.db, clock: systemClock },
      {
        actor: 'operator:bench',
        requestId: 'bench',
        changes: [{ name, to: { value }, expectedVersion: null }],
      },
    )
  await set('deposit.accounts', [house, codes])
  // Slips are accepted at any hour of the run.
  await set('slip.closeTo', '23:00')
  const servers = [await startServer(stage, { sandbox, dataDir })]
  servers.push(await startServer(stage, { sandbox, dataDir }))
  const [first, second] = servers.map(({ address }) => address)
  await sandbox.control('POST', '/app', { url: first })
  const around = { stage, clock: systemClock, address: second! }
  return {
    stage,
    sandbox,
    addresses: [first!, second!],
    addPayer: async () => {
      const { id, token } = await addPlayer(around, 1n, [])
      const [row] = await stage.db.query<{ no: string }>(
        'select bank_account_no as no from account_member where id = $1',
        [id],
      )
      return { id, token, accountNo: row!.no }
    },
    runJobs: async () => {
      await stage.ownerDb.query(
        `update core_job set next_at = '2000-01-01' where lease_owner is null and name <> 'seal'`,
      )
      await servers[0]!.runJobs()
    },
    violations: async () =>
      (await verifyLedger(stage.db, { full: true, checks: ledgerChecks })).violations,
    close: async () => {
      for (const server of servers) await server.close()
      await sandbox.stop()
      await stage.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startServer(
  stage: BenchDatabase,
  { sandbox: { url }, dataDir }: { sandbox: Sandbox; dataDir: string },
) {
  const config = {
    ...testConfig,
    dataDir,
    sandboxUrl: url,
    games: { credentialKey: Buffer.alloc(32, 7), agents: {} },
    bank: {
      feed: { current: 'sandbox-feed-secret' },
      sms: { current: 'sandbox-sms-secret' },
      statement: { url, key: 'sandbox-statement-key' },
    },
    slips: { shape: 'slipok' as const, url, key: 'sandbox-slip-key', branch: '1' },
    rateLimitFactor: 1_000_000,
  }
  const db = openDb({
    url: stage.url,
    role: appRole,
    connectionsMax: 12,
    applicationName: 'kapao channels',
  })
  const system = await openSystem({
    config,
    db,
    clock: systemClock,
    ids: systemIds,
    outside: openClients({ config, db, clock: systemClock }),
    log: createLog('silent'),
    metrics: createMetrics(),
    distDir: import.meta.dirname,
    askAgainAfterMs: [50],
  })
  const { port } = await listen(system.fastify, config)
  return {
    address: `http://127.0.0.1:${port}`,
    runJobs: () => system.jobs.runDue(),
    close: async () => {
      await system.fastify.close()
      await system.close()
      await db.close()
    },
  }
}
