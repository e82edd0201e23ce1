import { z } from 'zod'
import { currencies, textOfMoney, type Money } from '../money.ts'
import { whyLengthMax } from './limits.ts'
import { roles } from './roles.ts'

/** Decimal text: the desk shows sums of any length, and calculates with none. */
export const sum = z
  .object({ amount: z.string().regex(/^-?\d+(\.\d+)?$/), currency: z.enum(currencies) })
  .meta({ id: 'Sum' })
export type Sum = z.output<typeof sum>

export function sumOf(money: Money): Sum {
  return { amount: textOfMoney(money), currency: money.currency }
}

export const role = z.enum(roles)
export const operatorName = z.string().regex(/^[a-z][a-z0-9-]{1,30}$/)
export const memberId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)
/** An id in a path, of whatever kind; one that has another form is unknown. */
export const anyId = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/)
export const why = z.string().trim().min(1).max(whyLengthMax)
/** Where a list goes on; only the server reads it. */
export const cursor = z.string().regex(/^[A-Za-z0-9_.:,|-]{1,200}$/)
