import { decimalsOf, textOfMoney, type Currency, type Money } from '@kapao/contract/money'
import { z } from 'zod'
import type { OutboundDoor } from '../door.ts'
import type {
  BalanceQuery,
  AccountResult,
  GameDoors,
  Move,
  ActResult,
  BalanceResult,
  CallFailure,
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
export function balanceDoorOf(doors: GameDoors, { use }: Pick<BalanceQuery, 'use'>): OutboundDoor {
  return use === 'moved' ? doors.weigh : doors.refresh
}

export function balanceOf(value: number, currency: Currency): BalanceResult {
  const money = moneyOfBalance(value, currency)
  return money ? { outcome: 'balance', money } : unknownAs('they reported no balance')
}

/** S37: done, if the amount they report is the requested one. */
export function movedAs(amount: number, { money }: Pick<Move, 'money'>): ActResult {
  // Differences of floats drift to both sides of the amount.
  const isSame = Math.abs(Math.abs(amount) - Number(textOfMoney(money))) < 0.000_5
  return isSame ? { outcome: 'done' } : unknownAs('they moved another amount')
}

/** The outcome of a refused opening that an earlier attempt may have done: done, if they know its balance. */
export function findOpened(
  refused: CallFailure,
  balance: BalanceResult,
  username: string,
): AccountResult {
  if (balance.outcome === 'balance') return { outcome: 'done', username }
  return balance.outcome === 'refused' ? refused : unknownAs(balance.why)
}

export function isUndone(answer: object): answer is CallFailure {
  return 'outcome' in answer
}

export function unknownAs(why: string): CallFailure {
  return { outcome: 'unknown', why }
}
