import { isAmount, moneyFromText, type Currency, type Money } from '@kapao/contract/money'
import { z } from 'zod'
import { currencyOfIso } from '../reply.ts'

/** Both services pass on banks' data, and banks omit what they do not know. */
export const someText = z.string().max(300).nullish()

/** The reported amount: in baht, and in the currency and country of the payment. */
type ReportedSum = {
  baht: number
  /** Missing, or 0, where they omit it. */
  local: number | null | undefined
  currency: string | null | undefined
  country: string | null | undefined
}

/**
 * The amount in the currency of the payment; null when it is invalid. Without a reported currency it is baht, but only
 * if nothing contradicts that.
 */
export function readPaid({ baht, local, currency, country }: ReportedSum): Money | null {
  const known = currencyOfIso[currency || (country && country !== 'TH' ? '' : '764')]
  if (!known) return null
  if (known !== 'BAHT') return local ? moneyOf(local, known) : null
  return local && local !== baht ? null : moneyOf(baht, known)
}

function moneyOf(amount: number, currency: Currency): Money | null {
  return isAmount(amount) && amount > 0 ? moneyFromText(String(amount), currency) : null
}

/** They also report tokens and proxies in the account's place, whose digits are no account's. */
export function accountShown(account: {
  type?: string | null | undefined
  shown: string | null | undefined
}): string | null {
  return account.type && account.type !== 'BANKAC' ? null : account.shown || null
}

export function readInstant(text: string | null | undefined): Date | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}

export function filled(texts: readonly (string | null | undefined)[]): string[] {
  return texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '')
}
