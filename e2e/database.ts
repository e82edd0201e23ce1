import { systemClock } from '../apps/server/src/core/clock.ts'
import { openDb, type Db } from '../apps/server/src/core/db/db.ts'
import { appRole } from '../apps/server/src/core/db/migrate.ts'
import { loadNamed, switchWheel } from '../apps/server/src/rewards/spinwheel/define.ts'
import { changeSettings } from '../apps/server/src/settings/change.ts'
import type { SettingName } from '../apps/server/src/settings/registry.ts'

/** For states that no screen can bring about: the database of a copy, with the server's role. */
export async function withDb<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  const applicationName = 'kapao e2e'
  const db = openDb({ url: databaseUrl, role: appRole, connectionsMax: 2, applicationName })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Changes a setting as operators do, with a second operator where one is not enough. */
export async function setSetting(
  databaseUrl: string,
  name: SettingName,
  to: { value: unknown } | 'default',
): Promise<void> {
  const by = { actor: 'system:e2e', requestId: 'e2e' } as const
  const set = { ...by, changes: [{ name, to, expectedVersion: null }] }
  await withDb(databaseUrl, (db) => changeSettings({ db, clock: systemClock }, set))
}

/** Puts the removed demo wheel before members again, as two operators do. */
export async function showWheelAgain(databaseUrl: string): Promise<void> {
  const by = { actor: 'system:e2e', requestId: 'e2e' } as const
  await withDb(databaseUrl, async (db) => {
    const wheel = await loadNamed({ db }, 'demo', null)
    await switchWheel({ db, clock: systemClock }, { ...by, currency: wheel.currency, wheel })
  })
}
