import { bangkokDayName, bangkokDayStart, hourMs } from '#core/clock.ts'

/**
 * What the books know of play: by how much a game's balance was another than before, when somebody looked; minus is lost. It was
 * played at some time since what was booked before.
 */
export type PlayResult = { owner: string; game: string; amount: bigint; since: Date; at: Date }

export type Opposite = {
  /** In Bangkok, of the loss. */
  day: string
  lost: PlayResult
  won: PlayResult
  how: 'one result' | 'a whole day'
}

/** Smaller ones happen by chance, and a refund of one is not worth a second account. */
const stakeMin = { BAHT: 30_000n, LAK: 210_000n } as const
/** What the house keeps of two opposite bets is less than that share of them. */
const apartPercent = 10n
/** So long before or after the other a bet is decided, where the two may be of one match. */
const apartMs = hourMs

type Asked = { currency: keyof typeof stakeMin; now: Date }

/**
 * Where one has won about what the other has lost: in one result that may be of the same hour, or over a whole day that is past. Of
 * each day the first one found.
 */
export function findOpposite(
  one: readonly PlayResult[],
  other: readonly PlayResult[],
  { currency, now }: Asked,
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

/** Whoever looks a day later has played at any time of that day. */
function mayBeAtOnce(one: PlayResult, other: PlayResult): boolean {
  const begins = Math.max(one.since.getTime(), other.since.getTime())
  const ends = Math.min(one.at.getTime(), other.at.getTime())
  return begins - ends <= apartMs
}

function isAbout(one: bigint, other: bigint): boolean {
  const apart = one > other ? one - other : other - one
  return apart * 100n <= (one > other ? one : other) * apartPercent
}

/** What each whole day came to over all games, as of its midnight. */
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
