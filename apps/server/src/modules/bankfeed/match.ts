import type { WalletCurrency } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import { isToldBefore } from '#core/clock.ts'
import type { HoldReason, Payer } from '#outside/arrival.ts'

export type Candidate = {
  id: string
  currency: WalletCurrency
  bankAccountName: string
  bankAccountNo: string
  /** When the account and its name became what they are. */
  detailsSince: Date
}

export type ToldPayment = { payer: Payer; money: Money; paidAt: Date }

export type MatchDeps = {
  /** Members whose registered account ends so. */
  findPayers: (wanted: { bank: string | null; tail: string }) => Promise<Candidate[]>
  /** The member for whom exactly this amount was reserved. */
  findReserved: (money: Money) => Promise<Holder | null>
}

/** A member as the bank would tell of them. */
export type Holder = Pick<Candidate, 'id' | 'bankAccountName' | 'bankAccountNo'> & {
  bankCode: string
}

export type Match = { memberId: string; hold: null } | { memberId: null; hold: HoldReason }

/** Four digits say something only together with the bank. */
const tailAloneMin = 6

/**
 * Whose money it is: by the account that paid, else by an amount that was reserved for one member. More than one who may be
 * meant is for a person to decide; it is never the newest or the nearest. Nor is it whoever made their details fit after it was
 * paid: that may be read off somebody else's slip, and waits for what a slip of their own says.
 */
export async function matchPayer(
  deps: MatchDeps,
  { payer, money, paidAt }: ToldPayment,
): Promise<Match> {
  const { account, bank = null, name } = payer
  const tells = account !== undefined && (bank !== null || account.length >= tailAloneMin)
  const found = tells ? await deps.findPayers({ bank, tail: account }) : []
  // The same digits at two banks are two accounts; only those of the money's currency can be meant.
  const ofCurrency = found.filter(({ currency }) => currency === money.currency)
  const candidates = ofCurrency.length > 0 ? ofCurrency : found
  const named = candidates.filter((one) => namesAgree(name, one.bankAccountName))
  if (named.length > 1) return { memberId: null, hold: 'ambiguous' }
  const [one] = named
  if (one)
    return isToldBefore(paidAt, one.detailsSince)
      ? { memberId: null, hold: 'unknown-payer' }
      : { memberId: one.id, hold: null }
  if (candidates.length > 0) return { memberId: null, hold: 'wrong-payer' }
  // Who paid is told and is nobody of ours: the amount alone must not say otherwise, nor against what little is told.
  const reserved = tells ? null : await deps.findReserved(money)
  return reserved === null || isAnother(payer, reserved)
    ? { memberId: null, hold: 'unknown-payer' }
    : { memberId: reserved.id, hold: null }
}

/** Whether anything that is told of a payer speaks against this member; what is not told says nothing. */
export function isAnother({ bank, account, name }: Payer, holder: Holder): boolean {
  if (bank !== undefined && bank !== holder.bankCode) return true
  if (account !== undefined && !endsAlike(account, holder.bankAccountNo)) return true
  return !namesAgree(name, holder.bankAccountName)
}

function endsAlike(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length)
  return one.slice(-length) === other.slice(-length)
}

const titles = /^(?:MR|MRS|MS|MISS|MASTER|นาย|นางสาว|นาง|น\.ส\.|ທ້າວ|ນາງ|ນາຍ)\.?\s*/u

/** Banks cut names off and may write them in another alphabet; what cannot be compared says nothing against a payer. */
export function namesAgree(told: string | undefined, registered: string): boolean {
  const [one, other] = [wordsOf(told ?? ''), wordsOf(registered)]
  const [first] = one
  if (!first || !other[0] || isLatin(first) !== isLatin(other[0])) return true
  if (!startsAlike(first, other[0])) return false
  const last = one.at(-1)!
  return one.length === 1 || other.length === 1 || startsAlike(last, other.at(-1)!)
}

function wordsOf(name: string): string[] {
  const plain = name
    .trim()
    .toUpperCase()
    .replaceAll(/[*x.]+$/giu, '')
    .replace(titles, '')
  return plain.split(/\s+/u).filter((word) => /\p{L}/u.test(word))
}

function startsAlike(told: string, registered: string): boolean {
  const seen = told.replaceAll(/[^\p{L}\p{M}]/gu, '')
  return registered.startsWith(seen) || seen.startsWith(registered)
}

function isLatin(word: string): boolean {
  return /^\p{Script=Latin}/u.test(word)
}
