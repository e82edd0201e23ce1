import { hourMs } from '@kapao/contract/times'
import { bangkokDayName, bangkokDayStart } from '#core/clock.ts'

/**
 * A result of play in the ledger: the change of a game's balance that a look found; negative is lost. It was played at
 * some time since the previous booking.
 */
export type PlayResult = { owner: string; game: string; amount: bigint; since: Date; at: Date }

/** Items about two members, linked or not, one of whom has won what the other has lost. */
export const oppositeKind = 'rewards.opposite'

export type Opposite = {
  /** In Bangkok, of the loss. */
  day: string
  lost: PlayResult
  won: PlayResult
  how: 'one result' | 'a whole day'
}

/** Smaller ones happen by chance, and a refund of one is not worth a second account. */
const stakeMin = { BAHT: 30_000n, LAK: 210_000n } as const
/** The operator's edge on two opposite bets is less than this share of them. */
const apartPercent = 10n
/** Two results this far apart may be of one match. */
const apartMs = hourMs

type OppositeQuery = { currency: keyof typeof stakeMin; now: Date }

/**
 * Finds where one has won about what the other has lost: in one result that may be of the same hour, or over a whole
 * day that is over. Of each day the first one found.
 */
export function findOpposite(
  one: readonly PlayResult[],
  other: readonly PlayResult[],
  { currency, now }: OppositeQuery,
): Opposite[] {
  const least = stakeMin[currency]
  const both = [
    [one, other],
    [other, one],
  ] as const
  const found = both.flatMap(([losing, winning]) => [
    ...pairs(losing, winning, least)
      .filter(({ lost, won }) => mayBeAtOnce(lost, won))
      .map((pair) => ({ ...pair, how: 'one result' as const })),
    ...pairs(daysOf(losing, now), daysOf(winning, now), least)
      .filter(({ lost, won }) => lost.at.getTime() === won.at.getTime())
      .map((pair) => ({ ...pair, how: 'a whole day' as const })),
  ])
  const byDay = Map.groupBy(found, ({ lost }) => bangkokDayName(lost.at))
  return [...byDay].map(([day, of]) => ({ day, ...of[0]! }))
}

function pairs(losing: readonly PlayResult[], winning: readonly PlayResult[], least: bigint) {
  const losses = losing.filter(({ amount }) => amount <= -least)
  const wins = winning.filter(({ amount }) => amount >= least)
  return losses.flatMap((lost) =>
    wins.filter((won) => isAbout(-lost.amount, won.amount)).map((won) => ({ lost, won })),
  )
}

/** A balance that is read a day later may have changed at any time of that day. */
function mayBeAtOnce(one: PlayResult, other: PlayResult): boolean {
  const begins = Math.max(one.since.getTime(), other.since.getTime())
  const ends = Math.min(one.at.getTime(), other.at.getTime())
  return begins - ends <= apartMs
}

function isAbout(one: bigint, other: bigint): boolean {
  const apart = one > other ? one - other : other - one
  return apart * 100n <= (one > other ? one : other) * apartPercent
}

/** Each whole day's total over all games, as of its midnight. */
function daysOf(results: readonly PlayResult[], now: Date): PlayResult[] {
  const today = bangkokDayStart(now).getTime()
  const byDay = Map.groupBy(results, ({ at }) => bangkokDayStart(at).getTime())
  return [...byDay]
    .filter(([day]) => day < today)
    .map(([day, of]) => ({
      owner: of[0]!.owner,
      game: [...new Set(of.map(({ game }) => game))].toSorted().join(', '),
      amount: of.reduce((sum, { amount }) => sum + amount, 0n),
      since: new Date(day),
      at: new Date(day),
    }))
}
