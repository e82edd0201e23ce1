import { clocksApartMaxMs, dayMs } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { mostAtOnce, readOwnMoney } from '#ledger/play/own-money.ts'
import { readPlay, type Play } from '#ledger/read.ts'
import { isLost, listEndedSince, type Ended } from '#modules/bonus/ended/ended-store.ts'
import { readSlowGames } from '#modules/games/slow-games.ts'
import { hasTurnoverBack } from './turnover-back.ts'

/** So long after a bonus was given up, or paid up to its most, a bet of it may still be decided. */
export const tailMs = 7 * dayMs
/** Where bets wait for matches and draws. */
export const slowTailMs = 30 * dayMs
/** Who has lost a fifth of what was won since may well have won it with that, where bets are decided at once. */
const likelyTimes = 5n

export type Asked = {
  memberId: string
  now: Date
  isSwept: boolean
  /** When somebody has let money of the member go last, where it is asked what nobody has seen yet. */
  seenAt?: Date | null
  /** Where it is too early to ask about games whose bets stay open. */
  isQuickOnly?: boolean
}

/**
 * Whether a game may have given a member back what they staked under a bonus, which ended without all of it being theirs.
 * No provider tells open bets: what was staked before the end and comes back after it looks like a win, and was not the
 * member's to keep. Where bets stay open any win after a loss under the bonus may be that, whatever has been put in since;
 * elsewhere only what is much more than they have lost there since, on balance, before it was won: money that lies in a game
 * or goes through it was never at risk and has won nothing. What they can have lost of their own is what they kept at the end and have
 * brought since, once. A first win looks the same, so it is for a person to see. What games give on the way is not known yet.
 */
export async function mayBeOldStakes(on: Queryable, asked: Asked): Promise<boolean> {
  const since = new Date(asked.now.getTime() - slowTailMs)
  const ended = await listEndedSince(on, asked.memberId, since)
  if ((await findOld(on, ended.filter(isLost), asked)) !== null) return true
  const met = ended.filter((one) => !isLost(one) && isRecent(one.endedAt, asked.now))
  return hasTurnoverBack(on, met, asked)
}

/** Which of these bonuses of one member may have left such stakes behind. */
export async function findOld(
  on: Queryable,
  bonuses: readonly Ended[],
  asked: Asked,
): Promise<Ended | null> {
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
type Seen = Asked & {
  staysOpen: (game: string) => boolean
  play: readonly Play[]
  ownSince: OwnSince
}

/** What a member has had of their own since each end that is recent. */
async function readOwnSince(
  on: Queryable,
  { memberId, now, bonuses }: Asked & { bonuses: readonly Ended[] },
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

function mayBeOf({ createdAt, endedAt: ended }: Ended, seen: Seen): boolean {
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
    // Who has lost there since what came back, or more, has nothing of it any more.
    const gone = seenAt === undefined ? 0n : sum(after.map((one) => one.lost))
    if (wasOpen) return !isQuickOnly && (isSwept || won > gone)
    if (!isRecent(ended, now) || under.length === 0) return false
    const { rise, depth } = riseOf(after, lastOf(ended))
    const own = ownSince(ended)
    return rise > (depth < own ? depth : own) * likelyTimes
  })
}

/** What was lost under a bonus is booked in the instant in which it ends, or by a process whose clock is ahead. */
const lastOf = (ended: Date): Date => new Date(ended.getTime() + clocksApartMaxMs)

/**
 * How deep a game's results have gone below zero since an instant, and how high they are above that now. What is lost of a win makes no
 * depth until the win is gone, and what was lost before that instant makes none.
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
