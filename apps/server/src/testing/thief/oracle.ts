import type { Bet, Books, Condition, Promises } from './books.ts'

/** What a member has beyond what can be explained, and the extent of each cause. */
export type Finding = {
  /** Or `operators`, where no member has it. */
  memberId: string
  what: 'gain' | 'staged' | 'promise' | 'name' | OperatorFinding
  over: bigint
  why: Record<string, bigint>
}

/** What operators have done that no two people have agreed on (judge-operators.ts). */
type OperatorFinding = 'agreed by one' | 'way in' | 'rights' | 'unseen' | 'ended'

const wholeRate = 10_000n

/**
 * Finds members who took more than they were owed: withdrawals less deposits are at most their wins at the providers,
 * plus what promises may have added. Money held for an operator, or still in a wallet, has not been taken.
 */
export function judge(books: Books, promises: Promises): Finding[] {
  return [
    ...gainsOf(books, promises),
    ...stagedGains(books, promises),
    ...brokenPromises(books, promises),
  ]
}

/**
 * Those who have arranged bets with each other have risked nothing together, so a reward under which they did explains
 * nothing, and neither does a refund of what one lost to the other. Without a reward they may do so. Since a reward may
 * pass through many hands, every group of them is judged, and of those with the largest sum the smallest is named.
 */
function stagedGains(books: Books, promises: Promises): Finding[] {
  const kept = withoutStaged(books)
  const staged = {
    bets: books.bets.filter((bet) => !kept.bets.includes(bet)),
    conditions: books.conditions.filter((one) => !kept.conditions.includes(one)),
  }
  const own = { ...books, ...kept }
  const players = [...new Set(staged.bets.map(({ memberId }) => memberId))].map((id) => ({
    id,
    out: sumOf(books.paidOut, id),
    gain: sumOf(books.paidOut, id) - sumOf(books.paidIn, id),
    explained: sum(Object.values(explain(own, promises, id))),
  }))
  const findings = groupsOf(players).map((group) => {
    const ids = group.map(({ id }) => id)
    const gain = sum(group.map((one) => one.gain))
    const explained = sum(group.map((one) => one.explained))
    const why = { gain, explained, ...playOf(books.bets, staged, ids) }
    const over = gain - explained - why.within - most(0n, why.others) - why.lostSince
    const out = sum(group.map((one) => one.out))
    return { memberId: ids[0]!, what: 'staged' as const, over: least(out, over), why }
  })
  const largest = findings.reduce((max, { over }) => most(max, over), 0n)
  return largest > 0n ? [findings.find(({ over }) => over === largest)!] : []
}

/** All groups of one or more, the smaller first. */
function groupsOf<T>(all: readonly T[]): T[][] {
  const groups = all.reduce<T[][]>(
    (found, one) => [...found, ...found.map((group) => [...group, one])],
    [[]],
  )
  return groups.slice(1).toSorted((one, two) => one.length - two.length)
}

/**
 * What a group's arranged bets have moved within it and between it and others. What it lost to others they have, and what
 * it lost at games since the first reward of this kind may have been that reward: neither has been taken by it.
 */
function playOf(
  all: readonly Bet[],
  staged: Pick<Books, 'bets' | 'conditions'>,
  ids: readonly string[],
): { within: bigint; others: bigint; lostSince: bigint } {
  const isOfGroup = ({ memberId }: { memberId: string }) => ids.includes(memberId)
  const isWithin = ({ against }: Bet) => against !== null && ids.includes(against)
  const bets = staged.bets.filter(isOfGroup)
  const rewards = staged.conditions.filter(isOfGroup).map((one) => one.since.getTime())
  const since = Math.min(...rewards)
  const played = all.filter(
    (bet) =>
      isOfGroup(bet) && bet.placedAt.getTime() >= since && (bet.against === null || isWithin(bet)),
  )
  return {
    within: sum(bets.filter(isWithin).map(resultOf)),
    others: sum(bets.filter((bet) => !isWithin(bet)).map(resultOf)),
    lostSince: most(0n, -sum(played.map(resultOf))),
  }
}

function withoutStaged({ bets, conditions }: Books): Pick<Books, 'bets' | 'conditions'> {
  const isUnder = ({ memberId, placedAt }: Bet, { memberId: id, since, until }: Condition) =>
    memberId === id && placedAt >= since && (until === null || placedAt < until)
  return {
    bets: bets.filter(({ against }) => against === null),
    conditions: conditions.filter(
      (one) => !bets.some((bet) => bet.against !== null && isUnder(bet, one)),
    ),
  }
}

function gainsOf(books: Books, promises: Promises): Finding[] {
  return books.members.flatMap(({ id }) => {
    const why = explain(books, promises, id)
    const out = sumOf(books.paidOut, id)
    const gain = out - sumOf(books.paidIn, id)
    // Unowed money that they lost at the games again has not been taken.
    const over = least(out, gain - sum(Object.values(why)))
    return over > 0n ? [{ memberId: id, what: 'gain' as const, over, why: { gain, ...why } }] : []
  })
}

/** The most that each cause may have added to a member's money; play may have reduced it. */
function explain(books: Books, promises: Promises, id: string): Record<string, bigint> {
  const bets = books.bets.filter(({ memberId }) => memberId === id)
  const invited = new Set(books.members.flatMap((one) => (one.invitedBy === id ? [one.id] : [])))
  const friends = books.bets.filter(({ memberId }) => invited.has(memberId))
  const conditions = books.conditions.filter(({ memberId }) => memberId === id)
  const alone = books.alone.filter((one) => one.isListed || !promises.aloneMustBeListed)
  return {
    play: sum(bets.map(resultOf)),
    bonuses: sum(conditions.map((one) => mayHaveAdded(one, bets))),
    refunds: ((lossOf(bets, promises) + aheadOf(bets, promises)) * promises.refundRate) / wholeRate,
    invites: (sum(friends.map(playedIn)) * promises.inviteRate) / wholeRate,
    prizes: least(sumOf(books.prizes, id), prizesOf(books, promises, id)),
    alone: sumOf(alone, id),
  }
}

/** An open stake is gone; it may come back, but no one has it. */
function resultOf({ stake, result }: Bet): bigint {
  return (result?.won ?? 0n) - stake
}

/** What was really at risk: neither open nor void. */
function playedIn({ stake, result }: Bet): bigint {
  return result === null || result.isVoid ? 0n : stake
}

/**
 * A reward whose condition was met is the member's. One that was not met may only have reduced the member's own loss:
 * what was staked under it and comes back after it ended is not lost. A member who has since really lost a fifth of
 * that at the same game is paid without a look, which the operator has accepted (docs/fraud.md).
 */
function mayHaveAdded(one: Condition, bets: readonly Bet[]): bigint {
  const under = bets.filter(
    ({ placedAt }) => placedAt >= one.since && (one.until === null || placedAt < one.until),
  )
  if (isMet(one, under)) return one.amount
  const lost = -sum(under.map(resultOf))
  const lostSince = sum(bets.filter((bet) => isSince(bet, one, under)).map(lossOfBet))
  return least(one.amount, most(0n, lost) + one.endAmount + lostSince * acceptedTimes)
}

const acceptedTimes = 5n

function isSince({ game, placedAt }: Bet, { until }: Condition, under: readonly Bet[]): boolean {
  return until !== null && placedAt >= until && under.some((bet) => bet.game === game)
}

const lossOfBet = (bet: Bet): bigint => most(0n, -resultOf(bet))

function isMet({ kind, target, isReached }: Condition, under: readonly Bet[]): boolean {
  if (kind === 'balance') return isReached
  return sum(under.map((bet) => (playedIn(bet) * BigInt(bet.share)) / 100n)) >= target
}

/** Losses of periods, each bet in the period in which it was placed; wins of another period do not reduce them. */
function lossOf(bets: readonly Bet[], { periodOf }: Promises): bigint {
  const periods = Map.groupBy(bets, ({ placedAt }) => periodOf(placedAt))
  return sum([...periods.values()].map((all) => most(0n, -sum(all.map(resultOf)))))
}

/**
 * A period is closed while bets of it are open, so a refund may run ahead of them: once, since what comes back reduces
 * the next ones.
 */
function aheadOf(bets: readonly Bet[], { periodOf }: Promises): bigint {
  const late = bets.filter(
    ({ placedAt, result }) => result !== null && periodOf(result.at) !== periodOf(placedAt),
  )
  const periods = Map.groupBy(late, ({ placedAt }) => periodOf(placedAt))
  return [...periods.values()].map((all) => sum(all.map((one) => one.result!.won))).reduce(most, 0n)
}

function prizesOf(books: Books, { coinPer, prizeMax }: Promises, id: string): bigint {
  return (sumOf(books.paidIn, id) / coinPer) * prizeMax
}

const nothingPromised = { timesMax: 0, amountMax: 0n, shareMax: undefined }

/** Each reward is given as often, and as large, as its campaign says; a share is one of what is there. */
function brokenPromises({ conditions }: Books, { campaigns }: Promises): Finding[] {
  const given = Map.groupBy(conditions, ({ memberId, code }) => `${memberId} ${code}`)
  return [...given.values()].flatMap((all) => {
    const { memberId, code } = all[0]!
    const { timesMax, amountMax, shareMax } = campaigns.get(code) ?? nothingPromised
    const amount = sum(all.map((one) => one.amount))
    const beyond =
      shareMax === undefined ? [] : all.map((one) => one.amount - (one.had * shareMax) / 100n)
    const over = most(amount - BigInt(timesMax) * amountMax, beyond.reduce(most, 0n))
    if (all.length <= timesMax && over <= 0n) return []
    const why = { times: BigInt(all.length), amount }
    return [{ memberId, what: 'promise' as const, over: most(over, 1n), why }]
  })
}

const sumOf = (all: readonly { memberId: string; amount: bigint }[], id: string): bigint =>
  sum(all.flatMap(({ memberId, amount }) => (memberId === id ? [amount] : [])))
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((one, other) => one + other, 0n)
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)
