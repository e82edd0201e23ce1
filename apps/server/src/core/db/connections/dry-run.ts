import type { Db, Tx } from '../db.ts'
import { sqlStateOf } from '../../sql-state.ts'

class Undone extends Error {
  override readonly name = 'Undone'
}

/**
 * What the database would refuse: the state of its error, or null where it would do all of the work. Nothing of it
 * stays, so that its rules are asked and not written down a second time.
 */
export async function findRefusal(
  db: Pick<Db, 'begin'>,
  work: (tx: Tx) => Promise<unknown>,
): Promise<string | null> {
  try {
    return await db.begin(async (tx) => {
      await work(tx)
      throw new Undone()
    })
  } catch (error) {
    if (error instanceof Undone) return null
    const state = sqlStateOf(error)
    if (state === null) throw error
    return state
  }
}

/** The same database, of which no transaction and no statement leaves anything behind. */
export function rehearsing(db: Db): Db {
  const undone = async <T>(
    begin: (work: (tx: Tx) => Promise<never>) => Promise<never>,
    work: (tx: Tx) => Promise<T>,
  ) => {
    let made: { value: T } | null = null
    try {
      return await begin(async (tx) => {
        made = { value: await work(tx) }
        throw new Undone()
      })
    } catch (error) {
      if (error instanceof Undone && made) return (made as { value: T }).value
      throw error
    }
  }
  const begin: Db['begin'] = (work, options) => undone((all) => db.begin(all, options), work)
  const query: Db['query'] = (text, values) => begin((tx) => tx.query(text, values))
  return {
    ...db,
    begin,
    beginFor: (lockKey, work) => undone((all) => db.beginFor(lockKey, all), work),
    inLine: (lockKey) => ({
      query: (text, values) =>
        undone(
          (all) => db.beginFor(lockKey, all),
          (tx) => tx.query(text, values),
        ),
    }),
    query,
    holdOutside: () => Promise.reject(new Error('a rehearsal holds nothing outside')),
  }
}
