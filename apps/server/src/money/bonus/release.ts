import type { Queryable } from '#core/db/db.ts'
import { isHeldByKind } from '#records/items/store.ts'
import { oppositeKind } from '#records/links/opposite.ts'
import type { HeldBonus } from './store.ts'

export const fewResultsKind = 'bonus.few-results'
/** The items that hold what a bonus leaves its member. */
export const releaseKinds = [oppositeKind, fewResultsKind] as const

/** Whether its member may have what it leaves now; denied, everything but the reward. */
export async function releaseStateOf(
  on: Queryable,
  { memberId, deniedBy }: Pick<HeldBonus, 'memberId' | 'deniedBy'>,
): Promise<'free' | 'held' | 'denied'> {
  if (deniedBy !== null) return 'denied'
  return (await isHeldByKind(on, memberId, releaseKinds)) ? 'held' : 'free'
}
