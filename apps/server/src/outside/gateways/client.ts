import type { Currency, Money } from '@kapao/contract/money'
import type { Clock } from '#core/clock.ts'
import type { GatewayAccount } from '#core/accounts/gateways.ts'
import type { Payer } from '../arrival.ts'
import type { Door } from '../door.ts'

/** What a gateway is asked for; the reference is chosen before and never used for another code. */
export type Order = {
  reference: string
  money: Money
  /** Who is going to pay; some gateways take money from nobody else. */
  payer: { memberId: string; bank: string; account: string; name: string }
}

/** `refused`: certainly not made. `unknown`: nobody can say. */
export type Undone = { outcome: 'refused' | 'unknown'; why: string }

/** A code that may be shown: read, checked, and for so much. `unfit`: it was made, and nobody may see it. */
export type Made =
  | { outcome: 'made'; payload: string; money: Money; livesMs: number | null }
  | { outcome: 'unfit'; why: string }
  | Undone

/** Money that a gateway says it has received. */
export type Paid = {
  reference: string
  /** The gateway's own id of this payment; a code that is paid twice has two. */
  payment: string
  /** The bank transfer behind it, where they tell it: the same in every channel that sees it. */
  transfer: { bank: string; reference: string } | null
  /** Null for what cannot be booked: nothing, less than nothing, a currency that nobody has here. */
  money: Money | null
  /** The amount as they wrote it, for people. */
  told: string
  paidAt: Date
  payer: Payer
}

export type Asked =
  | { outcome: 'found'; payload: string | null; livesMs: number | null; payments: Paid[] }
  | { outcome: 'absent' }
  | Undone

export type Listed = { outcome: 'listed'; payments: Paid[] } | Undone

/** What a webhook turned out to be. A hint is no proof of anything: the gateway must be asked. */
export type Heard =
  | { kind: 'forged'; why: string }
  | { kind: 'unreadable' }
  | { kind: 'paid'; eventId: string; paid: Paid }
  | { kind: 'nothing'; eventId: string }
  | { kind: 'hint'; reference: string }

export type Heading = (name: string) => string | undefined

export type GatewayClient = {
  currency: Currency
  make: (order: Order) => Promise<Made>
  /** Judges a code that was made before, as `make` does. */
  judge: (payload: string, ordered: Money, livesMs: number | null) => Made
  /**
   * What they know of a reference, payments included. Asked in the turn of `owner`, whoever waits for it; left out by jobs, which have
   * places of their own. Whoever cannot wait as long as the door does says how long.
   */
  ask: (reference: string, owner?: string, timeoutMs?: number) => Promise<Asked>
  /** Null where a code cannot be closed. It may be paid all the same. */
  close: ((reference: string) => Promise<Undone | { outcome: 'done' }>) | null
  /** Null where they list nothing. */
  listPaid: ((from: Date, to: Date) => Promise<Listed>) | null
  read: (body: Uint8Array, header: Heading) => Heard
}

/** What a gateway has called a payer, kept from one order to the next. */
export type PayerBook = {
  find: (about: string) => Promise<string | null>
  keep: (about: string, name: string) => Promise<void>
}

/** One for each kind of work; what jobs ask about never keeps a member's code waiting. */
export type GatewayDoors = Readonly<Record<'order' | 'ask' | 'watch' | 'login', Door>>

export type ClientOptions = {
  account: GatewayAccount
  clock: Clock
  doors: GatewayDoors
  payers: PayerBook
}
