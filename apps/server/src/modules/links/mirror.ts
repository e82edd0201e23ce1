import { hourMs } from '#core/clock.ts'
import type { PlayResult } from './opposite.ts'

type Numbered = PlayResult & { n: number }

/** Another member whose results mirror a member's, and how often that would happen by chance. */
export type Mirror = {
  other: string
  /** The sum of the member's results that are mirrored. */
  sum: bigint
  pairs: { mine: PlayResult; theirs: PlayResult }[]
}

/** What is compared: the operator's edge on two opposite bets is less than a tenth of them. */
export const mirrored = { apartPercent: 10, aroundMs: hourMs }
/** This part of what was played has to be mirrored by one other member. */
const partOfPlay = 4n
/** Two processes' clocks, and the seconds in which a round is settled for both. */
const settledMs = 30_000
/** Among members who play honestly, one check in twenty finds this much by chance. */
const chanceMax = 0.05
/** A thief with more accounts could make a few such results, so two members who have them elsewhere excuse nothing. */
const excusedFrom = 2

/**
 * The other members whose results mirror a member's in sums and instants. One result that another member mirrors may be
 * chance where many play, so what others had of that size in the hour before and after says how likely that is; with
 * several mirrored results of one member the chances multiply.
 */
export function findMirrors(
  mine: readonly Numbered[],
  others: readonly Numbered[],
  atStake: bigint,
): Mirror[] {
  const around = Map.groupBy(others, ({ n }) => n)
  const byOwner = Map.groupBy(others, ({ owner }) => owner)
  return [...byOwner].flatMap(([other, theirs]) => {
    const pairs = pairUp(mine, theirs).map(({ one, of }) => ({
      mine: one,
      theirs: of,
      chance: chanceOf(one, of, around.get(one.n)!),
    }))
    const sum = pairs.reduce((total, { mine: { amount } }) => total + absolute(amount), 0n)
    if (pairs.length === 0 || sum * partOfPlay < atStake) return []
    return isChance(pairs, { tried: mine.length, atStake }) ? [] : [{ other, sum, pairs }]
  })
}

/** Each result of theirs answers one of the member's, the largest first. */
function pairUp(mine: readonly Numbered[], theirs: readonly Numbered[]) {
  const used = new Set<number>()
  return mine.flatMap((one) => {
    const of = theirs.find(
      (it) => it.n === one.n && !used.has(it.at.getTime()) && areAtOnce(one, it),
    )
    if (of) used.add(of.at.getTime())
    return of ? [{ one, of }] : []
  })
}

/** Whether both may be of one round: a result happened between the previous movement of its account and its booking. */
export function areAtOnce(one: PlayResult, other: PlayResult): boolean {
  const begins = Math.max(one.since.getTime(), other.since.getTime())
  const ends = Math.min(one.at.getTime(), other.at.getTime())
  return begins - ends <= settledMs
}

/** How many other members would be expected to have such a result at the same time, by those who had one elsewhere. */
function chanceOf(one: Numbered, of: Numbered, around: readonly Numbered[]): number {
  const elsewhere = around.filter((it) => it.owner !== of.owner && !areAtOnce(one, it))
  const members = new Set(elsewhere.map(({ owner }) => owner)).size
  const counted = Math.max(0, members - excusedFrom)
  const own = lengthOf(one)
  const together = own + lengthOf(of) + 2 * settledMs
  return Math.min(1, (counted * together) / (own + 2 * mirrored.aroundMs))
}

const lengthOf = ({ since, at }: PlayResult): number => at.getTime() - since.getTime()
const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

type Paired = { mine: PlayResult; chance: number }

/** Either all of the pairs together are beyond chance, or the largest that make up the part. */
function isChance(
  pairs: readonly Paired[],
  { tried, atStake }: { tried: number; atStake: bigint },
): boolean {
  let sum = 0n
  let needed = 0
  while (sum * partOfPlay < atStake && needed < pairs.length) {
    sum += absolute(pairs[needed]!.mine.amount)
    needed += 1
  }
  return [pairs.slice(0, needed), pairs].every((some) => expectedOf(some, tried) > chanceMax)
}

/** How many members are expected to mirror that many of all the results by chance. */
function expectedOf(pairs: readonly Paired[], tried: number): number {
  return pairs.reduce((product, { chance }, at) => (product * chance * (tried - at)) / (at + 1), 1)
}
