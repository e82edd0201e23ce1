import { collect } from '#core/db/collect.ts'
import type { Db } from '#core/db/db.ts'
import { areEnding, forfeitPlace } from './store.ts'

/**
 * Whether a member's money may go to or from a game now. Every transfer asks it twice, so concurrent questions share
 * one query: asked alone, the two were a third of a transfer's cost.
 */
export function mayMoveIn(db: Db): (moving: { memberId: string; to: string }) => Promise<boolean> {
  const endings = collect<string, boolean>({
    name: 'bonus.end',
    run: (memberIds) => areEnding(db, memberIds),
    isBusy: () => false,
    identityOf: (memberId) => memberId,
    ownerOf: (memberId) => memberId,
  })
  return async ({ memberId, to }) => to === forfeitPlace || !(await endings.add(memberId))
}
