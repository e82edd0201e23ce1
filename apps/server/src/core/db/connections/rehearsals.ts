import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Tx } from '../db.ts'

/** A database for what is only looked at: all that one piece of work does with it is one transaction, never kept. */
export type Rehearsals = {
  db: Db
  /** Runs the work, then undoes all of it. What it begins must have ended when it resolves. */
  rehearse: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

type Act = { tx: Tx; last: Promise<unknown>; isOver: boolean }

class Undone extends Error {
  override readonly name = 'Undone'
}

export function openRehearsals(db: Db): Rehearsals {
  const acts = new AsyncLocalStorage<Act>()
  // A connection does one thing after the other, while rooms ask for several at once.
  const inTurn = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const act = acts.getStore()
    // What goes on after its act would reach into somebody else's transaction.
    if (!act || act.isOver) return Promise.reject(new Error('nothing is rehearsed now'))
    const mine = act.last.then(() => work(act.tx))
    act.last = mine.catch(() => undefined)
    return mine
  }
  const begin: Db['begin'] = (work) => inTurn((tx) => inStep(tx, work))
  const query: Db['query'] = (text, values) => inTurn((tx) => tx.query(text, values))
  return {
    db: {
      ...db,
      begin,
      beginFor: (_lockKey, work) => begin(work),
      query,
      inLine: () => ({ query }),
      holdOutside: () => Promise.reject(new Error('a rehearsal holds nothing outside')),
      refuseInside: () => undefined,
    },
    rehearse: (work) =>
      undoing(db, async (tx) => {
        const act: Act = { tx, last: Promise.resolve(), isOver: false }
        try {
          return await acts.run(act, () => work(tx))
        } finally {
          act.isOver = true
          await act.last
        }
      }),
  }
}

async function undoing<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let made: { value: T } | null = null
  try {
    return await db.begin(async (tx) => {
      // One snapshot for all, as the rooms ask for it inside: it cannot be chosen later.
      await tx.query('set transaction isolation level repeatable read')
      made = { value: await work({ ...tx, expectLine: () => undefined }) }
      throw new Undone()
    })
  } catch (error) {
    if (error instanceof Undone && made) return (made as { value: T }).value
    throw error
  }
}

/** A transaction inside of the transaction, which may fail on its own. */
async function inStep<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.query('savepoint step')
  try {
    const value = await work(tx)
    await tx.query('release savepoint step')
    return value
  } catch (error) {
    await tx.query('rollback to savepoint step')
    throw error
  }
}
