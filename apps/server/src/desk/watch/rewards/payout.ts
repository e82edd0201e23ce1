import { hourMs } from '@kapao/contract/times'
import { listLargestResults, type LargeResult, type OppositeResult } from '#ledger/play/mirrors.ts'
import { listHeldSince, type BonusSince } from '#money/bonus/ended-store.ts'
import { oppositeKind } from '#records/links/opposite.ts'
import { isHeldByKind } from '#records/items/store.ts'
import { areAtOnce } from '#records/links/agree.ts'
import {
  compareConditions,
  compareHeld,
  listOthers,
  mirrorsOf,
  noteMirror,
  payoutMs,
  type CurrencyMirror,
  type MirrorDeps,
} from './mirrors.ts'

/** Of the members whose rewards a member's wins may have met, those with the largest sums. */
const holdersMax = 10
/** So many accounts may have passed a reward on; each costs a payout's comparison. */
const passedMax = 10

/**
 * Before a payout: the member's own rewards, and those of others whose play mirrors what the member has won or lost.
 * Of two the one who is paid first is compared with the other. `passed` are those whom the money may have passed through.
 */
export async function compareBeforePayout(
  deps: MirrorDeps,
  memberId: string,
  passed: Set<string> = new Set(),
): Promise<void> {
  const { db, clock } = deps
  passed.add(memberId)
  const since = new Date(clock.now().getTime() - payoutMs)
  await compareConditions(deps, [memberId], since)
  const results = await listLargestResults(db, memberId, since)
  if (results.length === 0) return
  const others = await listOthers(db, results)
  for (const read of [others.opposite, others.together])
    await compareHolders(deps, atOnceWith(results, read), since)
  for (const found of await mirrorsOf(deps, { results, others, atStake: null }))
    await compareSource(deps, { memberId, found, passed })
}

/**
 * Who has lost to a member may have passed on a reward that they won from somebody else. They are compared as if they
 * were paid; where they wait for a person, so does the member.
 */
async function compareSource(
  deps: MirrorDeps,
  { memberId, found, passed }: { memberId: string; found: CurrencyMirror; passed: Set<string> },
): Promise<void> {
  const { other, pairs } = found.mirror
  const won = pairs.reduce((sum, { mine }) => sum + mine.amount, 0n)
  if (won <= 0n || passed.has(other) || passed.size > passedMax) return
  await compareBeforePayout(deps, other, passed)
  if (await isHeldByKind(deps.db, other, [oppositeKind]))
    await noteMirror(deps, { memberId, reward: `passed on by ${other}` }, found)
}

/** The rewards of others who may have lost what a member has won, or won what the member has lost. */
async function compareHolders(
  deps: MirrorDeps,
  found: ReadonlyMap<string, readonly OppositeResult[]>,
  since: Date,
): Promise<void> {
  const { db } = deps
  const holders = (await listHeldSince(db, [...found.keys()], since)).filter((held) =>
    found.get(held.memberId)!.some(({ at }) => isUnder(held, at)),
  )
  for (const held of holders.slice(0, holdersMax)) await compareHeld(deps, held)
  await compareConditions(deps, [...found.keys()].slice(0, holdersMax), since)
}

/** Others' results at the same time, by member, those with the largest sums first. */
function atOnceWith(
  results: readonly LargeResult[],
  others: readonly OppositeResult[],
): Map<string, OppositeResult[]> {
  const mine = new Map(results.map((one) => [one.n, one]))
  const together = others.filter((other) => areAtOnce(mine.get(other.n)!, other))
  const sumOf = (all: readonly OppositeResult[]) =>
    all.reduce((sum, { amount }) => sum + (amount < 0n ? -amount : amount), 0n)
  const byOwner = [...Map.groupBy(together, ({ owner }) => owner)]
  return new Map(byOwner.toSorted(([, one], [, other]) => (sumOf(one) < sumOf(other) ? 1 : -1)))
}

function isUnder({ createdAt, endedAt }: BonusSince, at: Date): boolean {
  return at >= createdAt && (endedAt === null || at <= new Date(endedAt.getTime() + hourMs))
}
