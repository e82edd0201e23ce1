import { randomInt, randomUUID } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'
import { thaiBill } from './emv.ts'
import type { GatewayFacts } from './facts.ts'
import { minuteMs } from '../times.ts'

export type Payer = { bankCode: string; accountNo: string; name: string }

/** A code that was ordered; amounts are whole hundredths. */
export type Charge = {
  id: string
  reference: string
  ordered: number
  shown: number
  payload: string
  payer: Payer | null
  createdAt: Date
  expiresAt: Date
  isVoid: boolean
}

/** A received payment; the gateway reports it whatever became of the code. */
export type Payment = {
  id: string
  /** The bank's own reference of the transfer behind it. */
  bankReference: string
  reference: string
  charge: string | null
  amount: number
  currency: string
  /** Null where the payer is unknown. */
  payer: Payer | null
  at: Date
  /** On hold until the gateway releases it; nothing has arrived until then. */
  isHeld: boolean
}

export type PaymentInput = {
  reference: string
  amount?: number | undefined
  payer?: Payer | undefined
  currency?: string | undefined
  isHeld?: boolean | undefined
  /** The reference of a bank transfer; when omitted, only the gateway knows of the payment. */
  bankReference?: string | undefined
}

export type Book = {
  facts: GatewayFacts
  now: () => Date
  /** Null when the reference was used before. */
  order: (wanted: {
    reference: string
    amount: number
    payer: Payer | null
    minutes: number
    payload?: string
  }) => Charge | null
  find: (reference: string) => Charge | null
  pay: (paying: PaymentInput) => Payment
  release: (id: string) => Payment | null
  paymentsOf: (reference: string) => Payment[]
  findPayment: (id: string) => Payment | null
  charges: () => Charge[]
  payments: () => Payment[]
  reset: () => void
}

export type Desk = {
  books: ReadonlyMap<string, Book>
  /** Notifies the app that money has arrived, in the gateway's own format. */
  notify: (book: Book, payment: Payment) => void
}

const satangMost = 99

export function createBook(clock: SandboxClock, facts: GatewayFacts): Book {
  const charges = new Map<string, Charge>()
  let payments: Payment[] = []

  return {
    facts,
    now: clock.now,
    order: ({ reference, amount, payer, minutes, payload }) => {
      if (charges.has(reference)) return null
      const shown = facts.addsSatang ? amount + randomInt(1, satangMost + 1) : amount
      const createdAt = clock.now()
      const charge: Charge = {
        id: randomUUID(),
        reference,
        ordered: amount,
        shown,
        payload: payload ?? thaiBill(facts, reference, shown),
        payer,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + minutes * minuteMs),
        isVoid: false,
      }
      charges.set(reference, charge)
      return charge
    },
    find: (reference) => charges.get(reference) ?? null,
    pay: ({ reference, amount, payer, currency = facts.currency, isHeld = false, ...paying }) => {
      const charge = charges.get(reference) ?? null
      const payment: Payment = {
        id: randomUUID(),
        bankReference: paying.bankReference ?? bankReference(),
        reference,
        charge: charge?.id ?? null,
        amount: amount ?? charge?.shown ?? 0,
        currency,
        payer: payer ?? charge?.payer ?? null,
        at: clock.now(),
        isHeld,
      }
      payments.push(payment)
      return payment
    },
    release: (id) => {
      const payment = payments.find((one) => one.id === id && one.isHeld) ?? null
      if (payment) payment.isHeld = false
      return payment
    },
    paymentsOf: (reference) => payments.filter((one) => one.reference === reference),
    findPayment: (id) => payments.find((one) => one.id === id) ?? null,
    charges: () => [...charges.values()].toReversed(),
    payments: () => payments,
    reset: () => {
      charges.clear()
      payments = []
    },
  }
}

export const stranger: Payer = { bankCode: 'KTB', accountNo: '9998887776', name: 'SOMEBODY ELSE' }

/** As on bank slips: digits, letters, always unique. */
function bankReference(): string {
  return `015${randomUUID().replaceAll('-', '').slice(0, 15).toUpperCase()}`
}

export type ChargeState = 'PENDING' | 'PAID' | 'EXPIRED' | 'VOID'

export function stateOf(book: Book, charge: Charge): ChargeState {
  if (book.paymentsOf(charge.reference).some(({ isHeld }) => !isHeld)) return 'PAID'
  if (charge.isVoid) return 'VOID'
  return charge.expiresAt <= book.now() ? 'EXPIRED' : 'PENDING'
}
