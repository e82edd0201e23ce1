import { type Currency, type Money, textOfMoney } from '@kapao/contract/money'
import type { Actor } from '#core/audit/audit-store.ts'
import type { Decide, DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import type { SettledArrival } from '#outside/arrival.ts'
import type { Deposits } from './settle.ts'
import { type Deposit, findDeposit, wasTakenBack } from './store.ts'

export type Decider = { actor: Actor; requestId: string; note: string }

export type ResolveDeps = {
  db: Db
  clock: Clock
  accounts: AccountBook
  deposits: Pick<Deposits, 'settle' | 'place'>
  /** The operator's bank accounts that members are shown, as `KBANK:1112223334`. */
  listOwnParties: (currency: Currency) => Promise<readonly string[]>
}

export const matchingKind = 'deposits match'

export type DecideDeps = ResolveDeps & {
  decide: Decide
  /** The reason why the bank's own statement contradicts the transfer; null if it shows it or cannot be asked. */
  findAgainst: (seen: {
    party: string
    reference: string
    money: Money
    paidAt: Date
  }) => Promise<string | null>
  /** Whether only a message reported it and its bank, which can be asked, does not show it. */
  isUnshown: (id: string) => Promise<boolean>
}

/** It waits because nothing but a message has reported it. */
export function restsOnMessage({ why }: Pick<Deposit, 'why'>): boolean {
  return why === 'unconfirmed' || why === 'message'
}

/** One operator's decision to whom suspended money belongs; what banks report is matched in bankfeed/match.ts. */
export async function decideMatch(
  deps: DecideDeps,
  match: Decider & { id: string; memberId: string },
): Promise<DecisionResult<SettledArrival>> {
  const { id, memberId, note, actor, requestId } = match
  const deposit = await loadSuspended(deps.db, id)
  const isUnshown = restsOnMessage(deposit) && (await deps.isUnshown(id))
  const reason = isUnshown
    ? 'only a message reported it, and its bank does not show it'
    : await findSecondReason(deps, deposit, memberId)
  const because = reason === null ? '' : ` (${reason})`
  const words = `${textOf(deposit)} to ${memberId}, deposit ${id}${because}: ${note}`
  const gives = reason === null ? [moneyOf(deposit)] : null
  const wish = { subject: id, what: { id, memberId, note }, words, gives, actor, requestId }
  return deps.decide({ ...wish, kind: matchingKind }, () => matchDeposit(deps, match))
}

export function moneyOf({ amount, currency }: Money): Money {
  return { amount, currency }
}

export function textOf(money: Money): string {
  return `${textOfMoney(money)} ${money.currency}`
}

/**
 * Credits suspended money to the member whom an operator has found, once, however often it is called. The database
 * refuses it without the decision that `decideMatch` requires.
 */
export async function matchDeposit(
  { db, deposits }: ResolveDeps,
  { id, memberId, ...decider }: Decider & { id: string; memberId: string },
): Promise<SettledArrival> {
  const deposit = await loadSuspended(db, id)
  const settled = await deposits.place(deposit, { memberId, ...decider })
  if (settled.outcome === 'credited' || settled.outcome === 'suspended') return settled
  // It was read before it was locked: another operator may have been first.
  throw new OperatorRefused(
    `Deposit ${id} is ${settled.state}; nothing was moved.`,
    'ended-otherwise',
  )
}

/**
 * The reason why a second operator must agree to this match, however small the amount; null if one is enough. Moving
 * money that was taken out of one wallet, or waits for one member, to another is how an operator would rob a member
 * for a friend.
 */
async function findSecondReason(
  { db }: Pick<ResolveDeps, 'db'>,
  deposit: Deposit,
  memberId: string,
): Promise<string | null> {
  if (await wasTakenBack(db, deposit.id)) return 'it was taken out of a wallet'
  if (deposit.memberId !== null && deposit.memberId !== memberId)
    return `it waits for ${deposit.memberId}`
  return null
}

export async function loadDeposit(db: Db, id: string): Promise<Deposit> {
  const deposit = await findDeposit(db, id)
  if (!deposit) throw new OperatorRefused(`There is no deposit ${id}.`, 'not-found')
  return deposit
}

/** A suspended deposit, or a refusal that gives its state. */
async function loadSuspended(db: Db, id: string): Promise<Deposit> {
  const deposit = await loadDeposit(db, id)
  if (deposit.state !== 'suspended')
    throw new OperatorRefused(
      `Deposit ${id} is ${deposit.state}; nothing was moved.`,
      'ended-otherwise',
    )
  return deposit
}
