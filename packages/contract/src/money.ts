import { z } from 'zod'

export const currencies = ['BAHT', 'LAK', 'COIN'] as const
export type Currency = (typeof currencies)[number]

/** The decimals of each currency's smallest unit: satang are hundredths of a baht, kip and coins are whole. */
export const decimalsOf: Record<Currency, number> = { BAHT: 2, LAK: 0, COIN: 0 }

/** An amount inside the server: whole smallest units, never a float. */
export type Money = { readonly amount: bigint; readonly currency: Currency }

/** The decimal text of an amount from the wire, validated but not yet in a currency. */
export type AmountText = string & { readonly amountText: true }

const amountForm = /^\d{1,9}(\.\d{1,2})?$/

/** True for numbers that can be an amount: up to nine digits and two decimals, as `String(n)` prints them. */
export function isAmount(value: number): boolean {
  return amountForm.test(String(value))
}

/** Null when the text has more decimals than the currency. */
export function moneyFromText(text: string, currency: Currency): Money | null {
  if (!amountForm.test(text)) return null
  const [whole = '', decimals = ''] = text.split('.')
  const places = decimalsOf[currency]
  const significant = decimals.replace(/0+$/, '')
  if (significant.length > places) return null
  return { amount: BigInt(whole + significant.padEnd(places, '0')), currency }
}

/** The decimal text of an amount, with the decimals of its currency. */
export function textOfMoney({ amount, currency }: Money): string {
  const places = decimalsOf[currency]
  const digits = (amount < 0n ? -amount : amount).toString().padStart(places + 1, '0')
  const sign = amount < 0n ? '-' : ''
  return places === 0
    ? sign + digits
    : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const amountText = z.custom<AmountText>(
  (value) => typeof value === 'string' && amountForm.test(value),
)

/** An amount in a request: a JSON number that is converted to decimal text, never multiplied. */
export const amountIn = z.codec(
  z
    .number()
    .refine(isAmount, 'an amount is a number with at most 9 digits and 2 decimals')
    .meta({ description: 'At most 9 digits and 2 decimals', minimum: 0, maximum: 999_999_999.99 }),
  amountText,
  { decode: (value) => String(value) as AmountText, encode: (text) => Number(text) },
)

/**
 * The amount of a transfer. A negative number is well-formed but too little: it reads as 0, so that the answer is
 * TRANSFER_MINIMUM and not a format error.
 */
export const transferAmountIn = z.codec(
  z
    .number()
    .refine(
      (value) => isAmount(Math.abs(value)),
      'an amount is a number with at most 9 digits and 2 decimals',
    )
    .meta({ description: 'At most 9 digits and 2 decimals', maximum: 999_999_999.99 }),
  amountText,
  {
    decode: (value) => String(Math.max(value, 0)) as AmountText,
    encode: (text) => Number(text),
  },
)

/** An amount in an answer: the server passes Money, the wire carries a JSON number. */
export const amountOut = z.codec(
  z.number().meta({ description: 'At most 2 decimals' }),
  z.custom<Money>(isMoney),
  {
    decode: () => {
      throw new Error('an amount in an answer cannot be read back without its currency')
    },
    encode: (money) => Number(textOfMoney(money)),
  },
)

function isMoney(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!('amount' in value) || !('currency' in value)) return false
  return (
    typeof value.amount === 'bigint' && (currencies as readonly unknown[]).includes(value.currency)
  )
}

export const currency = z.enum(currencies)
