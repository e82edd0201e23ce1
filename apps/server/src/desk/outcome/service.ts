import type { Db, Tx } from '#core/db/db.ts'
import type { FindOperation, Outcome } from '#core/calls/idempotency.ts'
import { deleteTombstonesBefore, insertTombstone } from '#core/calls/tombstone-store.ts'
import { dayMs, type Clock } from '#core/clock.ts'

export type OutcomeDeps = {
  db: Db
  clock: Clock
  /** Locks the row that every operation of a member locks first, so that none can begin meanwhile. */
  lockMember: (tx: Tx, memberId: string) => Promise<void>
  operations: readonly FindOperation[]
}

/**
 * Reports the outcome of a key. "Never" is a promise: it is given while nothing of this member can begin, and leaves a
 * mark that the late request will find.
 */
export function findOutcome(
  { db, clock, lockMember, operations }: OutcomeDeps,
  memberId: string,
  key: string,
): Promise<Outcome> {
  return db.beginFor(memberId, async (tx) => {
    await lockMember(tx, memberId)
    for (const find of operations) {
      const found = await find(tx, memberId, key)
      if (found) return found
    }
    await insertTombstone(tx, memberId, { key, at: clock.now() })
    return { state: 'never', route: null }
  })
}

/** No request stays in transit for a week. */
const markLifetimeMs = 7 * dayMs

export function forgetOldMarks({ db, clock }: Pick<OutcomeDeps, 'db' | 'clock'>): Promise<void> {
  return deleteTombstonesBefore(db, new Date(clock.now().getTime() - markLifetimeMs))
}
