import type { Tx } from '#core/db/db.ts'
import { hasOpen } from './store.ts'

/** The member's operations take turns at the statement, so none begins while this is asked. */
export function withdrawalIsOpenBy(
  lockMember: (tx: Tx, memberId: string) => Promise<void>,
): (tx: Tx, memberId: string) => Promise<boolean> {
  return async (tx, memberId) => {
    await lockMember(tx, memberId)
    return hasOpen(tx, memberId)
  }
}
