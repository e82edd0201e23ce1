import type { Queryable } from '#core/db.ts'
import { sumCameIn } from '#ledger/read.ts'
import { findLastEnded } from '../../modules/bonus/store.ts'

/** So long after a bonus was given up, or paid up to its most, a bet of it may still be decided. */
const tailMs = 7 * 24 * 60 * 60_000
/** Who has put in a fifth of what was won may well have won it. */
const likelyTimes = 5n

export type Asked = { memberId: string; now: Date; isSwept: boolean }

/**
 * Whether a game has given a member much more than they have put into it since their last bonus ended without all of it being
 * theirs. No provider tells open bets: what was staked before the end and comes back after it looks like this, and was not
 * the member's to keep. A jackpot looks the same, so it is for a person to see. What games give on the way is not known yet.
 */
export async function mayBeOldStakes(
  on: Queryable,
  { memberId, now, isSwept }: Asked,
): Promise<boolean> {
  const bonus = await findLastEnded(on, memberId)
  const since = bonus?.endedAt
  if (!bonus || !since || now.getTime() - since.getTime() > tailMs) return false
  if (bonus.endedBy === 'withdrawn' && bonus.withdrawMax === null) return false
  const games = await sumCameIn(on, memberId, since)
  return isSwept || games.some(({ won, moved }) => won > moved * likelyTimes)
}
