import { dayMs } from '@kapao/contract/times'
import { clocksApartMaxMs } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { mostAtOnce, readOwnMoney } from '#ledger/play/own-money.ts'
import { readPlay, type Play } from '#ledger/read.ts'
import { mayBeOwedBack, listEndedSince, type EndedBonus } from '#money/bonus/ended-store.ts'
import { readSlowGames } from '#money/games/read.ts'
import { hasTurnoverBack } from './turnover-back.ts'

/** For this long after a bonus was abandoned, or paid to its maximum, a bet of it may still be decided. */
export const tailMs = 7 * dayMs
/** For games whose bets wait for matches and draws. */
export const slowTailMs = 30 * dayMs
/** A member who lost a fifth of a later win may well have won it with that, in games that decide bets at once. */
const likelyTimes = 5n

export type StakesQuery = {
  memberId: string
  now: Date
  isSwept: boolean
  /** When an operator last released money of the member; set when only unchecked wins count. */
  seenAt?: Date | null
  /** Set when it is too early to check games with open bets. */
  isQuickOnly?: boolean
}

/**
 * Whether a game may have returned stakes that a member made under a bonus, which ended without all of it being
 * theirs. No provider reports open bets: a stake from before the end that comes back after it looks like a win, and
 * was not the member's to keep. In games with open bets any win after a loss under the bonus may be that, whatever was
 * deposited since. Elsewhere only a win much larger than the member's own net loss there since the end, before the
 * win: money that lies in a game or passes through it was never at risk and has won nothing. Own losses are bounded by
 * what the member kept at the end and has deposited since, counted once. A first win looks the same, so staff decide.
 * Results between two queries are not known yet.
 */
export async function mayBeOldStakes(on: Queryable, asked: StakesQuery): Promise<boolean> {
  const since = new Date(asked.now.getTime() - slowTailMs)
  const ended = await listEndedSince(on, asked.memberId, since)
  if ((await findOld(on, ended.filter(mayBeOwedBack), asked)) !== null) return true
  const met = ended.filter((one) => !mayBeOwedBack(one) && isRecent(one.endedAt, asked.now))
  return hasTurnoverBack(on, met, asked)
}

/** The one of these bonuses of a member that may have left such stakes behind. */
export async function findOld(
  on: Queryable,
  bonuses: readonly EndedBonus[],
  asked: StakesQuery,
): Promise<EndedBonus | null> {
  if (bonuses.length === 0) return null
  const ends = bonuses.flatMap(({ createdAt, endedAt }) => [createdAt, endedAt, lastOf(endedAt)])
  if (asked.seenAt) ends.push(asked.seenAt)
  const instants = ends.toSorted((one, other) => one.getTime() - other.getTime())
  const staysOpen = await readSlowGames(on)
  const play = await readPlay(on, asked.memberId, instants)
  const ownSince = await readOwnSince(on, { ...asked, bonuses })
  const seen = { ...asked, staysOpen, play, ownSince }
  return bonuses.find((bonus) => mayBeOf(bonus, seen)) ?? null
}

type OwnSince = (ended: Date) => bigint
type PlayHistory = StakesQuery & {
  staysOpen: (game: string) => boolean
  play: readonly Play[]
  ownSince: OwnSince
}

/** The member's own money since each recent end. */
async function readOwnSince(
  on: Queryable,
  { memberId, now, bonuses }: StakesQuery & { bonuses: readonly EndedBonus[] },
): Promise<OwnSince> {
  const recent = bonuses.map(({ endedAt }) => endedAt).filter((ended) => isRecent(ended, now))
  const sorted = recent.toSorted((one, other) => one.getTime() - other.getTime())
  const { heldAt, flows } = await readOwnMoney(on, memberId, sorted)
  return (ended) =>
    mostAtOnce(
      heldAt.get(ended.getTime()) ?? 0n,
      flows.filter(({ at }) => at > ended),
    )
}

function isRecent(ended: Date, now: Date): boolean {
  return now.getTime() - ended.getTime() <= tailMs
}

function mayBeOf({ createdAt, endedAt: ended }: EndedBonus, seen: PlayHistory): boolean {
  const { now, isSwept, seenAt, isQuickOnly = false, staysOpen, play, ownSince } = seen
  if (isSwept && isRecent(ended, now)) return true
  return [...Map.groupBy(play, ({ game }) => game)].some(([game, all]) => {
    const under = all.filter(
      ({ since, lost }) => since >= createdAt && since < (lost > 0n ? lastOf(ended) : ended),
    )
    const after = all.filter(({ since }) => since >= ended)
    const won = sum(after.map((one) => one.won))
    if (seenAt && !after.some((one) => one.won > 0n && one.since >= seenAt)) return false
    const wasOpen = staysOpen(game) && under.some(({ lost }) => lost > 0n)
    // A member who has since lost as much there as came back, or more, has none of it left.
    const gone = seenAt === undefined ? 0n : sum(after.map((one) => one.lost))
    if (wasOpen) return !isQuickOnly && (isSwept || won > gone)
    if (!isRecent(ended, now) || under.length === 0) return false
    const { rise, depth } = riseOf(after, lastOf(ended))
    const own = ownSince(ended)
    return rise > (depth < own ? depth : own) * likelyTimes
  })
}

/** Losses under a bonus are booked at the moment it ends, or by a process whose clock is ahead. */
const lastOf = (ended: Date): Date => new Date(ended.getTime() + clocksApartMaxMs)

/**
 * The depth of a game's results below zero since an instant, and their present height above it. Losses of a win add no
 * depth until the win is gone, and losses before that instant add none.
 */
function riseOf(play: readonly Play[], from: Date): { rise: bigint; depth: bigint } {
  let net = 0n
  let deepest = 0n
  for (const { since, won, lost, lowest } of play) {
    const counts = since >= from
    if (counts && net + lowest < deepest) deepest = net + lowest
    net += counts ? won - lost : won
  }
  return { rise: net - deepest, depth: -deepest }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((one, other) => one + other, 0n)
