import type { Currency, Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { GatewayAccount } from './account.ts'
import type { Payer } from '../arrival.ts'
import type { OutboundDoor } from '../door.ts'

/** An order to a gateway; the reference is chosen before and never used for another code. */
export type Order = {
  reference: string
  money: Money
  /** The payer; some gateways accept money from this account only. */
  payer: { memberId: string; bank: string; account: string; name: string }
}

/** `refused`: certainly not made. `unknown`: outcome unknown. */
export type CallFailure = { outcome: 'refused' | 'unknown'; why: string }

/** A code that may be shown: parsed, checked, and valid for `livesMs`. `unfit`: it was made, but must not be shown. */
export type OrderResult =
  | { outcome: 'made'; payload: string; money: Money; livesMs: number | null }
  | { outcome: 'unfit'; why: string }
  | CallFailure

/** Money that a gateway reports as received. */
export type GatewayPayment = {
  reference: string
  /** The gateway's own id of this payment; a code that is paid twice has two. */
  payment: string
  /** The bank transfer behind it, where it is reported: the same in every channel that sees it. */
  transfer: { bank: string; reference: string } | null
  /** Null for an amount that cannot be booked: zero, negative, or in a currency that is not ours. */
  money: Money | null
  /** The amount as they wrote it, for operators. */
  amountText: string
  paidAt: Date
  payer: Payer
}

export type LookupResult =
  | { outcome: 'found'; payload: string | null; livesMs: number | null; payments: GatewayPayment[] }
  | { outcome: 'absent' }
  | CallFailure

export type PaymentList = { outcome: 'listed'; payments: GatewayPayment[] } | CallFailure

/** A parsed webhook. A hint proves nothing: the gateway must be asked. */
export type WebhookResult =
  | { kind: 'forged'; why: string }
  | { kind: 'unreadable' }
  | { kind: 'paid'; eventId: string; paid: GatewayPayment }
  | { kind: 'nothing'; eventId: string }
  | { kind: 'hint'; reference: string }

export type Heading = (name: string) => string | undefined

export type GatewayClient = {
  currency: Currency
  make: (order: Order) => Promise<OrderResult>
  /** Judges a code that was made before, as `make` does. */
  judge: (payload: string, ordered: Money, livesMs: number | null) => OrderResult
  /**
   * Their record of a reference, including payments. `owner` is whose slot it takes, if a caller waits; jobs omit it,
   * because they have slots of their own. `timeoutMs` is for callers that cannot wait as long as the door does.
   */
  ask: (reference: string, owner?: string, timeoutMs?: number) => Promise<LookupResult>
  /** Null where a code cannot be closed. A closed code may still be paid. */
  close: ((reference: string) => Promise<CallFailure | { outcome: 'done' }>) | null
  /** Null where they have no list. */
  listPaid: ((from: Date, to: Date) => Promise<PaymentList>) | null
  read: (body: Uint8Array, header: Heading) => WebhookResult
}

/** A gateway's name for a payer, kept between orders. */
export type PayerBook = {
  find: (about: string) => Promise<string | null>
  keep: (about: string, name: string) => Promise<void>
}

/** One for each kind of work; queries of jobs never delay a member's code. */
export type GatewayDoors = Readonly<Record<'order' | 'ask' | 'watch' | 'login', OutboundDoor>>

export type ClientOptions = {
  account: GatewayAccount
  clock: Clock
  doors: GatewayDoors
  payers: PayerBook
}
