import { z } from 'zod'
import { moneyFromText, type Currency, type Money } from '@kapao/contract/money'
import { NoReply, type Reply } from './door.ts'

/** The parsed body; undefined when it is no JSON, such as half an answer or a firewall's page. */
export function parseBody(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}

/** A parsed body by a schema, for callers that try several. */
export function readValue<T>(schema: z.ZodType<T>, value: unknown): T | null {
  const checked = schema.safeParse(value)
  return checked.success ? checked.data : null
}

/** The body by its schema; null for anything else. */
export function readBody<T>(schema: z.ZodType<T>, body: string | Uint8Array): T | null {
  return readValue(schema, parseBody(body))
}

/** The reply, or what is known without one; `never` is the caller's word for a request that has not reached them. */
export async function replyOr<Never extends string>(
  never: Never,
  sent: Promise<Reply>,
): Promise<Reply | { outcome: Never | 'unknown'; why: string }> {
  try {
    return await sent
  } catch (error) {
    if (!(error instanceof NoReply)) throw error
    return { outcome: error.reached === 'never' ? never : 'unknown', why: error.message }
  }
}

export function isGood({ status }: Reply): boolean {
  return status >= 200 && status < 300
}

/** Anything that is not their own success or refusal says nothing about what was done. */
export function unclear({ status }: Reply): { outcome: 'unknown'; why: string } {
  return { outcome: 'unknown', why: `they answered ${status}, which cannot be read` }
}

export function refusedWith(why: string): { outcome: 'refused'; why: string } {
  return { outcome: 'refused', why: why.slice(0, 200) }
}

/** Numbers and decimal texts; their meaning is judged when they are parsed as money. */
export const reportedAmount = z
  .union([z.number(), z.string().max(40)])
  .transform((amount) => String(amount).replaceAll(',', '').trim())

/** ISO 4217, by letters and by numbers. */
export const currencyOfIso: Readonly<Record<string, Currency>> = {
  THB: 'BAHT',
  '764': 'BAHT',
  LAK: 'LAK',
  '418': 'LAK',
}

/** Null for an amount or a currency that is not ours. */
export function moneyFromReport(amount: string, iso: string): Money | null {
  const currency = currencyOfIso[iso]
  return currency ? moneyFromText(amount, currency) : null
}
