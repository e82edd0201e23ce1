import { randomInt } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'

export type PayoutStatus = 'PROCESSING' | 'COMPLETED' | 'REJECTED'
export type Order = {
  reference: string
  /** Whole hundredths. */
  amount: number
  currency: 'THB' | 'LAK'
  bankCode: string
  accountNo: string
  accountName: string
}
export type Payout = Order & { id: string; status: PayoutStatus; reason: string | null; at: Date }

export const modes = ['at-once', 'slowly', 'by-hand', 'reject'] as const
export type Mode = (typeof modes)[number]

/** The ways in which the list can misreport a payout; with none it is right again. */
export const misreports = ['missing', 'extra', 'duplicate', 'amount', 'none'] as const
export type Misreport = (typeof misreports)[number]

export type RefusedBecause =
  | 'INVALID_ACCOUNT'
  | 'ACCOUNT_CLOSED'
  | 'LIMIT_EXCEEDED'
  | 'INSUFFICIENT_FUNDS'
  | 'REFERENCE_USED'

/** A payer for the operator: its own funds, and one payout for each reference. */
export type Book = {
  order: (wanted: Order) => Payout | RefusedBecause
  /** One that was paid before the sandbox began. */
  keep: (paid: Order & { at: Date }) => void
  find: (reference: string) => Payout | null
  /** Oldest first. */
  all: () => Payout[]
  /** As its list reports it. */
  listed: (from: Date, to: Date) => Payout[]
  finish: (reference: string, status: 'COMPLETED' | 'REJECTED') => Payout | null
  misreport: (reference: string, how: Misreport) => void
  close: (accountNo: string) => void
  mode: () => Mode
  setMode: (mode: Mode) => void
  funds: () => number
  setFunds: (hundredths: number) => void
  reset: () => void
}

const startingFunds = 1_000_000_000_00
const largest = 2_000_000_00
const largestLak = 500_000_000_00
const slowMs = 3_000

export function createBook(clock: SandboxClock): Book {
  let payouts: Payout[] = []
  let closed = new Set<string>()
  let mode: Mode = 'at-once'
  let funds = startingFunds
  const altered = new Map<string, Misreport>()
  const stored = (reference: string) => payouts.find((one) => one.reference === reference) ?? null
  const settle = (payout: Payout, status: 'COMPLETED' | 'REJECTED'): Payout => {
    if (payout.status !== 'PROCESSING') return payout
    payout.status = status
    // A returned payout restores the operator's funds.
    if (status === 'REJECTED') {
      funds += payout.amount
      payout.reason = 'RETURNED_BY_RECEIVING_BANK'
    }
    return payout
  }
  const find = (reference: string): Payout | null => {
    const payout = stored(reference)
    const isDue = payout && clock.now().getTime() - payout.at.getTime() >= slowMs
    return isDue && mode === 'slowly' ? settle(payout, 'COMPLETED') : payout
  }

  return {
    order: (wanted) => {
      const known = find(wanted.reference)
      if (known) return isSame(known, wanted) ? known : 'REFERENCE_USED'
      const refused = refusalOf(wanted, { closed, funds })
      if (refused) return refused
      funds -= wanted.amount
      const payout: Payout = {
        ...wanted,
        id: newId(),
        status: 'PROCESSING',
        reason: null,
        at: clock.now(),
      }
      payouts.push(payout)
      if (mode === 'at-once') settle(payout, 'COMPLETED')
      if (mode === 'reject') settle(payout, 'REJECTED')
      return payout
    },
    keep: (paid) => void (stored(paid.reference) ?? payouts.push(paidBefore(paid))),
    find,
    all: () => payouts,
    listed: (from, to) =>
      payouts.filter(({ at }) => at >= from && at < to).flatMap((one) => asListed(one, altered)),
    finish: (reference, status) => {
      const payout = stored(reference)
      return payout && settle(payout, status)
    },
    misreport: (reference, how) => void altered.set(reference, how),
    close: (accountNo) => void closed.add(accountNo),
    mode: () => mode,
    setMode: (wanted) => {
      mode = wanted
    },
    funds: () => funds,
    setFunds: (hundredths) => {
      funds = hundredths
    },
    reset: () => {
      payouts = []
      closed = new Set()
      altered.clear()
      mode = 'at-once'
      funds = startingFunds
    },
  }
}

function refusalOf(
  { accountNo, amount, currency }: Order,
  { closed, funds }: { closed: ReadonlySet<string>; funds: number },
): RefusedBecause | null {
  if (closed.has(accountNo)) return 'ACCOUNT_CLOSED'
  if (!/^\d{6,20}$/.test(accountNo)) return 'INVALID_ACCOUNT'
  if (amount > (currency === 'LAK' ? largestLak : largest)) return 'LIMIT_EXCEEDED'
  return amount > funds ? 'INSUFFICIENT_FUNDS' : null
}

function paidBefore(paid: Order & { at: Date }): Payout {
  return { ...paid, id: newId(), status: 'COMPLETED', reason: null }
}

const newId = () => `PO${String(randomInt(2 ** 40)).padStart(13, '0')}`

function isSame(known: Payout, wanted: Order): boolean {
  return (
    known.amount === wanted.amount &&
    known.currency === wanted.currency &&
    known.accountNo === wanted.accountNo
  )
}

function asListed(payout: Payout, altered: ReadonlyMap<string, Misreport>): Payout[] {
  const how = altered.get(payout.reference)
  if (how === 'missing') return []
  if (how === 'duplicate') return [payout, payout]
  if (how === 'amount') return [{ ...payout, amount: payout.amount + 1 }]
  if (how === 'extra')
    return [payout, { ...payout, id: `${payout.id}X`, reference: `EXTRA-${payout.id}` }]
  return [payout]
}
