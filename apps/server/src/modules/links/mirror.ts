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
  { opposite, together }: { opposite: readonly Numbered[]; together: readonly Numbered[] },
  atStake: bigint,
): Mirror[] {
  const around = Map.groupBy(opposite, ({ n }) => n)
  const byOwner = Map.groupBy(opposite, ({ owner }) => owner)
  const parts = Map.groupBy(together, ({ owner }) => owner)
  return [...new Set([...byOwner.keys(), ...parts.keys()])].flatMap((other) => {
    const whole = pairUp(mine, byOwner.get(other) ?? []).map(({ one, of }) => ({
      mine: one,
      theirs: of,
      chance: chanceOf(one, of, around.get(one.n)!),
    }))
    const rest = mine.filter((one) => !whole.some((pair) => pair.mine === one))
    const added = addUp(rest, parts.get(other) ?? [], together)
    const pairs = [...whole, ...added].toSorted((one, two) =>
      absolute(one.mine.amount) < absolute(two.mine.amount) ? 1 : -1,
    )
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

/**
 * Who looks in between has in parts what the other one has as a whole. Either all of theirs while one of the member's was
 * played are its opposite, or all of the member's while one of theirs was.
 */
function addUp(
  mine: readonly Numbered[],
  theirs: readonly Numbered[],
  together: readonly Numbered[],
): Paired[] {
  const others = Map.groupBy(together, ({ owner }) => owner)
  const paired: Paired[] = []
  const used = new Set<Numbered>()
  const add = (ones: readonly Numbered[], of: readonly Numbered[]): void => {
    if (ones.length + of.length < 3 || ones.some((one) => used.has(one))) return
    const [one, two] = [merge(ones), merge(of)]
    if (!areOpposite(one.amount, two.amount)) return
    for (const each of ones) used.add(each)
    paired.push({ mine: one, theirs: two, chance: comparableOf(one, of[0]!.owner, others) })
  }
  for (const one of mine)
    add(
      [one],
      theirs.filter((of) => of.n === one.n && areTogether(one, of)),
    )
  for (const of of theirs)
    add(
      mine.filter((one) => one.game === of.game && areTogether(one, of)),
      [of],
    )
  return paired
}

function merge(results: readonly Numbered[]): PlayResult {
  const times = (of: (one: Numbered) => Date) => results.map((one) => of(one).getTime())
  return {
    ...results[0]!,
    amount: results.reduce((sum, { amount }) => sum + amount, 0n),
    since: new Date(Math.min(...times(({ since }) => since))),
    at: new Date(Math.max(...times(({ at }) => at))),
  }
}

function areOpposite(one: bigint, other: bigint): boolean {
  if (one === 0n || one > 0n === other > 0n) return false
  const [size, otherSize] = [absolute(one), absolute(other)]
  const larger = size > otherSize ? size : otherSize
  return absolute(one + other) * 100n <= larger * addedApartPercent
}

/** Sums are many, and agree by chance more often than single results: a banker's commission of 5 % may be between them. */
const addedApartPercent = 5n
/** Each other member with a sum of that size at that time is counted as one in ten that it agrees. */
const agreeingPart = 0.1

function comparableOf(
  one: PlayResult,
  owner: string,
  others: ReadonlyMap<string, readonly Numbered[]>,
): number {
  const comparable = [...others].filter(([other, results]) => {
    if (other === owner) return false
    const atOnce = results.filter((it) => it.game === one.game && areTogether(one, it))
    const sum = atOnce.reduce((total, { amount }) => total + amount, 0n)
    return absolute(sum) * partOfPlay >= absolute(one.amount)
  })
  return Math.min(1, comparable.length * agreeingPart)
}

/** Whether both may be of one round: a result happened between the previous movement of its account and its booking. */
export function areAtOnce(one: PlayResult, other: PlayResult): boolean {
  const begins = Math.max(one.since.getTime(), other.since.getTime())
  const ends = Math.min(one.at.getTime(), other.at.getTime())
  return begins - ends <= settledMs
}

/** Whether one is likely a part of the other: results that only follow each other share no more than an instant. */
function areTogether(one: PlayResult, other: PlayResult): boolean {
  const begins = Math.max(one.since.getTime(), other.since.getTime())
  const ends = Math.min(one.at.getTime(), other.at.getTime())
  const shorter = Math.min(lengthOf(one), lengthOf(other))
  return ends - begins >= Math.min(shorter / 2, settledMs)
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

type Paired = Mirror['pairs'][number] & { chance: number }

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
