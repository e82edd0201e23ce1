import type { Money } from '@kapao/contract/money'
import type { Actor } from '#core/audit/audit-store.ts'
import { bankCodeOf } from './bank/codes.ts'

export const channels = ['bank', 'sms', 'slip', 'qr', 'giftlink', 'manual'] as const
export type Channel = (typeof channels)[number]

/** Why money that has arrived is not in a wallet yet. */
export const suspenseReasons = [
  'unknown-payer',
  'ambiguous',
  'wrong-payer',
  'unproven-payer',
  'unknown-member',
  'inactive',
  'currency',
  'bonus',
  'late',
  'repeated',
  'review',
  'alike',
  'unconfirmed',
  'message',
] as const
export type SuspenseReason = (typeof suspenseReasons)[number]

/** The payer, as far as the channel reports: banks shorten accounts and names. */
export type Payer = {
  /** Our code of the bank, such as KBANK. */
  bank?: string | undefined
  /**
   * The visible digits up to the end of the account, with x for each hidden one; all of them where the bank reports
   * all.
   */
  account?: string | undefined
  name?: string | undefined
}

/** Unowned money in suspense, and its payer as reported so far. */
export type SuspenseComparison = { id: string; payer: Payer }

/**
 * How far a message without a second source is believed, since its secret may be in other hands: up to this sum
 * together with everything else of its pot that the second source has not shown; where there is none, up to this sum a
 * day.
 */
export type MessageTrust = { pot: string; max: bigint; isBlind: boolean }

/** Money that has arrived at a house account, as one channel saw it. */
export type Arrival = {
  channel: Channel
  /** The channel's own id of the message; the same whenever it repeats it. */
  eventId: string
  /**
   * The names of the transfer itself, the same in every channel: `transferReference(bank, transRef)` for bank
   * transfers, `gateway:WW:txn`, `giftlink:hash`. Empty where the channel knows none (most SMS).
   */
  references: readonly string[]
  house: { kind: 'bank' | 'gateway' | 'giftlink'; party: string }
  /** The owner; null when they are unknown, and then `hold` says why. */
  memberId: string | null
  /** Set: it goes to suspense, even when the member is known. */
  hold: SuspenseReason | null
  money: Money
  paidAt: Date
  /** The period in which other channels may date the payment, where one of them reports late and without a time. */
  paidFrom?: Date
  paidTo?: Date
  payer?: Payer
  /** Set where it rests on a signature alone. */
  trust?: MessageTrust
  /**
   * For evidence shown by members: the deposit in suspense that its member was compared with. A deposit that has
   * changed since, or of whose payer more is known by now, is not placed; null where there was none.
   */
  compared?: SuspenseComparison | null
  /** The source according to the statement, such as KBANK or truemoney. */
  from: string
  actor: Actor
  requestId: string
}

export type DepositState = 'credited' | 'suspended' | 'refused' | 'returned' | 'taken'

/** The committed result of an arrival. */
export type SettledArrival = {
  /** `credited` and `suspended`: this call did it. `already`: the money had been seen before, and nothing moved. */
  outcome: 'credited' | 'suspended' | 'already'
  /** The deposit's id; the same for every channel that sees the same transfer. */
  id: string
  /** Its current state, whichever call set it. */
  state: DepositState
  memberId: string | null
  why: SuspenseReason | null
  /** The channel that saw it first. */
  firstChannel: Channel
  money: Money
  /** The statement row's number and id, where the member has one. */
  statement: { seq: bigint; id: string } | null
  /** The arrival has another amount, currency or account than was seen before: an operator must look. */
  differs: boolean
}

/**
 * Takes money in, once: a repeated arrival through any channel changes nothing, or places what was in suspense. A process
 * has one, which gathers the arrivals of all channels: `openSettle` in money/deposits/settle.ts.
 */
export type Settle = (arrival: Arrival) => Promise<SettledArrival>

/**
 * The sending bank and its reference name a transfer everywhere; case counts in some references. An unreported bank is
 * `?` and never guessed: under a wrong bank the same transfer would be taken for another.
 */
export function transferReference(
  sendingBank: string | null | undefined,
  reference: string,
): string {
  return `transfer:${bankCodeOf(sendingBank) ?? '?'}:${reference.trim()}`
}

/** The name of one of our own bank accounts in the ledger and the lists. */
export function partyOf(account: { bankCode: string; bankAccountNo: string }): string {
  return `${account.bankCode}:${account.bankAccountNo}`
}

export function bankOfParty(party: string): string {
  return party.split(':', 1)[0]!
}
