import { dayMs } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { clearlyBefore, movesSince } from '../read.ts'

/**
 * A result of play as booked: below zero when the game took it. An empty game stands for the forfeit at a bonus's end.
 */
export type Result = { game: string; seq: bigint; amount: bigint; at: Date }

/** More than the results that a member can have in a day, since a game is queried every five seconds at most. */
const resultsMax = 20_000

/**
 * The results of a member's games since an instant, oldest first. With more than the maximum, only the oldest count.
 */
export function listResults(on: Queryable, memberId: string, since: Date): Promise<Result[]> {
  return on.query<Result>(
    `select case when a.kind = 'game' then a.party else '' end as game, m.seq, m.amount, m.created_at as at
     from ledger_account a,
     ${movesSince}
     where a.owner = $1 and a.kind in ('game', 'forfeit') and m.created_at >= $2
       and (a.kind = 'game' and m.kind = 'play_result' or a.kind = 'forfeit' and m.kind = 'forfeit' and m.amount < 0)
     order by m.created_at, a.id, m.seq limit ${resultsMax}`,
    [memberId, since, clearlyBefore(since)],
  )
}

/** The certain part of a result: the stake that is decided, and the platform's share of it, below zero if it paid. */
export type Counted = { game: string; at: Date; staked: bigint; lost: bigint }

type Rules = { now: Date; staysOpen: (game: string) => boolean }

/** With open bets, a stake counts as decided when it has not come back for this long. */
export const openBetMs = 3 * dayMs

/**
 * Providers report only balances, so stakes are known only from below, as losses between two queries; and money that
 * comes back may be a win or a void stake. In games that decide rounds at once it is a win, unless it equals earlier
 * losses to the satang. With open bets the two cannot be distinguished, so returns reduce the newest stakes, and a stake
 * counts once it has stayed away.
 */
export function countPlay(results: readonly Result[], rules: Rules): Counted[] {
  const counted = [...Map.groupBy(results, ({ game }) => game)].flatMap(([game, all]) => {
    if (game === '') return all.map(({ at, amount }) => ({ game, at, staked: 0n, lost: -amount }))
    const inOrder = all.toSorted((one, other) => Number(one.seq - other.seq))
    return rules.staysOpen(game) ? countSlow(inOrder, rules.now) : countQuick(inOrder)
  })
  return counted.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

type Stake = { game: string; at: Date; left: bigint }

function countSlow(results: readonly Result[], now: Date): Counted[] {
  const stakes: Stake[] = []
  const wins: Counted[] = []
  for (const { game, at, amount } of results) {
    if (amount < 0n) stakes.push({ game, at, left: -amount })
    else {
      const more = takeBack(stakes, amount)
      if (more > 0n) wins.push({ game, at, staked: 0n, lost: -more })
    }
  }
  const decided = stakes.filter(({ at }) => now.getTime() - at.getTime() >= openBetMs)
  return [...decided.map(countedOf), ...wins]
}

/** Reduces the newest stakes first; answers the amount beyond all of them. */
function takeBack(stakes: Stake[], amount: bigint): bigint {
  let back = amount
  while (back > 0n && stakes.length > 0) {
    const newest = stakes.at(-1)!
    const taken = newest.left < back ? newest.left : back
    newest.left -= taken
    back -= taken
    if (newest.left === 0n) stakes.pop()
  }
  return back
}

function countQuick(results: readonly Result[]): Counted[] {
  const stakes: Stake[] = []
  const wins: Counted[] = []
  for (const { game, at, amount } of results) {
    if (amount < 0n) stakes.push({ game, at, left: -amount })
    else if (!isReturned(stakes, amount)) wins.push({ game, at, staked: 0n, lost: -amount })
  }
  return [...stakes.map(countedOf), ...wins]
}

const lookedBackMax = 50

/** Whether the amount equals one of the newest stakes, or the sum of the newest; then those stakes were void. */
function isReturned(stakes: Stake[], amount: bigint): boolean {
  const oldest = Math.max(stakes.length - lookedBackMax, 0)
  let together = 0n
  for (let place = stakes.length - 1; place >= oldest; place -= 1) {
    const { left } = stakes[place]!
    together += left
    if (left !== amount && together !== amount) continue
    stakes.splice(place, left === amount ? 1 : stakes.length - place)
    return true
  }
  return false
}

function countedOf({ game, at, left }: Stake): Counted {
  return { game, at, staked: left, lost: left }
}
