import { hourMs } from '@kapao/contract/times'
import { addedMax } from '#ledger/play/mirrors.ts'
import {
  apartOf,
  areAtOnce,
  areTogether,
  isLike,
  isWithin,
  settledMs,
  sizeOf,
  sumOf,
  type Pair,
} from './agree.ts'
import {
  chanceOf,
  partOfPlay,
  type NumberedResult,
  type PairOfResults,
  type Shares,
} from './chance.ts'
import type { PlayResult } from './opposite.ts'

/** Another member whose results mirror a member's, as one member hardly would by chance. */
export type Mirror = {
  other: string
  /** The sum of the member's results that are mirrored. */
  sum: bigint
  /** The largest first. */
  pairs: Pair[]
  /** How many others played at that time for such sums, so that each of them might have. */
  beside: number
  /** How likely one of them mirrors as much, where these shares of the game's results are as close in size. */
  chanceAt: (shares: Shares) => number
}

/** How far apart sums may be, and how much later the other one may look. */
export const mirrored = { apartPercent: 10, earlierMs: settledMs, laterMs: hourMs }
/** Of what honest members are given, about one in forty meets as much by chance. */
const chanceMax = 0.0255
/** A thief with more accounts has them play beside. So the first three excuse nothing, even if they are strangers. */
const excusedFrom = 3

/**
 * The other members whose results mirror a member's in sums and instants, by how closely they do: what others win and
 * lose at that time is no measure of chance, since a thief can have such results made.
 */
export function findMirrors(
  mine: readonly NumberedResult[],
  {
    opposite,
    together,
  }: { opposite: readonly NumberedResult[]; together: readonly NumberedResult[] },
  atStake: bigint,
): Mirror[] {
  const byOwner = Map.groupBy(opposite, ({ owner }) => owner)
  const parts = Map.groupBy(together, ({ owner }) => owner)
  const largest = mine.slice(0, addedMax)
  const comparable = [...parts].flatMap(([owner, theirs]) =>
    largest.some((one) => isComparable(one, theirs)) ? [owner] : [],
  )
  return [...new Set([...byOwner.keys(), ...parts.keys()])].flatMap((other) => {
    const theirs = parts.get(other) ?? []
    const whole = pairUp(mine, byOwner.get(other) ?? [])
    const added = addUp(without(mine, whole), theirs)
    const pairs = [...whole, ...added].toSorted((one, two) =>
      sizeOf(one.mine) < sizeOf(two.mine) ? 1 : -1,
    )
    if (sumOf(pairs) * partOfPlay < atStake) return []
    const missed = missedOf(mine, { pairs, theirs })
    const chanceAt = (shares: Shares) => chanceOf(pairs, { missed, theirs, atStake, shares })
    const beside = comparable.filter((one) => one !== other).length
    const mirror = { other, sum: sumOf(pairs), pairs, beside, chanceAt }
    return isBeyondChance(mirror, []) ? [mirror] : []
  })
}

/** Whether it is beyond chance that one of so many mirrors as much, at a game with these shares. */
export function isBeyondChance({ beside, chanceAt }: Mirror, shares: Shares): boolean {
  return chanceAt(shares) * (1 + Math.max(0, beside - excusedFrom)) <= chanceMax
}

/** Each result of theirs answers one of the member's, the largest first and the nearest of theirs. */
function pairUp(
  mine: readonly NumberedResult[],
  theirs: readonly NumberedResult[],
): PairOfResults[] {
  const used = new Set<number>()
  return mine.flatMap((one) => {
    const [nearest] = theirs
      .filter((it) => it.n === one.n && !used.has(it.at.getTime()) && areAtOnce(one, it))
      .toSorted((it, next) => (apartOf(one, it) < apartOf(one, next) ? -1 : 1))
    if (nearest) used.add(nearest.at.getTime())
    return nearest ? [{ mine: one, theirs: nearest, of: [one] }] : []
  })
}

/** Sums are many, and agree by chance more often than single results: a banker's commission of 5 % may be between them. */
const addedApartPercent = 5

/**
 * Who looks in between has in parts what the other one has as a whole. Either all of theirs while one of the member's was
 * played are its opposite, or all of the member's while one of theirs was.
 */
function addUp(
  mine: readonly NumberedResult[],
  theirs: readonly NumberedResult[],
): PairOfResults[] {
  const paired: PairOfResults[] = []
  const add = (ones: readonly NumberedResult[], of: readonly NumberedResult[]): void => {
    if (ones.length + of.length < 3 || without(ones, paired).length < ones.length) return
    const [one, two] = [merge(ones), merge(of)]
    if (isWithin({ mine: one, theirs: two }, addedApartPercent))
      paired.push({ mine: one, theirs: two, of: ones })
  }
  for (const one of mine) add([one], partsOf(one, theirs))
  for (const of of theirs)
    add(
      mine.filter((one) => one.game === of.game && areTogether(one, of)),
      [of],
    )
  return paired
}

/**
 * Those of the member's results that they might have mirrored, and did not, since they were there. What they had during
 * the smaller ones is not read (`listResultsTogether`): who was there during most of the largest was there then, too.
 */
function missedOf(
  mine: readonly NumberedResult[],
  { pairs, theirs }: { pairs: readonly PairOfResults[]; theirs: readonly NumberedResult[] },
): NumberedResult[] {
  const largest = mine.slice(0, addedMax)
  const there = largest.filter((one) => theirs.some((it) => it.n === one.n && areAtOnce(one, it)))
  const isAlways = there.length * 2 > largest.length
  return without(isAlways ? [...there, ...mine.slice(addedMax)] : there, pairs)
}

const without = (
  mine: readonly NumberedResult[],
  pairs: readonly PairOfResults[],
): NumberedResult[] => mine.filter((one) => !pairs.some(({ of }) => of.includes(one)))

const partsOf = (one: NumberedResult, theirs: readonly NumberedResult[]): NumberedResult[] =>
  theirs.filter((it) => it.n === one.n && areTogether(one, it))

function merge(results: readonly NumberedResult[]): PlayResult {
  const times = (of: (one: NumberedResult) => Date) => results.map((one) => of(one).getTime())
  return {
    ...results[0]!,
    amount: results.reduce((sum, { amount }) => sum + amount, 0n),
    since: new Date(Math.min(...times(({ since }) => since))),
    at: new Date(Math.max(...times(({ at }) => at))),
  }
}

/** Whether they might have mirrored it, by the size of what they had at that time, in one or together. */
function isComparable(one: NumberedResult, theirs: readonly NumberedResult[]): boolean {
  const meanwhile = partsOf(one, theirs)
  if (meanwhile.length === 0) return false
  return [...meanwhile, merge(meanwhile)].some((it) => isLike(one, it))
}
