import type { Currency, Money } from '@kapao/contract/money'
import type { PayoutAccount } from './account.ts'
import type { Clock } from '#core/clock.ts'
import type { OutboundDoor } from '../door.ts'

/** A payout and its receiver; the reference is chosen before and the same for every attempt. */
export type Payout = {
  /** Whose slot it takes in our queue: the member's, or null for our own jobs. */
  owner: string | null
  reference: string
  money: Money
  to: { bank: string; account: string; name: string }
}

/**
 * `paid` and `rejected` are their record of this payout, and final. `refused` is a clear refusal, which their records
 * may contradict. `differs`: their record has another amount or account. `unsent`: this attempt certainly never reached
 * them, which says nothing of an earlier one. `unknown`: outcome unknown.
 */
export type PayoutAnswer =
  | { outcome: 'paid'; payout: string }
  | { outcome: 'taken'; payout: string }
  | { outcome: 'rejected'; payout: string; why: string }
  | { outcome: 'absent' }
  | { outcome: 'refused'; why: string }
  | { outcome: 'differs'; why: string }
  | { outcome: 'unsent'; why: string }
  | { outcome: 'unknown'; why: string }

/** One payout as they list it. */
export type ListedPayout = {
  reference: string
  payout: string
  money: Money
  isPaid: boolean
  /** It came back, or was never paid. */
  isRejected: boolean
  /** When it was ordered; null where they do not say. */
  at: Date | null
  /** Its receiver, as far as they say. */
  to: { bank: string | null; account: string | null }
}
export type ReportedList =
  | { outcome: 'listed'; payouts: ListedPayout[] }
  | { outcome: 'unknown'; why: string }

export type PayoutClient = {
  currencies: readonly Currency[]
  /** Asks them to pay. With a known reference it changes nothing and returns the first one's outcome. */
  pay: (payout: Payout) => Promise<PayoutAnswer>
  /** Their record of it. Absence proves nothing: a request of ours may still be in transit. */
  ask: (payout: Payout) => Promise<PayoutAnswer>
  list: (from: Date, to: Date) => Promise<ReportedList>
}

/** One for each kind of work; a member's queries run alongside the sweeper's, and never behind them. */
export type PayoutDoors = Readonly<
  Record<'pay' | 'ask' | 'watch' | 'prepare' | 'login', OutboundDoor>
>

export type ClientOptions = { account: PayoutAccount; clock: Clock; doors: PayoutDoors }
