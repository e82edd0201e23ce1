import { textOfMoney } from '@kapao/contract/money'
import type { WalletCurrency } from '@kapao/contract/limits'
import { dayMs, hourMs } from '@kapao/contract/times'
import { bangkokDayName, type Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import {
  listLargestResults,
  listOppositeResults,
  listResultsTogether,
  type LargeResult,
  type OppositeResult,
} from '#ledger/play/mirrors.ts'
import { shareOfSizes } from '#ledger/play/usual.ts'
import type { BonusSince } from '#money/bonus/ended-store.ts'
import { listBoundSince } from '#money/conditions/store.ts'
import { noteItem } from '#records/items/store.ts'
import { closeness } from '#records/links/chance.ts'
import { findMirrors, isBeyondChance, mirrored, type Mirror } from '#records/links/mirror.ts'
import { oppositeKind, type PlayResult } from '#records/links/opposite.ts'
import { holdsOf } from './bonus.ts'

export type MirrorDeps = { db: Db; clock: Clock }

/** A bonus or a condition can be older; what was played longer ago than this is not compared. */
const comparedMs = 30 * dayMs
/** A payout is of what was won in this time. */
export const payoutMs = 72 * hourMs
/** The largest mirrored results whose sizes are looked up. */
const sizesMax = 3

type MirrorQuery = {
  memberId: string
  since: Date
  /** What a part of has to be mirrored, where it is less than all that was played. */
  atStake: bigint | null
  /** The campaign or the source of the reward, for the operator. */
  reward: string
}

/**
 * Compares a member's play under a reward with that of all others at the same games at the same time. What mirrors it is
 * an item that holds the rewards and withdrawals of both. Runs when a reward is released and when money is paid out.
 */
async function compareWithAll(deps: MirrorDeps, compared: MirrorQuery): Promise<void> {
  const { db, clock } = deps
  const oldest = new Date(clock.now().getTime() - comparedMs)
  const since = compared.since > oldest ? compared.since : oldest
  const results = await listLargestResults(db, compared.memberId, since)
  if (results.length === 0) return
  const others = await listOthers(db, results)
  for (const mirror of await mirrorsOf(deps, { results, others, atStake: compared.atStake }))
    await noteMirror(deps, compared, mirror)
}

type Others = { opposite: OppositeResult[]; together: OppositeResult[] }

/** Apart from each other, since large results of strangers would otherwise displace those that agree. */
export async function listOthers(db: Db, results: readonly LargeResult[]): Promise<Others> {
  return {
    opposite: await listOppositeResults(db, results, mirrored),
    together: await listResultsTogether(db, results),
  }
}

export type CurrencyMirror = { mirror: Mirror; currency: WalletCurrency }

export async function mirrorsOf(
  deps: MirrorDeps,
  asked: { results: readonly LargeResult[]; others: Others; atStake: bigint | null },
): Promise<CurrencyMirror[]> {
  const { results, others, atStake: most } = asked
  const { played, currency } = results[0]!
  const atStake = most !== null && most < played ? most : played
  const found: CurrencyMirror[] = []
  for (const mirror of findMirrors(results, others, atStake))
    if (isBeyondChance(mirror, await sharesOf(deps, { mirror, currency })))
      found.push({ mirror, currency })
  return found
}

/** How usual the sizes of the largest mirrored results are at their game, in the days before they were played. */
function sharesOf(
  { db }: MirrorDeps,
  { mirror: { pairs }, currency }: CurrencyMirror,
): Promise<number[]> {
  const { game, since } = pairs[0]!.mine
  const sizes = pairs
    .map(({ mine }) => mine)
    .filter((mine) => mine.game === game)
    .slice(0, sizesMax)
    .map(({ amount }) => (amount < 0n ? -amount : amount))
  return shareOfSizes(db, { game, currency, sizes, before: since }, closeness)
}

/** Everything that a member has played in the last days, before a refund of it. */
export async function comparePlay(
  deps: MirrorDeps,
  memberId: string,
  reward: string,
): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - payoutMs)
  await compareWithAll(deps, { memberId, since, atStake: null, reward })
}

/** A bonus from its beginning on, against everything that its member had under it. */
export function compareHeld(
  deps: MirrorDeps,
  { memberId, createdAt, deposit, bonus, code }: BonusSince,
): Promise<void> {
  const atStake = deposit + bonus
  return compareWithAll(deps, { memberId, since: createdAt, atStake, reward: code })
}

/** What must be played for rewards that were credited freely, together. */
export async function compareConditions(
  deps: MirrorDeps,
  members: readonly string[],
  since: Date,
): Promise<void> {
  for (const { memberId, createdAt, toPlay, source } of await listBoundSince(
    deps.db,
    members,
    since,
  ))
    await compareWithAll(deps, { memberId, since: createdAt, atStake: toPlay, reward: source })
}

export async function noteMirror(
  { db, clock }: MirrorDeps,
  { memberId, reward }: Pick<MirrorQuery, 'memberId' | 'reward'>,
  { mirror, currency }: CurrencyMirror,
): Promise<void> {
  const { other, pairs, sum } = mirror
  const [one, second] = memberId < other ? [memberId, other] : [other, memberId]
  const day = bangkokDayName(pairs[0]!.mine.at)
  const textOf = ({ owner, game, amount, at }: PlayResult) =>
    `${owner} ${textOfMoney({ amount, currency })} at ${game}, ${at.toISOString()}`
  const of = (isLost: boolean) =>
    pairs
      .map(({ mine, theirs }) => (mine.amount < 0n === isLost ? mine : theirs))
      .slice(0, shownMax)
      .map(textOf)
  await noteItem(db, {
    kind: oppositeKind,
    key: `${one}:${second}:${day}`,
    memberId: one,
    otherId: second,
    words: `Under a reward (${reward}) ${memberId} and ${other} had opposite results at the same time, ${textOfMoney({ amount: sum, currency })} in ${pairs.length}.`,
    evidence: { day, bonus: reward, lost: of(true), won: of(false), count: pairs.length },
    holds: await holdsOf(db, 'withdraw.waitOpposite'),
    since: clock.now(),
  })
}

const shownMax = 5
