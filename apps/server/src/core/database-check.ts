import type { Db } from './db.ts'
import { findUnsafeSettings } from './database-store.ts'

/** Refuses to move money on a database that may forget what it has acknowledged (S53). */
export async function refuseUnsafeDatabase(db: Db): Promise<void> {
  const unsafe = await findUnsafeSettings(db)
  if (unsafe.length > 0)
    throw new Error(
      `the database does not keep what it acknowledges: ${unsafe.join(', ')} must be on in production`,
    )
}
