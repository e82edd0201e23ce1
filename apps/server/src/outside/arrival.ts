import type { Money } from '@kapao/contract/money'
import type { Actor } from '#core/audit/audit-store.ts'
import { bankCodeOf } from './bank/codes.ts'

export const channels = ['bank', 'sms', 'slip', 'qr', 'giftlink', 'manual'] as const
export type Channel = (typeof channels)[number]

/** Why money that has arrived is not in a wallet yet. */
export const holdReasons = [
  'unknown-payer',
  'ambiguous',
  'wrong-payer',
  'unknown-member',
  'inactive',
  'currency',
  'bonus',
  'late',
  'repeated',
  'review',
  'alike',
  'unconfirmed',
] as const
export type HoldReason = (typeof holdReasons)[number]

/** Who has paid, as far as the channel tells: banks shorten accounts and names. */
export type Payer = {
  /** Our code of the bank, such as KBANK. */
  bank?: string | undefined
  /** The digits that are seen, as far as the end of the account, with x for each one hidden; all of them where the bank tells all. */
  account?: string | undefined
  name?: string | undefined
}

/** Nobody's money that lies in suspense, and what has been told of its payer. */
export type Compared = { id: string; payer: Payer }

/**
 * How far a message is believed that is all there is, since its secret may be in other hands: so much together with all else of its pot that
 * the second source has not shown; where there is none, so much a day.
 */
export type Word = { pot: string; max: bigint; isBlind: boolean }

/** Money that has come to an account of the house, as one channel saw it. */
export type Arrival = {
  channel: Channel
  /** The channel's own id of what it told; the same whenever it tells it again. */
  eventId: string
  /**
   * What names the transfer itself, the same in whichever channel it is seen: `transferReference(bank, transRef)` for bank
   * transfers, `gateway:WW:txn`, `giftlink:hash`. Empty where the channel knows none (most SMS).
   */
  references: readonly string[]
  house: { kind: 'bank' | 'gateway' | 'giftlink'; party: string }
  /** Whose it is; null when nobody could tell, and then `hold` says why. */
  memberId: string | null
  /** Set: it goes to suspense, even when the member is known. */
  hold: HoldReason | null
  money: Money
  paidAt: Date
  /** Since when and until when the other channels may say that it was paid, where one of them tells late and not of when. */
  paidFrom?: Date
  paidTo?: Date
  payer?: Payer
  /** Set where it rests on a signature alone. */
  word?: Word
  /**
   * Of what is shown by members: the deposit in suspense that its member was compared with. One that is another by now, or of whose payer
   * more is known, is not placed; null where there was none.
   */
  compared?: Compared | null
  /** What the statement says that it came from, such as KBANK or truemoney. */
  from: string
  actor: Actor
  requestId: string
}

export type DepositState = 'credited' | 'suspended' | 'returned' | 'taken'

/** What became of an arrival, committed. */
export type Settled = {
  /** `credited` and `suspended`: this call did it. `already`: the money had been seen before, and nothing moved. */
  outcome: 'credited' | 'suspended' | 'already'
  /** The deposit's id; the same for every channel that sees the same transfer. */
  id: string
  /** How it stands now, whoever brought it there. */
  state: DepositState
  memberId: string | null
  why: HoldReason | null
  /** Through which channel it was seen first. */
  firstChannel: Channel
  money: Money
  /** The statement row's number and id, where the member has one. */
  statement: { seq: bigint; id: string } | null
  /** The arrival told another amount, currency or account than was seen before: a person must look. */
  differs: boolean
}

/** Takes money in, once: seen again through whatever channel it changes nothing, or places what was in suspense. */
export type Settle = (arrival: Arrival) => Promise<Settled>

/**
 * The bank that sent it and its reference name a transfer everywhere; the letters' case counts in some. A bank that is not told is
 * `?` and never guessed: under a wrong one the same transfer would be taken for another.
 */
export function transferReference(
  sendingBank: string | null | undefined,
  reference: string,
): string {
  return `transfer:${bankCodeOf(sendingBank) ?? '?'}:${reference.trim()}`
}

/** How the ledger and the lists call one of our own bank accounts. */
export function partyOf(account: { bankCode: string; bankAccountNo: string }): string {
  return `${account.bankCode}:${account.bankAccountNo}`
}

export function bankOfParty(party: string): string {
  return party.split(':', 1)[0]!
}
