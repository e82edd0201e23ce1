import { dayMs } from '@kapao/contract/times'
import type { Db } from '#core/db/db.ts'
import type { FindOperation, Outcome } from '#core/calls/idempotency.ts'
import { deleteTombstonesBefore, insertTombstone } from '#core/calls/tombstone-store.ts'
import type { Clock } from '#core/clock.ts'
import { lockMember } from '#records/statement/store.ts'

export type OutcomeDeps = {
  db: Db
  clock: Clock
  operations: readonly FindOperation[]
}

/**
 * Reports the outcome of a key. "Never" is a promise: it is given while nothing of this member can begin, and leaves a
 * mark that the late request will find.
 */
export function findOutcome(
  { db, clock, operations }: OutcomeDeps,
  memberId: string,
  key: string,
): Promise<Outcome> {
  return db.beginFor(memberId, async (tx) => {
    // Every operation of a member locks this row first, so none can begin meanwhile.
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
