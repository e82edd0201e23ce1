import type { WalletCurrency } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import { isReportedBefore } from '#core/clock.ts'
import type { SuspenseReason, Payer } from '#outside/arrival.ts'
import {
  contradictsHolder,
  digitsProveMin,
  type Holder,
  type PaidFrom,
} from '#outside/bank/payer.ts'
import { compareReported, namesAgree, showsName } from './reported-name.ts'

export type Candidate = {
  id: string
  currency: WalletCurrency
  bankAccountName: string
  bankAccountNo: string
  /** When the account and its name were last changed. */
  detailsSince: Date
}

export type ReportedPayment = { payer: Payer; money: Money; paidAt: Date }

/** The judgment needs no database: its tests give answers of their own. */
export type MatchDeps = {
  /** Members whose registered account number ends in `tail`. */
  findPayers: (wanted: { bank: string | null; tail: string }) => Promise<Candidate[]>
  /** The member for whom exactly this amount was reserved. */
  findReserved: (money: Money) => Promise<(Holder & { id: string }) | null>
  /** Those of these members who have been credited with money from what is shown of this payer. */
  findPaidBefore: (members: readonly string[], from: PaidFrom) => Promise<readonly string[]>
}

export type Match = { memberId: string; hold: null } | { memberId: null; hold: SuspenseReason }

/** Four digits identify an account only together with the bank. */
const tailAloneMin = 6

/**
 * Finds the owner of the money: by the paying account, else by an amount that was reserved for one member. More than
 * one candidate is for an operator to decide, and so is one of whom the bank shows too little; the newest or nearest
 * is never guessed. A member whose details were made to fit after the payment is not matched: they may have read them
 * off somebody else's slip, so the money waits for a slip of their own.
 */
export async function matchPayer(deps: MatchDeps, reported: ReportedPayment): Promise<Match> {
  const { payer, money, paidAt } = reported
  const { account, bank = null, name } = payer
  const identifies = account !== undefined && (bank !== null || account.length >= tailAloneMin)
  const found = identifies ? await deps.findPayers({ bank, tail: account }) : []
  // The same digits at two banks are two accounts; only candidates in the money's currency are considered, if any.
  const ofCurrency = found.filter(({ currency }) => currency === money.currency)
  const candidates = ofCurrency.length > 0 ? ofCurrency : found
  const agreeing = candidates.filter((one) => namesAgree(name, one.bankAccountName))
  if (agreeing.length > 0) {
    const one = await findProven(deps, reported, agreeing)
    if (one === null) return held(agreeing.length > 1 ? 'ambiguous' : 'unproven-payer')
    return isReportedBefore(paidAt, one.detailsSince)
      ? held('unknown-payer')
      : { memberId: one.id, hold: null }
  }
  if (candidates.length > 0) return held('wrong-payer')
  // The bank names a payer who is no member: a reserved amount must not override that, nor any partial detail.
  const reserved = identifies ? null : await deps.findReserved(money)
  return reserved === null || contradicts(payer, reserved)
    ? held('unknown-payer')
    : { memberId: reserved.id, hold: null }
}

function held(hold: SuspenseReason): Match {
  return { memberId: null, hold }
}

/**
 * The one candidate whom the report proves: by a whole word of the name or nine digits, by an amount reserved for
 * them, or because money came to them from such a payer before. Another member who registers the same digits must not take
 * it, nor keep it from its owner: between two, only a reserved amount decides, or that the same name has paid for one
 * of them from there before. How much of a name agrees does not, since anybody could register a name as banks cut it
 * off (docs/fraud.md, six digits).
 */
async function findProven(
  deps: MatchDeps,
  { payer, money }: ReportedPayment,
  agreeing: readonly Candidate[],
): Promise<Candidate | null> {
  const { account = '', bank = null } = payer
  const name = showsName(payer.name) ? payer.name! : null
  const [first, ...others] = agreeing
  const isNamed = compareReported(payer.name, first!.bankAccountName) === 'word'
  if (others.length === 0 && (isNamed || account.length >= digitsProveMin)) return first!
  const reserved = await deps.findReserved(money)
  const reserving = agreeing.find(({ id }) => id === reserved?.id)
  if (reserving) return reserving
  if (others.length > 0 && name === null) return null
  const ids = agreeing.map(({ id }) => id)
  const known = await deps.findPaidBefore(ids, { bank, tail: account, name })
  return known.length === 1 ? agreeing.find(({ id }) => id === known[0])! : null
}

/** A bank's report decides together with the account, so a name that may only be cut off contradicts nothing. */
export function contradicts(payer: Payer, holder: Holder): boolean {
  return contradictsHolder(payer, holder, (reported, own) => !namesAgree(reported, own))
}
