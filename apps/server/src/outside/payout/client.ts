import type { PayoutAccount } from '#core/accounts/payouts.ts'
import type { Clock } from '#core/clock.ts'
import type { Currency, Money } from '@kapao/contract/money'
import type { Door } from '../door.ts'

/** What is to be paid to whom; the reference is chosen before and the same at every asking. */
export type Payout = {
  /** Whose turn it takes at our own door: the member's, or null for the jobs of the house. */
  owner: string | null
  reference: string
  money: Money
  to: { bank: string; account: string; name: string }
}

/**
 * `paid` and `rejected` are what their record of this payout says, and final. `refused` is a clear no, which their records may belie.
 * `differs`: their record is of another amount or account. `unsent`: this asking certainly never reached them, which says nothing
 * of an earlier one. `unknown`: nobody can say.
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
export type Reported = { reference: string; payout: string; money: Money; isPaid: boolean }
export type ReportedList =
  | { outcome: 'listed'; payouts: Reported[] }
  | { outcome: 'unknown'; why: string }

export type PayoutClient = {
  currencies: readonly Currency[]
  /** Asks them to pay. With a reference that they know it changes nothing and answers what became of the first. */
  pay: (payout: Payout) => Promise<PayoutAnswer>
  /** What they know of it. Absence proves nothing: a request of ours may still be on its way. */
  ask: (payout: Payout) => Promise<PayoutAnswer>
  list: (from: Date, to: Date) => Promise<ReportedList>
}

/** One for each kind of work; what members wait for is asked beside what the sweeper asks, and never behind it. */
export type PayoutDoors = Readonly<Record<'pay' | 'ask' | 'sweep' | 'prepare' | 'login', Door>>

export type ClientOptions = { account: PayoutAccount; clock: Clock; doors: PayoutDoors }
