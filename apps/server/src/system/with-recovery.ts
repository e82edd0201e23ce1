import { openDb } from '#core/db/db.ts'
import { appRole } from '#core/db/migrate.ts'
import type { DeskParts, SettleDifference } from '#desk/decisions/guarded/guarded.ts'
import type { Recovery } from './open-recovery.ts'

const connectionsMax = 6

/** Works on connections of its own, which may book while Kapao is in recovery. */
export async function withRecovery<T>(
  { config, clock, ids, outside }: Omit<DeskParts, 'db'>,
  work: (recovery: Recovery) => Promise<T>,
): Promise<T> {
  const db = openDb({
    url: config.databaseUrl,
    role: appRole,
    connectionsMax,
    applicationName: 'kapao recover',
    rebuilds: true,
  })
  // The whole server, which no other command needs.
  const { openRecovery } = await import('./open-recovery.ts')
  try {
    return await work(openRecovery({ db, clock, ids, config, outside }))
  } finally {
    await db.close()
  }
}

/** All that a confirmed request settles during a recovery. */
export const settlingIn =
  (parts: Omit<DeskParts, 'db'>): SettleDifference =>
  (explanation) =>
    withRecovery(parts, ({ settle }) => settle(explanation))
