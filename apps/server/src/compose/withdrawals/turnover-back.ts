import { clocksApartMaxMs } from '#core/clock.ts'
import type { Queryable } from '#core/db.ts'
import { countPlay, listResults, type Result } from '#ledger/play/settled.ts'
import { turnoverOf } from '../../modules/bonus/progress.ts'
import { listPlayedSince } from '../../modules/bonus/ended/ended-store.ts'
import type { Held } from '../../modules/bonus/store.ts'
import { readSlowGames } from './slow-games.ts'

/** A round that was open when a bonus ended is decided by then. */
const tailMs = 7 * 24 * 60 * 60_000

type Asked = {
  memberId: string
  now: Date
  /** When somebody has let money of the member go last, where it is asked what nobody has seen yet. */
  seenAt?: Date | null
}

/**
 * Whether a bonus on stakes was met by some that came back, to the satang, after it was withdrawn from: while a round is open its stake looks
 * lost. Where bets stay open a stake counts after days only, and what comes back then is not looked for.
 */
export async function hasTurnoverBack(
  on: Queryable,
  { memberId, now, seenAt = null }: Asked,
): Promise<boolean> {
  const bonuses = await listPlayedSince(on, memberId, new Date(now.getTime() - tailMs))
  if (bonuses.length === 0) return false
  const staysOpen = await readSlowGames(on)
  const results = await listResults(on, memberId, bonuses[0]!.createdAt)
  const isBack = (bonus: Held, until: Date): boolean => {
    const known = results.filter(({ at }) => at <= until)
    return turnoverLeft(bonus, known, { now: until, staysOpen }) < bonus.target
  }
  return bonuses.some(
    (bonus) => isBack(bonus, now) && (!seenAt || seenAt < bonus.endedAt! || !isBack(bonus, seenAt)),
  )
}

type Rules = { now: Date; staysOpen: (game: string) => boolean }

/** What counts of the stakes under a bonus, now that it is known what came back of them. */
function turnoverLeft(bonus: Held, all: readonly Result[], { now, staysOpen }: Rules): bigint {
  const end = bonus.endedAt!
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
