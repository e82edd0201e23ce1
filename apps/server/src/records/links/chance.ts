import { areAtOnce, isLike, isWithin, sizeOf, sumOf, type Pair } from './agree.ts'
import type { PlayResult } from './opposite.ts'

export type NumberedResult = PlayResult & { n: number }
/** `of` are the member's results that make it up. */
export type PairOfResults = Pair & { of: readonly NumberedResult[] }

/** This part of what was played has to be mirrored by one other member. */
export const partOfPlay = 4n
/**
 * The sums of two opposite bets differ by the game's margin. The closer they are, the less likely that is by chance: a
 * twentieth by a banker's commission, a tenth by two odds of 1.9, which for one result alone is too often chance.
 */
export const closeness = [2.5, 5, 10] as const
/** Of a game's results that are of about a size, those that are as close to it, for each degree. */
export type Shares = readonly number[]
/** Results of one size agree to a percent for one member in two hundred: half of them are opposite. */
const chanceOfPercent = 0.005
/** Where both look equally often there are two; more would be made in order to agree in none of them. */
const timesMax = 2

/** A result that another member might have mirrored, and whether they did. */
type Try = { size: bigint; isMirrored: boolean }

/** The sums are compared in this many parts, which is fine enough for twenty results. */
const parts = 200

/**
 * How likely one other member mirrors as large a part of these results by chance, where each of them is mirrored with
 * the same chance. It is the sum that has to be reached: what many small results add beside a large one changes little.
 */
function chanceOfSum(tries: readonly Try[], each: number): number {
  const total = Number(tries.reduce((sum, { size }) => sum + size, 0n))
  const weights = tries.map(({ size }) => Math.max(1, Math.round((Number(size) * parts) / total)))
  const reached = weights.reduce((sum, one, at) => sum + (tries[at]!.isMirrored ? one : 0), 0)
  const chances = new Float64Array(weights.reduce((sum, one) => sum + one, 1))
  chances[0] = 1
  for (const weight of weights)
    for (let sum = chances.length - 1; sum >= 0; sum -= 1)
      chances[sum] = chances[sum]! * (1 - each) + (chances[sum - weight] ?? 0) * each
  return chances.subarray(reached).reduce((sum, chance) => sum + chance, 0)
}

export type Beside = {
  /** Those of the member's that they might have mirrored, and did not. */
  missed: readonly NumberedResult[]
  theirs: readonly NumberedResult[]
  atStake: bigint
  shares: Shares
}

/** By the degree of closeness at which it is least likely. */
export function chanceOf(
  pairs: readonly PairOfResults[],
  { missed, theirs, atStake, shares }: Beside,
): number {
  const times = timesOf([...pairs.flatMap(({ of }) => of), ...missed], theirs)
  const chances = closeness.map((percent, at) => {
    const close = pairs.filter((pair) => isWithin(pair, percent))
    if (close.length === 0 || sumOf(close) * partOfPlay < atStake) return 1
    const tries = [
      ...pairs.map((pair) => ({ size: sizeOf(pair.mine), isMirrored: close.includes(pair) })),
      ...missed.map((one) => ({ size: sizeOf(one), isMirrored: false })),
    ]
    const each = times * Math.max(percent * chanceOfPercent, (shares[at] ?? 0) / 2)
    return chanceOfSum(tries, Math.min(1, each))
  })
  return Math.min(...chances)
}

/** Who looks more often has several results while one of the member's was played, each of which may agree with it. */
function timesOf(mine: readonly NumberedResult[], theirs: readonly NumberedResult[]): number {
  const counts = mine
    .map((one) => theirs.filter((it) => it.n === one.n && areAtOnce(one, it) && isLike(one, it)))
    .filter((meanwhile) => meanwhile.length > 0)
  if (counts.length === 0) return 1
  return Math.min(timesMax, counts.flat().length / counts.length)
}
