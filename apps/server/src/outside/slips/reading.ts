import { isAmount, moneyFromText, type Currency, type Money } from '@kapao/contract/money'
import { z } from 'zod'

/** Both services hand on what banks send them, and banks leave out what they do not know. */
export const someText = z.string().max(300).nullish()

const currencies: Record<string, Currency> = {
  '764': 'BAHT',
  '418': 'LAK',
  THB: 'BAHT',
  LAK: 'LAK',
}

/** The amount that was paid, in the currency that it was paid in; null when it cannot be one. */
export function readMoney(amount: number, currency: string | null | undefined): Money | null {
  const known = currencies[currency || '764']
  if (!known || !isAmount(amount) || amount <= 0) return null
  return moneyFromText(String(amount), known)
}

export function readInstant(text: string | null | undefined): Date | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}

export function filled(texts: readonly (string | null | undefined)[]): string[] {
  return texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '')
}

export function parseReply<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
