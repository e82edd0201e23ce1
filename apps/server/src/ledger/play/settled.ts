import { clocksApartMaxMs, dayMs } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'

/** A result of play as it was booked: below zero what the game took. An empty game stands for what a bonus's end took away. */
export type Result = { game: string; seq: bigint; amount: bigint; at: Date }

/** Longer than all the results that a member can have booked in a day, since a game is asked every five seconds at most. */
const resultsMax = 20_000

/** What the games of a member brought since an instant, oldest first. A member who has had more than is read has the oldest counted. */
export function listResults(on: Queryable, memberId: string, since: Date): Promise<Result[]> {
  // An account's numbers go up and its times all but: processes whose clocks differ have written them.
  const before = new Date(since.getTime() - clocksApartMaxMs)
  return on.query<Result>(
    `select case when a.kind = 'game' then a.party else '' end as game, m.seq, m.amount, m.created_at as at
     from ledger_account a,
     lateral (
       select -amount as amount, debit_seq as seq, kind, created_at from ledger_movement
       where debit = a.id and debit_seq > coalesce((
         select old.debit_seq from ledger_movement old where old.debit = a.id and old.created_at < $3
         order by old.debit_seq desc limit 1), 0)
       union all
       select amount, credit_seq, kind, created_at from ledger_movement
       where credit = a.id and credit_seq > coalesce((
         select old.credit_seq from ledger_movement old where old.credit = a.id and old.created_at < $3
         order by old.credit_seq desc limit 1), 0)) m
     where a.owner = $1 and a.kind in ('game', 'forfeit') and m.created_at >= $2
       and (a.kind = 'game' and m.kind = 'play_result' or a.kind = 'forfeit' and m.kind = 'forfeit' and m.amount < 0)
     order by m.created_at, a.id, m.seq limit ${resultsMax}`,
    [memberId, since, before],
  )
}

/** What a result says for certain: so much was staked and is decided, and so much of it the house has now, below zero if it gave. */
export type Counted = { game: string; at: Date; staked: bigint; lost: bigint }

type Rules = { now: Date; staysOpen: (game: string) => boolean }

/** Where bets stay open, a stake counts as decided when it has not come back for so long. */
export const openBetMs = 3 * dayMs

/**
 * Providers tell balances, so what was staked is known from below only, as what was lost between two askings; and what comes back may be a
 * win, or a stake that was void. Where rounds are decided at once it is a win, unless it is to the satang what was lost before. Where
 * bets stay open nobody can tell, so whatever comes back is taken off the newest stakes, and a stake counts when it has stayed away.
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

/** Off the newest first; answers what is more than all of them. */
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

/** Whether it is exactly one of the newest stakes, or the newest ones together; then they were none. */
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
