import type { PlayResult } from './opposite.ts'

export type Pair = { mine: PlayResult; theirs: PlayResult }

/** Two processes' clocks, and the seconds in which a round is settled for both. */
export const settledMs = 30_000
/** Who has results of half that size plays for such sums. */
const comparablePart = 2n

/** Whether both may be of one round: a result happened between the previous movement of its account and its booking. */
export function areAtOnce(one: PlayResult, other: PlayResult): boolean {
  return sharedMs(one, other) >= -settledMs
}

/** Whether one is likely a part of the other: results that only follow each other share no more than an instant. */
export function areTogether(one: PlayResult, other: PlayResult): boolean {
  const shorter = Math.min(lengthOf(one), lengthOf(other))
  return sharedMs(one, other) >= Math.min(shorter / 2, settledMs)
}

function sharedMs(one: PlayResult, other: PlayResult): number {
  const begins = Math.max(one.since.getTime(), other.since.getTime())
  return Math.min(one.at.getTime(), other.at.getTime()) - begins
}

export function isWithin({ mine, theirs }: Pair, percent: number): boolean {
  if (mine.amount === 0n || mine.amount > 0n === theirs.amount > 0n) return false
  const larger = sizeOf(mine) > sizeOf(theirs) ? sizeOf(mine) : sizeOf(theirs)
  return apartOf(mine, theirs) * 1_000n <= larger * BigInt(percent * 10)
}

/** Whether it is large enough that it might have mirrored one. */
export const isLike = (one: PlayResult, it: PlayResult): boolean =>
  sizeOf(it) * comparablePart >= sizeOf(one)
const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
export const sizeOf = ({ amount }: PlayResult): bigint => absolute(amount)
/** Opposite results add up to nothing. */
export const apartOf = (one: PlayResult, other: PlayResult): bigint =>
  absolute(one.amount + other.amount)
export const sumOf = (pairs: readonly Pair[]): bigint =>
  pairs.reduce((sum, { mine }) => sum + sizeOf(mine), 0n)
const lengthOf = ({ since, at }: PlayResult): number => at.getTime() - since.getTime()
