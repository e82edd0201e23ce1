import type { WalletCurrency } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import { isReportedBefore } from '#core/clock.ts'
import type { SuspenseReason, Payer } from '#outside/arrival.ts'
import { withoutTitles } from '#outside/bank/names.ts'
import { contradictsHolder, type Holder } from '#outside/bank/payer.ts'

export type Candidate = {
  id: string
  currency: WalletCurrency
  bankAccountName: string
  bankAccountNo: string
  /** When the account and its name were last changed. */
  detailsSince: Date
}

export type ReportedPayment = { payer: Payer; money: Money; paidAt: Date }

export type MatchDeps = {
  /** Members whose registered account number ends in `tail`. */
  findPayers: (wanted: { bank: string | null; tail: string }) => Promise<Candidate[]>
  /** The member for whom exactly this amount was reserved. */
  findReserved: (money: Money) => Promise<(Holder & { id: string }) | null>
}

export type Match = { memberId: string; hold: null } | { memberId: null; hold: SuspenseReason }

/** Four digits identify an account only together with the bank. */
const tailAloneMin = 6

/**
 * Finds the owner of the money: by the paying account, else by an amount that was reserved for one member. More than
 * one candidate is for an operator to decide; the newest or nearest is never guessed. A member whose details were
 * made to fit after the payment is not matched: they may have read them off somebody else's slip, so the money waits
 * for a slip of their own.
 */
export async function matchPayer(
  deps: MatchDeps,
  { payer, money, paidAt }: ReportedPayment,
): Promise<Match> {
  const { account, bank = null, name } = payer
  const identifies = account !== undefined && (bank !== null || account.length >= tailAloneMin)
  const found = identifies ? await deps.findPayers({ bank, tail: account }) : []
  // The same digits at two banks are two accounts; only candidates in the money's currency are considered, if any.
  const ofCurrency = found.filter(({ currency }) => currency === money.currency)
  const candidates = ofCurrency.length > 0 ? ofCurrency : found
  const named = candidates.filter((one) => namesAgree(name, one.bankAccountName))
  if (named.length > 1) return { memberId: null, hold: 'ambiguous' }
  const [one] = named
  if (one)
    return isReportedBefore(paidAt, one.detailsSince)
      ? { memberId: null, hold: 'unknown-payer' }
      : { memberId: one.id, hold: null }
  if (candidates.length > 0) return { memberId: null, hold: 'wrong-payer' }
  // The bank names a payer who is no member: a reserved amount must not override that, nor any partial detail.
  const reserved = identifies ? null : await deps.findReserved(money)
  return reserved === null || contradicts(payer, reserved)
    ? { memberId: null, hold: 'unknown-payer' }
    : { memberId: reserved.id, hold: null }
}

/** A bank's report decides together with the account, so a name that may only be cut off contradicts nothing. */
export function contradicts(payer: Payer, holder: Holder): boolean {
  return contradictsHolder(payer, holder, (reported, own) => !namesAgree(reported, own))
}

/** Banks cut names off and may write them in another alphabet; names that cannot be compared contradict nothing. */
export function namesAgree(reported: string | undefined, registered: string): boolean {
  const [theirs, ours] = withoutTitles(reported ?? '', registered)
  // Only banks mask: a member who has registered the name X is not anybody.
  const [one, other] = [wordsOf(theirs.replace(/[*x.]+$/iu, '')), wordsOf(ours)]
  const [first] = one
  if (!first || !other[0] || isLatin(first) !== isLatin(other[0])) return true
  if (!startsAlike(first, other[0])) return false
  const last = one.at(-1)!
  return one.length === 1 || other.length === 1 || startsAlike(last, other.at(-1)!)
}

function wordsOf(name: string): string[] {
  const plain = name.toUpperCase().replace(/\.+$/u, '')
  return plain.split(/\s+/u).filter((word) => /\p{L}/u.test(word))
}

function startsAlike(reported: string, registered: string): boolean {
  const seen = reported.replaceAll(/[^\p{L}\p{M}]/gu, '')
  return registered.startsWith(seen) || seen.startsWith(registered)
}

function isLatin(word: string): boolean {
  return /^\p{Script=Latin}/u.test(word)
}
