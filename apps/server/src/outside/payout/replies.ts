import { textOfMoney, type Currency } from '@kapao/contract/money'
import { z } from 'zod'
import { moneyFromReport } from '../reply.ts'
import type { Payout, PayoutAnswer } from './client.ts'

export const word = z.string().min(1).max(100)

export const isoOf: Partial<Record<Currency, string>> = { BAHT: 'THB', LAK: 'LAK' }

type UnknownOutcome = { outcome: 'unknown'; why: string }
/**
 * What is known without a reply. A request that was never sent may be sent again immediately, and does not return the
 * money: it waits.
 */
export type NoAnswer = UnknownOutcome | { outcome: 'unsent'; why: string }

/** For lookups: an answer that was not received is unknown. */
export function asUnknown({ why }: NoAnswer): UnknownOutcome {
  return { outcome: 'unknown', why }
}

export type PayoutRecord = {
  payout: string
  reference: string
  amount: string
  iso: string
  account: string | null
  outcome: 'paid' | 'taken' | 'rejected'
  why: string
}

/**
 * Compares their record of a payout with the request: another amount, account or reference is for an operator to judge.
 */
export function compare({ reference, money, to }: Payout, record: PayoutRecord): PayoutAnswer {
  const theirs = moneyFromReport(record.amount, record.iso)
  const differs = (what: string): PayoutAnswer => ({ outcome: 'differs', why: what.slice(0, 200) })
  if (record.reference !== reference) return differs(`they answered about ${record.reference}`)
  if (theirs?.amount !== money.amount || theirs.currency !== money.currency)
    return differs(
      `they say ${record.amount} ${record.iso}, not ${textOfMoney(money)} ${money.currency}`,
    )
  if (record.account !== null && record.account !== to.account)
    return differs('they paid another account than was asked')
  const { payout, why, outcome } = record
  return outcome === 'rejected'
    ? { outcome: 'rejected', payout, why: why.slice(0, 200) }
    : { outcome, payout }
}
