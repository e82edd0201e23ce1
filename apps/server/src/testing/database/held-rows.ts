import type { TestDatabase } from './database.ts'

/** How many connections of a database wait for a lock. */
export async function countLockWaits({ ownerDb }: Pick<TestDatabase, 'ownerDb'>): Promise<number> {
  const [row] = await ownerDb.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return row!.n
}

/** Locks the rows that a query selects; they are locked when this resolves, until the returned function has ended. */
export async function holdRows(
  { ownerDb }: Pick<TestDatabase, 'ownerDb'>,
  query: string,
  values: unknown[],
): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: areHeld, resolve: held } = Promise.withResolvers<void>()
  const holding = ownerDb.holdOutside(async (tx) => {
    await tx.query(query, values)
    held()
    await released
  })
  await Promise.race([areHeld, holding])
  return () => {
    release()
    return holding
  }
}
