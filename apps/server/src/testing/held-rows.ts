import type { TestDatabase } from './database.ts'

/** How many connections of a database wait for a lock. */
export async function countLockWaits({ ownerDb }: Pick<TestDatabase, 'ownerDb'>): Promise<number> {
  const [row] = await ownerDb.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row!.n
}
