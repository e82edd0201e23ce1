import { sqlStateOf, type Db, type Tx } from '../db.ts'

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
