import { dayMs } from '@kapao/contract/times'

/**
 * A result of play as booked: below zero when the game took it. An empty game stands for the forfeit at a bonus's end.
 */
export type Result = { game: string; seq: bigint; amount: bigint; at: Date }

/** The certain part of a result: the stake that is decided, and the platform's share of it, below zero if it paid. */
export type SettledPlay = { game: string; at: Date; staked: bigint; lost: bigint }

export type Rules = { now: Date; staysOpen: (game: string) => boolean }

/** With open bets, a stake counts as decided when it has not come back for this long. */
export const openBetMs = 3 * dayMs

/**
 * What is certain of one game's results, which are added in their order; a result is added once, and whatever the time
 * is, the figures are those of counting all results again.
 */
export type Tally = {
  readonly isSlow: boolean
  /** How many stakes and wins it keeps. */
  readonly size: number
  add: (result: Result) => void
  counted: (now: Date) => SettledPlay[]
  /** The sum of the stakes in `counted`. */
  staked: (now: Date) => bigint
}

/**
 * Providers report only balances, so stakes are known only from below, as losses between two queries; and money that
 * comes back may be a win or a void stake. In games that decide rounds at once it is a win, unless it equals earlier
 * losses to the satang. With open bets the two cannot be distinguished, so returns reduce the newest stakes, and a stake
 * counts once it has stayed away.
 */
export function openTally(game: string, isSlow: boolean): Tally {
  if (game === '') return tallyForfeits()
  return isSlow ? tallySlow() : tallyQuick()
}

/** All results counted at once, in the order of their times. */
export function countPlay(results: readonly Result[], rules: Rules): SettledPlay[] {
  const counted = [...Map.groupBy(results, ({ game }) => game)].flatMap(([game, all]) => {
    const tally = openTally(game, rules.staysOpen(game))
    for (const result of all.toSorted((one, other) => Number(one.seq - other.seq)))
      tally.add(result)
    return tally.counted(rules.now)
  })
  return inOrderOfTime(counted)
}

export function inOrderOfTime(counted: readonly SettledPlay[]): SettledPlay[] {
  return counted.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

function tallyForfeits(): Tally {
  const all: SettledPlay[] = []
  return {
    isSlow: false,
    get size() {
      return all.length
    },
    add: ({ game, at, amount }) => void all.push({ game, at, staked: 0n, lost: -amount }),
    counted: () => all,
    staked: () => 0n,
  }
}

type Stake = { game: string; at: Date; left: bigint }

function tallySlow(): Tally {
  const stakes: Stake[] = []
  const wins: SettledPlay[] = []
  const decided = (now: Date): Stake[] =>
    stakes.filter(({ at }) => now.getTime() - at.getTime() >= openBetMs)
  return {
    isSlow: true,
    get size() {
      return stakes.length + wins.length
    },
    add: ({ game, at, amount }) => {
      if (amount < 0n) stakes.push({ game, at, left: -amount })
      else {
        const more = takeBack(stakes, amount)
        if (more > 0n) wins.push({ game, at, staked: 0n, lost: -more })
      }
    },
    counted: (now) => [...decided(now).map(countedOf), ...wins],
    staked: (now) => decided(now).reduce((sum, { left }) => sum + left, 0n),
  }
}

/** Reduces the newest stakes first; answers the amount beyond all of them. */
function takeBack(stakes: Stake[], amount: bigint): bigint {
  let back = amount
  while (back > 0n && stakes.length > 0) {
    const newest = stakes.at(-1)!
    const taken = newest.left < back ? newest.left : back
    newest.left -= taken
    back -= taken
    if (newest.left === 0n) stakes.pop()
  }
  return back
}

function tallyQuick(): Tally {
  const stakes: Stake[] = []
  const wins: SettledPlay[] = []
  let sum = 0n
  return {
    isSlow: false,
    get size() {
      return stakes.length + wins.length
    },
    add: ({ game, at, amount }) => {
      if (amount < 0n) {
        stakes.push({ game, at, left: -amount })
        sum -= amount
      } else if (isReturned(stakes, amount)) sum -= amount
      else wins.push({ game, at, staked: 0n, lost: -amount })
    },
    counted: () => [...stakes.map(countedOf), ...wins],
    staked: () => sum,
  }
}

const lookedBackMax = 50

/** Whether the amount equals one of the newest stakes, or the sum of the newest; then those stakes were void. */
function isReturned(stakes: Stake[], amount: bigint): boolean {
  const oldest = Math.max(stakes.length - lookedBackMax, 0)
  let together = 0n
  for (let place = stakes.length - 1; place >= oldest; place -= 1) {
    const { left } = stakes[place]!
    together += left
    if (left !== amount && together !== amount) continue
    stakes.splice(place, left === amount ? 1 : stakes.length - place)
    return true
  }
  return false
}

function countedOf({ game, at, left }: Stake): SettledPlay {
  return { game, at, staked: left, lost: left }
}
