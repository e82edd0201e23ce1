import { randomInt } from 'node:crypto'
import { systemClock } from '../apps/server/src/core/clock.ts'
import { openDb, type Db } from '../apps/server/src/core/db/db.ts'
import { makersOf, type Makers } from '../apps/server/src/testing/desk/work-world.ts'
import { openTestDeposits } from '../apps/server/src/testing/processes/open-deposits.ts'
import type { DepositWorld } from '../apps/server/src/testing/worlds/deposit-world.ts'

/** As the owner of the database, for what has happened before today or takes an hour. */
export async function asOwner<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  const applicationName = 'kapao e2e'
  const db = openDb({ url: databaseUrl, role: null, connectionsMax: 2, applicationName })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** All operators are three days old: new ones may not confirm yet. */
export function passDays(databaseUrl: string): Promise<void> {
  return asOwner(databaseUrl, async (db) => {
    const days = `- interval '3 days'`
    await db.query(
      `update operators_operator set added_at = added_at ${days}, noted_at = noted_at ${days}`,
    )
    await db.query(`update operators_role set given_at = given_at ${days}`)
  })
}

/** What takes hours of silence outside, or of nobody's attention, to come about in a running copy. */
export function makeItems<T>(
  databaseUrl: string,
  phone: string,
  make: (makers: Makers, memberId: string) => Promise<T>,
): Promise<T> {
  return asOwner(databaseUrl, async (db) => {
    const [member] = await db.query<{ id: string }>(
      'select id from account_member where username = $1',
      [phone],
    )
    const books = { clock: systemClock, database: { db, ownerDb: db } }
    const processes = [openTestDeposits(db, systemClock)]
    // Makers need no other part of a world.
    const world = { ...books, processes } as unknown as DepositWorld
    // Journeys share a copy.
    return make(makersOf(world, randomInt(2 ** 30)), member!.id)
  })
}
