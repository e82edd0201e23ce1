import type { Db } from '#core/db/db.ts'

/**
 * The database's own count. Deadlocks are retried and would stay unnoticed otherwise. Connections report when they end,
 * so this waits for those with these names to end.
 */
export async function countDeadlocks(ownerDb: Db, names: readonly string[]): Promise<bigint> {
  for (let left = 1n; left > 0n;) {
    const [row] = await ownerDb.query<{ left: bigint }>(
      `select count(*) as left from pg_stat_activity
       where application_name = any ($1) and datname = current_database()`,
      [names],
    )
    left = row!.left
  }
  const [row] = await ownerDb.query<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return row!.deadlocks
}
