import { clocksApartMaxMs } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { listResults } from '#ledger/play/running.ts'
import { countPlay, type Result } from '#ledger/play/settled.ts'
import { turnoverOf } from '#money/bonus/progress.ts'
import type { EndedBonus } from '#money/bonus/ended-store.ts'
import { readSlowGames } from '#money/games/read.ts'

type TurnoverQuery = {
  memberId: string
  now: Date
  /** When an operator last released money of the member; set when only unchecked wins count. */
  seenAt?: Date | null
}

/**
 * Whether one of these bonuses of a member, the oldest first, was met by stakes that were returned exactly after a
 * withdrawal from it: while a slot round is open its stake looks lost. In games with open bets a stake counts only
 * after days, and such returns are not searched.
 */
export async function hasTurnoverBack(
  on: Queryable,
  bonuses: readonly EndedBonus[],
  { memberId, now, seenAt = null }: TurnoverQuery,
): Promise<boolean> {
  if (bonuses.length === 0) return false
  const staysOpen = await readSlowGames(on)
  const results = await listResults(on, memberId, bonuses[0]!.createdAt)
  const isBack = (bonus: EndedBonus, until: Date): boolean => {
    const known = results.filter(({ at }) => at <= until)
    return turnoverLeft(bonus, known, { now: until, staysOpen }) < bonus.target
  }
  return bonuses.some(
    (bonus) => isBack(bonus, now) && (!seenAt || seenAt < bonus.endedAt || !isBack(bonus, seenAt)),
  )
}

type Rules = { now: Date; staysOpen: (game: string) => boolean }

/** The turnover under a bonus, without the stakes that are known to have come back. */
function turnoverLeft(
  bonus: EndedBonus,
  all: readonly Result[],
  { now, staysOpen }: Rules,
): bigint {
  const end = bonus.endedAt
  const until = new Date(end.getTime() + clocksApartMaxMs)
  const since = all.filter(({ at }) => at >= bonus.createdAt)
  const quick = countPlay(
    since.filter(({ game }) => !staysOpen(game)),
    { now, staysOpen },
  )
  const slow = countPlay(
    since.filter(({ game, at }) => staysOpen(game) && at <= end),
    { now: until, staysOpen },
  )
  return turnoverOf([...quick.filter(({ at }) => at <= until), ...slow], bonus.shares)
}
