import {
  bonusTypes,
  conditionBases,
  conditionKinds,
  rewardTerms,
  type AmountsByCurrency,
  type RewardTerms,
} from '@kapao/contract/bonus'
import { gameCategories, walletCurrencies, type WalletCurrency } from '@kapao/contract/limits'
import { z } from 'zod'
import { because, typedAs } from '#settings/entries/kinds/field-of.ts'
import { amountIn, html, moment, rate, wholeNumber } from '#settings/entries/kinds/kinds.ts'
import { bannerList } from '#settings/entries/kinds/lists.ts'
import type { Campaign } from '#money/bonus/campaign-store.ts'
import type { PromotionCode } from '#rewards/promotion/store.ts'

/** More than any operator has members; times the largest gift it still fits a database integer. */
const quotaMax = 1_000_000
const givenMax = 1_000
const factorMax = 999
const percentMax = 1_000
/** Nine digits before the point, as terms are kept. */
const amountForm = /^\d{1,9}(\.\d{1,2})?$/

const amount = (currency: WalletCurrency) =>
  typedAs(
    amountIn(currency).schema.refine(
      (text) => amountForm.test(text),
      'must have nine digits at most',
    ),
    { form: 'amount', currency },
  )

const amounts = z.strictObject({
  BAHT: amount('BAHT').optional(),
  LAK: amount('LAK').optional(),
})
const someAmounts = amounts.refine(
  (given) => walletCurrencies.some((one) => given[one] !== undefined),
  because('few', 'must name an amount in one currency at least'),
)

const percent = wholeNumber(0, 100).schema

const terms = z.strictObject({
  gives: z.discriminatedUnion('of', [
    z.strictObject({
      of: z.literal('deposit'),
      percent: typedAs(z.number().gt(0).max(percentMax), { form: 'number', max: percentMax }),
      max: someAmounts,
    }),
    z.strictObject({ of: z.literal('amount'), amount: someAmounts }),
  ]),
  kind: z.enum(conditionKinds),
  base: z.enum(conditionBases),
  factor: rate(factorMax).schema.nullable(),
  percentFail: percent,
  endAmount: amounts.nullable(),
  withdrawMax: amounts.nullable(),
  contributions: z.strictObject({
    slot: percent.optional(),
    sport: percent.optional(),
    lotto: percent.optional(),
  } satisfies Record<(typeof gameCategories)[number], z.ZodType>),
})

const ofEvery = {
  terms,
  quota: wholeNumber(0, quotaMax).schema.nullable(),
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
}

const endsLater = ({ startsAt, endsAt }: { startsAt: string | null; endsAt: string | null }) =>
  startsAt === null || endsAt === null || Date.parse(endsAt) > Date.parse(startsAt)
const ends = { ...because('ends', 'it would end before it begins'), path: ['endsAt'] }

/** A bonus as operators write it. */
export const bonusDefinition = z
  .strictObject({
    ...ofEvery,
    type: z.enum(bonusTypes),
    maxReceived: wholeNumber(1, givenMax).schema,
    banners: z.strictObject({
      th: bannerList.schema as z.ZodArray,
      la: bannerList.schema as z.ZodArray,
      en: bannerList.schema as z.ZodArray,
    }),
  })
  .refine(endsLater, ends)

/** A promotion code as operators write it. */
export const codeDefinition = z
  .strictObject({
    ...ofEvery,
    description: z.strictObject({ th: html.schema, la: html.schema, en: html.schema }),
  })
  .refine(endsLater, ends)

export type BonusDefinition = z.output<typeof bonusDefinition>
export type CodeDefinition = z.output<typeof codeDefinition>
type Definition = Pick<BonusDefinition, 'terms' | 'quota' | 'startsAt' | 'endsAt'>

/** As both are kept: instants as dates. */
function keptOf({ terms: given, quota, startsAt, endsAt }: Definition) {
  const dateOf = (text: string | null) => (text === null ? null : new Date(text))
  return {
    quota,
    terms: rewardTerms.parse(given),
    startsAt: dateOf(startsAt),
    endsAt: dateOf(endsAt),
  }
}

type KeptTerms<T> = Omit<T, 'code' | 'given' | 'updatedAt' | 'isOn'>

export function campaignOf(definition: BonusDefinition): KeptTerms<Campaign> {
  const { type, maxReceived, banners } = definition
  return { ...keptOf(definition), type, maxReceived, banners: banners as Campaign['banners'] }
}

export function codeOf(definition: CodeDefinition): KeptTerms<PromotionCode> {
  return { ...keptOf(definition), description: definition.description }
}

type StoredTerms = {
  terms: RewardTerms
  quota: number | null
  startsAt: Date | null
  endsAt: Date | null
}

/** As an operator would write it again. */
function shownOf({ terms: kept, quota, startsAt, endsAt }: StoredTerms): Definition {
  const { gives, contributions, ...rest } = kept
  const known = gameCategories.filter((one) => contributions[one] !== undefined)
  return {
    terms: {
      gives:
        gives.of === 'amount'
          ? { of: gives.of, amount: shownAmounts(gives.amount) }
          : { of: gives.of, percent: gives.percent, max: shownAmounts(gives.max) },
      kind: rest.kind,
      base: rest.base,
      factor: rest.factor,
      percentFail: rest.percentFail,
      endAmount: rest.endAmount && shownAmounts(rest.endAmount),
      withdrawMax: rest.withdrawMax && shownAmounts(rest.withdrawMax),
      contributions: Object.fromEntries(known.map((one) => [one, contributions[one]])),
    },
    quota,
    startsAt: startsAt && startsAt.toISOString(),
    endsAt: endsAt && endsAt.toISOString(),
  }
}

/** Written as the form writes them, so that nothing differs by its spelling alone. */
function shownAmounts(given: AmountsByCurrency): AmountsByCurrency {
  return amounts.safeParse(given).data ?? given
}

export function definitionOfBonus(stored: Campaign): BonusDefinition {
  const { type, maxReceived, banners } = stored
  return { ...shownOf(stored), type, maxReceived, banners }
}

export function definitionOfCode(stored: PromotionCode): CodeDefinition {
  return { ...shownOf(stored), description: stored.description }
}
