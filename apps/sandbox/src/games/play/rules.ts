import { randomInt } from 'node:crypto'
import type { PlayKind } from '../providers.ts'

export type Force = 'win' | 'lose' | null

/** The result of a round: hundredths paid for each unit staked, and the data that the page shows. */
export type Result = { factor: number; shown: unknown }

type Rules = {
  /** The player's choices; empty when there is nothing to choose. */
  picks: readonly string[]
  play: (pick: string, force: Force) => Result
}

/** All three return a little over nine tenths of the stakes in the long run. */
export const rules: Record<PlayKind, Rules> = {
  slot: { picks: [], play: (_pick, force) => spin(force) },
  ball: { picks: ['left', 'middle', 'right'], play: kick },
  numbers: { picks: '0123456789'.split(''), play: draw },
}

const symbols = ['lime', 'chili', 'bowl', 'leaf', 'star'] as const

// Chances out of a thousand; the rest wins nothing.
export const prizes = [
  { symbol: 'lime', factor: 200, chance: 180 },
  { symbol: 'chili', factor: 300, chance: 70 },
  { symbol: 'bowl', factor: 500, chance: 35 },
  { symbol: 'leaf', factor: 1000, chance: 13 },
  { symbol: 'star', factor: 3000, chance: 2 },
] as const
const forcedPrize = prizes[2]
export const goalFactor = 140
export const numberFactor = 900

function spin(force: Force): Result {
  const prize = force === null ? drawPrize() : force === 'win' ? forcedPrize : null
  if (prize) {
    const { symbol, factor } = prize
    return { factor, shown: { reels: [symbol, symbol, symbol] } }
  }
  const first = anyOf(symbols)
  const second = anyOf(symbols)
  // Two alike and a different third: a near miss that can never be a win.
  const third = anyOf(first === second ? symbols.filter((symbol) => symbol !== first) : symbols)
  return { factor: 0, shown: { reels: [first, second, third] } }
}

function drawPrize() {
  let left = randomInt(1000)
  return (
    prizes.find(({ chance }) => {
      left -= chance
      return left < 0
    }) ?? null
  )
}

function kick(pick: string, force: Force): Result {
  const others = rules.ball.picks.filter((side) => side !== pick)
  const keeper = force === null ? anyOf(rules.ball.picks) : force === 'win' ? anyOf(others) : pick
  return { factor: keeper === pick ? 0 : goalFactor, shown: { ball: pick, keeper } }
}

function draw(pick: string, force: Force): Result {
  const others = rules.numbers.picks.filter((digit) => digit !== pick)
  const last = force === null ? anyOf(rules.numbers.picks) : force === 'win' ? pick : anyOf(others)
  const digits = [anyOf(rules.numbers.picks), anyOf(rules.numbers.picks), last]
  return { factor: last === pick ? numberFactor : 0, shown: { digits } }
}

function anyOf<T>(list: readonly T[]): T {
  return list[randomInt(list.length)]!
}
