import type { WalletCurrency } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import type { readCurrentWithdrawal, NotYetReason } from '@kapao/contract/withdrawals'
import type { AnswerOf } from '#core/calls/route.ts'
import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { Refused } from '#core/refused.ts'
import { listBalances, walletOf, type Balance } from '#ledger/read.ts'
import { findKept, mostBeside, type KeptMoney } from '#money/conditions/rule.ts'
import { findHeldAfter, hasOpen } from '#money/withdrawals/read.ts'
import { progressOf, type BonusHoldings, type ReleaseDeps } from './progress.ts'
import { findHeld } from './read.ts'
import { releaseStateOf } from './release.ts'
import type { HeldBonus } from './store.ts'

/** How much may leave at most, and what keeps the rest. */
type Limit = { most: bigint; why: NotYetReason }

export type Withdrawable = {
  currency: WalletCurrency
  /** A withdrawal of everything is accepted for this much, and for no satang more. */
  amount: bigint
  /** The rest of what is in the wallet and the games. */
  notYet: bigint
  /** What keeps the rest; null where nothing does. */
  why: NotYetReason | null
  kept: KeptMoney
}

/**
 * What every screen, the chat and the canned answers show as withdrawable: the same limits as those of a withdrawal,
 * as the ledger knows the games. The amounts allowed at a time are settings, and apply as well. Moves nothing.
 */
export async function findWithdrawable(
  { clock }: { clock: Clock },
  on: Queryable,
  memberId: string,
): Promise<Withdrawable> {
  const balances = await listBalances(on, memberId)
  const has = balances
    .filter(({ kind }) => kind === 'wallet' || kind === 'game')
    .reduce((sum, { money }) => sum + money.amount, 0n)
  const kept = await findKept({ clock }, on, memberId)
  const limits = [
    await findBonusLimit({ clock }, on, { memberId, balances }),
    kept.amount > 0n ? ({ most: mostBeside(kept, balances), why: 'REWARDS' } as const) : null,
    (await hasOpen(on, memberId)) ? ({ most: 0n, why: 'WITHDRAWAL' } as const) : null,
  ]
  // Of two that allow as little, the first is the one that a withdrawal is refused for.
  const least = limits.reduce<Limit | null>(
    (found, one) => (one && (!found || one.most < found.most) ? one : found),
    null,
  )
  const amount = least && least.most < has ? least.most : has
  return {
    currency: walletOf(balances)!.money.currency as WalletCurrency,
    amount,
    notYet: has - amount,
    why: amount < has ? least!.why : null,
    kept,
  }
}

export type WithdrawableAnswer = Pick<
  Extract<AnswerOf<typeof readCurrentWithdrawal>, { withdrawable: unknown }>,
  'kept' | 'withdrawable'
>

/** The same as the page receives it. */
export async function showWithdrawable(
  deps: { db: Queryable; clock: Clock },
  memberId: string,
): Promise<WithdrawableAnswer> {
  const { currency, amount, notYet, why, kept } = await findWithdrawable(deps, deps.db, memberId)
  const money = (amount: bigint): Money => ({ amount, currency })
  const isKept = kept.amount > 0n
  const done = kept.required - kept.toPlay
  return {
    kept: isKept ? { amount: money(kept.amount), toPlay: money(kept.toPlay) } : null,
    withdrawable: {
      amount: money(amount),
      notYet: money(notYet),
      why,
      played: isKept ? { done: money(done), required: money(kept.required) } : null,
    },
  }
}

async function findBonusLimit(
  deps: { clock: Clock },
  on: Queryable,
  { memberId, balances }: { memberId: string; balances: readonly Balance[] },
): Promise<Limit | null> {
  const held = await findHeld(on, memberId)
  return held && (await limitOf(deps, on, { held, balances }))
}

/** What a bonus allows now: nothing, as much as its terms, or anything (null). */
async function limitOf(
  deps: { clock: Clock },
  on: Queryable,
  scene: BonusHoldings,
): Promise<Limit | null> {
  const { held } = scene
  if (await isUsed(on, held)) return { most: 0n, why: 'BONUS' }
  if (!(await progressOf(deps, on, scene)).isMet) return { most: 0n, why: 'BONUS' }
  const state = await releaseStateOf(on, held)
  if (state !== 'free') return { most: 0n, why: state === 'held' ? 'CHECK' : 'BONUS' }
  return held.withdrawMax === null ? null : { most: held.withdrawMax, why: 'BONUS_MAXIMUM' }
}

/** One withdrawal is allowed; the rest is deducted, even if that has to wait for a game. */
async function isUsed(on: Queryable, held: HeldBonus): Promise<boolean> {
  if (held.state !== 'active') return true
  return (await findHeldAfter(on, held.memberId, held.statementSeq)) !== null
}

/**
 * Checked before a withdrawal is held, and again in the transaction of one that emptied the games first. A member who
 * holds no bonus, or has met the target, may withdraw; more than the terms allow is refused.
 */
export function openWithdrawalRule(deps: ReleaseDeps) {
  return async (on: Queryable, memberId: string, money?: Money): Promise<boolean> => {
    const held = await findHeld(on, memberId)
    if (!held) return false
    if (await isUsed(on, held)) return true
    // Providers are asked only outside a transaction. An unknown balance may have been lost since, so the refusal is
    // temporary.
    if (on === deps.db && !(await deps.refreshAll(memberId))) throw new Refused('SERVICE_BUSY')
    const scene = { held, balances: await listBalances(on, memberId) }
    if (on === deps.db && (await progressOf(deps, on, scene)).isMet)
      await deps.release.look(held, 'met')
    const limit = await limitOf(deps, on, scene)
    if (!limit) return false
    if (limit.why === 'CHECK' && on === deps.db) throw new Refused('REWARD_HELD')
    if (limit.why !== 'BONUS_MAXIMUM') return true
    if (money && money.amount > limit.most) throw new Refused('WITHDRAW_MAXIMUM')
    return false
  }
}
