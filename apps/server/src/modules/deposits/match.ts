import { type Currency, type Money, textOfMoney } from '@kapao/contract/money'
import type { Actor } from '#core/audit/audit-store.ts'
import type { Decide, Decided } from '#core/audit/decided.ts'
import { OperatorRefused } from '#core/calls/refuse.ts'
import type { Clock } from '#core/clock.ts'
import type { Db, Tx } from '#core/db/db.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import type { Settled } from '#outside/arrival.ts'
import type { Deposits } from './settle.ts'
import { type Deposit, findDeposit, isTakenBack } from './store.ts'

export type Decider = { actor: Actor; requestId: string; note: string }

export type ResolveDeps = {
  db: Db
  clock: Clock
  accounts: AccountBook
  deposits: Pick<Deposits, 'settle' | 'place'>
  /** The bank accounts of ours that are named to members, as `KBANK:1112223334`. */
  listOwnParties: (currency: Currency) => Promise<readonly string[]>
  lockMember: (tx: Tx, memberId: string) => Promise<void>
  failRow: (tx: Tx, memberId: string, seq: bigint) => Promise<void>
}

export const matchingKind = 'deposits match'

export type DecideDeps = ResolveDeps & {
  decide: Decide
  /** What the bank's own statement says against it; null where it shows it, or cannot be asked. */
  findAgainst: (seen: {
    party: string
    reference: string
    money: Money
    paidAt: Date
  }) => Promise<string | null>
  /** Whether a message told of it and its bank, which can be asked, does not show it. */
  isUnshown: (id: string) => Promise<boolean>
}

/** One operator's word on whose the waiting money is. */
export async function decideMatch(
  deps: DecideDeps,
  match: Decider & { id: string; memberId: string },
): Promise<Decided<Settled>> {
  const { id, memberId, note, actor, requestId } = match
  const deposit = await loadSuspended(deps.db, id)
  const isUnshown = deposit.why === 'unconfirmed' && (await deps.isUnshown(id))
  const reason = isUnshown
    ? 'a message told of it, and its bank does not show it'
    : await findSecondReason(deps, { id, memberId })
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

/** Gives suspended money to the member whose it is, as a person has found out; once, however often it is asked. The database refuses it without the word that `decideMatch` asks for. */
export async function matchDeposit(
  { db, deposits }: ResolveDeps,
  { id, memberId, ...decider }: Decider & { id: string; memberId: string },
): Promise<Settled> {
  const deposit = await loadSuspended(db, id)
  const settled = await deposits.place(deposit, { memberId, ...decider })
  if (settled.outcome === 'credited' || settled.outcome === 'suspended') return settled
  // Read before it was locked: somebody else may have been first.
  throw new OperatorRefused(`Deposit ${id} is ${settled.state}; nothing was moved.`)
}

/**
 * Why the word of one person is not enough to give this money to this member, however little it is; null where it may be. What was taken
 * out of one wallet, or waits under one name, and goes to another is how one member is robbed for a friend.
 */
async function findSecondReason(
  { db }: Pick<ResolveDeps, 'db'>,
  { id, memberId }: { id: string; memberId: string },
): Promise<string | null> {
  const deposit = await loadSuspended(db, id)
  if (await isTakenBack(db, id)) return 'it was taken out of a wallet'
  if (deposit.memberId !== null && deposit.memberId !== memberId)
    return `it waits for ${deposit.memberId}`
  return null
}

/** A deposit that waits for a place, or a refusal that says what became of it. */
export async function loadSuspended(db: Db, id: string): Promise<Deposit> {
  const deposit = await findDeposit(db, id)
  if (!deposit) throw new OperatorRefused(`There is no deposit ${id}.`)
  if (deposit.state !== 'suspended')
    throw new OperatorRefused(`Deposit ${id} is ${deposit.state}; nothing was moved.`)
  return deposit
}
