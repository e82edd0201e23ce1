import { z } from 'zod'
import { instant } from '../fields.ts'
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
/** What a new operator reads out: of a passkey 16 letters and digits, of a token 64; spaces and dashes do not count. */
export const joinCode = z.string().max(100)
export const memberId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)
/** An id in a path, of whatever kind; one that has another form is unknown. */
export const anyId = z.string().regex(/^[A-Za-z0-9_.:-]{1,128}$/)
export const why = z.string().trim().min(1).max(whyLengthMax)
/** Where nobody can confirm it now: who can first, and when; null where somebody can, or nobody ever can. */
export const soonest = z.object({ name: z.string(), at: instant }).nullable()
export type Soonest = z.output<typeof soonest>

/** Done at once, or waiting for a second person. */
export const doneOrWaits = z.object({
  state: z.enum(['done', 'waits']),
  /** The number of the request that waits, and who can say yes now. */
  request: z.string().nullable(),
  waitsFor: z.array(z.string()),
  soonest,
})

/** Where a list goes on; only the server reads it. */
export const cursor = z.string().regex(/^[A-Za-z0-9_.:,|-]{1,200}$/)
