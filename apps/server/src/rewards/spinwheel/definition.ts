import { sumWeights, weightSumMax } from '@kapao/contract/fair/draw'
import { languages, walletCurrencies, type Language } from '@kapao/contract/limits'
import { moneyFromText, textOfMoney } from '@kapao/contract/money'
import { z } from 'zod'
import { because, typedAs } from '#settings/entries/kinds/field-of.ts'
import {
  amountIn,
  color,
  haveOwnCodes,
  html,
  line,
  wholeNumber,
} from '#settings/entries/kinds/kinds.ts'
import type { SliceWords, Wheel, WheelSlice } from './wheel-store.ts'

const code = typedAs(
  z.string().regex(/^[A-Za-z0-9_.-]{1,32}$/, 'must be letters, figures and - _ . only'),
  { form: 'line', max: 32, example: 'five' },
)

const words = (max: number) => {
  const one = line(max).schema
  return z.strictObject({ th: one, la: one, en: one })
}
const pages = z.strictObject({ th: html.schema, la: html.schema, en: html.schema })

const coins = typedAs(z.string().regex(/^[1-9]\d{0,2}$/, 'must be a number of coins below 1,000'), {
  form: 'line',
  max: 3,
  example: '3',
})

/** Money of the wheel's own members, or coins for more spins. */
const prize = z.discriminatedUnion('currency', [
  z.strictObject({ currency: z.literal('BAHT'), amount: amountIn('BAHT').schema }),
  z.strictObject({ currency: z.literal('LAK'), amount: amountIn('LAK').schema }),
  z.strictObject({ currency: z.literal('COIN'), amount: coins }),
])

const slice = z.strictObject({
  code,
  label: words(40),
  weight: wholeNumber(0, weightSumMax).schema,
  prize: prize.nullable(),
  bgColor: color.schema,
  textColor: color.schema,
  description: pages.nullable(),
})

/** A wheel as operators write it: its sectors clockwise from the top, and how many tickets they hold together. */
export const wheelDefinition = z
  .strictObject({
    name: words(60),
    currency: z.enum(walletCurrencies),
    tickets: wholeNumber(1, weightSumMax).schema,
    slices: z
      .array(slice)
      .min(2)
      .max(24)
      .refine(haveOwnCodes, because('twice', 'two sectors have the same code')),
  })
  .superRefine(({ currency, tickets, slices }, context) => {
    const sum = sumWeights(slices)
    if (sum !== tickets)
      context.addIssue({
        code: 'custom',
        path: ['tickets'],
        message: `the sectors hold ${sum} tickets`,
        params: { reason: 'tickets' },
      })
    for (const [at, { prize: won }] of slices.entries())
      if (won && won.currency !== 'COIN' && won.currency !== currency)
        context.addIssue({
          code: 'custom',
          path: ['slices', at, 'prize', 'currency'],
          message: `a wheel in ${currency} gives ${currency} or COIN`,
          params: { reason: 'otherCurrency' },
        })
  })
export type WheelDefinition = z.output<typeof wheelDefinition>

export const wheelCode = code

/** The language of a wheel that operators and receipts without a language show. */
const usualLanguage = 'th'

/** As it is kept. */
export function wheelOf({
  name,
  currency,
  slices,
}: WheelDefinition): Pick<Wheel, 'name' | 'names' | 'currency' | 'slices'> {
  return {
    name: name[usualLanguage],
    names: name,
    currency,
    slices: slices.map(({ prize: won, label, description, ...look }): WheelSlice => {
      const wordsFor = (to: Language): SliceWords => ({
        label: label[to],
        description: description && description[to],
      })
      const texts = { th: wordsFor('th'), la: wordsFor('la'), en: wordsFor('en') }
      const money = won && moneyFromText(won.amount, won.currency)
      return {
        ...look,
        ...texts[usualLanguage],
        words: texts,
        ...(money ?? { amount: 0n, currency }),
      }
    }),
  }
}

/** As an operator would write it again. */
export function definitionOf({
  name,
  names,
  currency,
  slices,
}: Pick<Wheel, 'name' | 'names' | 'currency' | 'slices'>): WheelDefinition {
  const inAll = <T>(of: (to: Language) => T): Record<Language, T> => ({
    th: of('th'),
    la: of('la'),
    en: of('en'),
  })
  return {
    name: inAll((to) => names?.[to] ?? name),
    currency,
    tickets: sumWeights(slices),
    slices: slices.map(({ code: named, label, description, words: each, ...one }) => ({
      code: named,
      label: inAll((to) => each?.[to].label ?? label),
      weight: one.weight,
      prize: prizeOf(one),
      bgColor: one.bgColor,
      textColor: one.textColor,
      description: languages.every((to) => (each?.[to].description ?? description) === null)
        ? null
        : inAll((to) => each?.[to].description ?? description ?? ''),
    })),
  }
}

function prizeOf({
  amount,
  currency,
}: Pick<WheelSlice, 'amount' | 'currency'>): z.output<typeof prize> | null {
  if (amount === 0n) return null
  return { currency, amount: textOfMoney({ amount, currency }) }
}
