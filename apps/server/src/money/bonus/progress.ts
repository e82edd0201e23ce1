import type { BonusEnding, readActiveBonus } from '@kapao/contract/bonus'
import type { AnswerOf } from '#core/calls/route.ts'
import type { Queryable } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import { findBalanceAt, listBalances, type Balance, walletOf } from '#ledger/read.ts'
import { readPlaySince } from '#ledger/play/running.ts'
import type { SettledPlay } from '#ledger/play/settled.ts'
import { readSlowGames } from '#money/games/read.ts'
import { listOpenGames } from '#money/transfers/read.ts'
import { findCampaign } from './campaign-store.ts'
import { isUnderCondition, totalOf, type GrantDeps } from './grant.ts'
import { findHeld } from './read.ts'
import { releaseStateOf } from './release.ts'
import { findLastEnded, listTakings, type HeldBonus, type BonusTaking } from './store.ts'

export type ReleaseRule = {
  /** Compares the play under a bonus with that of others, and lists what a person must look at. Moves nothing. */
  look: (held: HeldBonus, moment: 'met' | 'below' | 'emptied') => Promise<void>
}
export type ReleaseDeps = GrantDeps & { release: ReleaseRule }

export type BonusProgress = {
  /** Wallet, games and money on its way between them. */
  total: bigint
  /** The value compared with the target: the total, or the stakes. */
  reached: bigint
  isMet: boolean
  mayEndLow: boolean
}

/** How far a condition is met, as the ledger knows it; asks no provider, so that it can run inside a transaction. */
export async function progressOf(
  deps: Pick<GrantDeps, 'clock'>,
  on: Queryable,
  { held, balances }: { held: HeldBonus; balances: readonly Balance[] },
): Promise<BonusProgress> {
  const total = totalOf(balances)
  const reached = held.terms.kind === 'balance' ? total : await stakedSince(deps, on, held)
  return {
    total,
    reached,
    isMet: reached >= held.target,
    mayEndLow: total <= held.endAmount,
  }
}

/** The stakes that are certain and decided, weighted by game as in the terms. */
async function stakedSince(
  { clock }: Pick<GrantDeps, 'clock'>,
  on: Queryable,
  { memberId, shares, createdAt }: HeldBonus,
): Promise<bigint> {
  const rules = { now: clock.now(), staysOpen: await readSlowGames(on) }
  const { staked } = await readPlaySince(on, { memberId, since: createdAt }, rules)
  return turnoverOf(staked, shares)
}

/** Each game's stakes, weighted as in the terms. */
export function turnoverOf(
  play: readonly Pick<SettledPlay, 'game' | 'staked'>[],
  shares: HeldBonus['shares'],
): bigint {
  return [...Map.groupBy(play, ({ game }) => game)].reduce((sum, [game, all]) => {
    const staked = all.reduce((one, other) => one + other.staked, 0n)
    return sum + (staked * BigInt(Math.round((shares[game] ?? 100) * 100))) / 10_000n
  }, 0n)
}

/** OP-BONACT: whether a reward is held and how far it has come; for a turnover condition the total is the stakes. */
export async function viewActiveBonus(
  deps: ReleaseDeps,
  memberId: string,
): Promise<AnswerOf<typeof readActiveBonus>> {
  const { db } = deps
  const held = await findHeld(db, memberId)
  if (!held) return { status: false, type: null, progress: null }
  const { currency, target, endAmount } = held
  const scene = { held, balances: await listBalances(db, memberId) }
  const { total, reached } = await progressOf(deps, db, scene)
  const shown = held.terms.kind === 'balance' ? total : reached
  return {
    status: true,
    // A campaign is never deleted; other rewards have no type and are named by their source.
    type: held.source === 'bonus' ? (await findCampaign(db, held.code))!.type : held.source,
    progress: {
      code: held.code,
      kind: held.terms.kind,
      total: { amount: shown, currency },
      target: { amount: target, currency },
      endAmount: { amount: endAmount, currency },
      has: { amount: total, currency },
      end: await judgeEnding(deps, db, scene),
    },
  }
}

/** OP-BONMIN: true if the total is low enough to end it; false for a member who holds none, too. */
export async function isLowEnoughToEnd(deps: GrantDeps, memberId: string): Promise<boolean> {
  const held = await findHeld(deps.db, memberId)
  if (!held) return false
  // Its member may end it whatever it has reached, and keeps everything but the reward.
  if (held.deniedBy !== null) return true
  const balances = await listBalances(deps.db, memberId)
  return (await progressOf(deps, deps.db, { held, balances })).mayEndLow
}

export type Bill = { held: HeldBonus; takings: BonusTaking[] }

/** The bill of the bonus that ended last; null if none has. */
export async function readBill({ db }: GrantDeps, memberId: string): Promise<Bill | null> {
  const held = await findLastEnded(db, memberId)
  return held && { held, takings: await listTakings(db, held.id) }
}

export type Preview = {
  allowed: boolean
  why: BonusEnding | 'unknown'
  lost: { place: string; amount: bigint }[]
  kept: bigint
  held: HeldBonus
}

/** What `clear` would do now, by the same judgment; takes nothing. */
export async function previewClear(deps: ReleaseDeps, memberId: string): Promise<Preview> {
  const { db } = deps
  const held = await findHeld(db, memberId)
  if (held?.state !== 'active') throw new Refused('NO_DATA')
  const isKnown = await deps.refreshAll(memberId)
  const balances = await listBalances(db, memberId)
  const judged = await judgeEnding(deps, db, { held, balances })
  const why = !isKnown && judged !== 'transfers' ? 'unknown' : judged
  const games = gamesOf(balances).map(({ party, money }) => ({
    place: party,
    amount: money.amount,
  }))
  const taken = takenOf(why, { held, balances })
  return {
    allowed: why === 'met' || why === 'below' || why === 'denied',
    why,
    lost: taken > 0n ? [{ place: 'wallet', amount: taken }, ...games] : games,
    kept: (walletOf(balances)?.money.amount ?? 0n) - taken,
    held,
  }
}

/** The reward is deducted where an operator has denied it, as far as it is still in the wallet. */
export function takenOf(why: Preview['why'], { held: { bonus }, balances }: BonusHoldings): bigint {
  if (why !== 'denied') return 0n
  const wallet = walletOf(balances)?.money.amount ?? 0n
  return wallet < bonus ? wallet : bonus
}

export type BonusHoldings = { held: HeldBonus; balances: readonly Balance[] }

/** Whether its member may end the bonus now, and why not; takes nothing. */
export async function judgeEnding(
  deps: ReleaseDeps,
  on: Queryable,
  scene: BonusHoldings,
): Promise<BonusEnding> {
  if ((await listOpenGames(on, scene.held.memberId)).length > 0) return 'transfers'
  const state = await releaseStateOf(on, scene.held)
  if (state === 'denied') return 'denied'
  const { isMet, mayEndLow } = await progressOf(deps, on, scene)
  if (state === 'held' && (isMet || mayEndLow)) return 'held'
  if (isMet && keepsTooMuch(scene)) return 'cap'
  if (isMet) return 'met'
  return mayEndLow ? 'below' : 'condition'
}

/** The wallet stays as it is, so ending would release more than the terms allow; a withdrawal releases just that. */
function keepsTooMuch({ held: { withdrawMax }, balances }: BonusHoldings): boolean {
  const wallet = walletOf(balances)?.money.amount ?? 0n
  return withdrawMax !== null && wallet > withdrawMax
}

export function gamesOf(balances: readonly Balance[]): Balance[] {
  return balances.filter(({ kind, money }) => kind === 'game' && money.amount > 0n)
}

/** Whether nothing is left under a condition, and has not been for `quietMs`: a running bet may still win. */
export async function isEmptied(
  deps: GrantDeps,
  on: Queryable,
  { held, quietMs }: { held: HeldBonus; quietMs: number },
): Promise<boolean> {
  const balances = await listBalances(on, held.memberId)
  if (totalOf(balances) > 0n) return false
  const since = new Date(deps.clock.now().getTime() - quietMs)
  if (held.createdAt > since) return false
  for (const one of balances.filter(isUnderCondition))
    if ((await findBalanceAt(on, one, since)).seq !== one.seq) return false
  return true
}
