import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { openDb, type Db } from '#core/db/db.ts'
import { appRole } from '#core/db/migrate.ts'
import { openRestoreWatch } from '#core/restore/restore.ts'
import { fileIn } from '#core/restore/places.ts'
import { systemIds } from '#core/ids.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { listBalances } from '#ledger/read.ts'
import { openRecovery, type Recovery } from '../../system/open-recovery.ts'
import { ledgerChecks } from '#desk/watch/ledger.ts'
import type { Config } from '#context/config.ts'
import { openClients } from '../../system/outside.ts'
import { copyDatabase } from '../database/copy-database.ts'
import { startServer, type MemberWorld, type RunningServer } from './member-world.ts'

/** The books as they were at a point, beside the sandbox that has gone on since. */
export type RestoredWorld = {
  db: Db
  ownerDb: Db
  config: Config
  server: RunningServer
  recovery: (failpoint?: (step: CrashPoint) => Promise<void>) => Recovery
  /** The member's balances by place, in whole smallest units. */
  balances: (memberId: string) => Promise<Record<string, number>>
  violations: () => Promise<unknown[]>
  close: () => Promise<void>
}

const log = { warn: () => undefined, error: () => undefined }

/** The original's processes count, and keep the count outside. */
export async function countOriginal({ database, clock, dataDir }: MemberWorld): Promise<void> {
  const restores = openRestoreWatch({ db: database.db, clock, log })
  await (
    await restores.watch([fileIn(dataDir, log)])
  )()
}

/** A copy as of now; `start` opens it later, as a restore would. */
export async function takeBackup(
  world: MemberWorld,
): Promise<{ start: () => Promise<RestoredWorld> }> {
  const copy = await copyDatabase(world.database)
  return { start: () => startRestored(world, copy) }
}

type Copy = Awaited<ReturnType<typeof copyDatabase>>

async function startRestored(world: MemberWorld, copy: Copy): Promise<RestoredWorld> {
  const { url } = copy
  const { clock, dataDir, sandbox } = world
  const shared = { url, role: appRole, applicationName: 'kapao restored' }
  const db = openDb({ ...shared, connectionsMax: 10 })
  const rebuilding = openDb({ ...shared, connectionsMax: 6, rebuilds: true })
  const ownerDb = openDb({ ...shared, role: null, connectionsMax: 2 })
  // What a process does at its start, before anything is served.
  const restores = openRestoreWatch({ db, clock, log })
  await (
    await restores.watch([fileIn(dataDir, log)])
  )()
  const config = { ...world.config, databaseUrl: url }
  const server = await startServer(config, { db, clock })
  await sandbox.control('POST', '/app', { url: server.address })
  return {
    db,
    ownerDb,
    config,
    server,
    recovery: (failpoint) =>
      openRecovery({
        db: rebuilding,
        clock,
        ids: systemIds,
        config,
        outside: openClients({ config, db: rebuilding, clock }),
        ...(failpoint && { failpoint }),
      }),
    balances: async (memberId) => {
      const all = await listBalances(db, memberId)
      const named = all
        .filter(({ kind }) => ['wallet', 'transfer', 'withdrawal', 'game'].includes(kind))
        .map(({ kind, party, money }) => [party || kind, Number(money.amount)])
      return Object.fromEntries(named) as Record<string, number>
    },
    violations: async () =>
      (await verifyLedger(db, { full: true, checks: ledgerChecks })).violations,
    close: async () => {
      await server.closeServer()
      await rebuilding.close()
      await ownerDb.close()
      await db.close()
      await copy.drop()
    },
  }
}
