import { decimalsOf, textOfMoney, type Currency, type Money } from '@kapao/contract/money'
import { z } from 'zod'
import { NoReply, type OutboundChannel, type Reply } from '../channel.ts'
import type {
  BalanceAsked,
  Created,
  GameChannels,
  Move,
  Moved,
  BalanceResult,
  NotDone,
} from './client.ts'

/** A number, or text that may have thousands separators. */
export const amountForm = z
  .union([z.number(), z.string().regex(/^-?\d{1,3}(,?\d{3}){0,3}(\.\d{1,18})?$/)])
  .transform((value) => Number(String(value).replaceAll(',', '')))

/**
 * Parses a provider's balance: text, or a number with float drift (1234.5600000001, 0.28999999999999998). The drift is
 * rounded away first; a real part of our smallest unit is dropped, never rounded up.
 */
function moneyOfBalance(value: number, currency: Currency): Money | null {
  if (!Number.isFinite(value) || value < 0 || value > 1e10) return null
  const [whole = '0', part = ''] = value.toFixed(6).split('.')
  return { amount: BigInt(whole + part.slice(0, decimalsOf[currency])), currency }
}

/** Queries to show a balance have slots of their own. */
export function balanceChannel(
  doors: GameChannels,
  { use }: Pick<BalanceAsked, 'use'>,
): OutboundChannel {
  return use === 'moved' ? doors.weigh : doors.refresh
}

export function balanceOf(value: number, currency: Currency): BalanceResult {
  const money = moneyOfBalance(value, currency)
  return money ? { outcome: 'balance', money } : unknownAs('they reported no balance')
}

/** S37: done, if the amount they report is the requested one. */
export function movedAs(amount: number, { money }: Pick<Move, 'money'>): Moved {
  // Differences of floats drift to both sides of the amount.
  const isSame = Math.abs(Math.abs(amount) - Number(textOfMoney(money))) < 0.000_5
  return isSame ? { outcome: 'done' } : unknownAs('they moved another amount')
}

/** The outcome of a refused opening that an earlier attempt may have done: done, if they know its balance. */
export function findOpened(refused: NotDone, balance: BalanceResult, username: string): Created {
  if (balance.outcome === 'balance') return { outcome: 'done', username }
  return balance.outcome === 'refused' ? refused : unknownAs(balance.why)
}

/** The reply, or what is known without one. */
export async function replyTo(sent: Promise<Reply>): Promise<Reply | NotDone> {
  try {
    return await sent
  } catch (error) {
    if (!(error instanceof NoReply)) throw error
    return { outcome: error.reached === 'never' ? 'unsent' : 'unknown', why: error.message }
  }
}

/** The body by its schema; null for anything else, such as a firewall's page or half an answer. */
export function read<T>(schema: z.ZodType<T>, reply: Reply): T | null {
  return readValue(schema, valueOf(reply))
}

/** The parsed body, undefined when it is not JSON; for callers that try several schemas. */
export function valueOf({ text }: Reply): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function readValue<T>(schema: z.ZodType<T>, value: unknown): T | null {
  const checked = schema.safeParse(value)
  return checked.success ? checked.data : null
}

export function isUndone(answer: object): answer is NotDone {
  return 'outcome' in answer
}

/** Anything that is not the provider's own success or refusal says nothing about what was done. */
export function unclear({ status }: Reply): NotDone {
  return { outcome: 'unknown', why: `they answered ${status}, which cannot be read` }
}

export function unknownAs(why: string): NotDone {
  return { outcome: 'unknown', why }
}

export function refusedWith(why: string): NotDone {
  return { outcome: 'refused', why: why.slice(0, 200) }
}

export function isGood({ status }: Reply): boolean {
  return status >= 200 && status < 300
}
