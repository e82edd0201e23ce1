import type { RewardTerms } from '@kapao/contract/bonus'
import { sumOf, type Sum } from '@kapao/contract/console/fields'
import type { RewardWarning } from '@kapao/contract/console/reward-words'
import { walletCurrencies } from '@kapao/contract/limits'
import { moneyFromText, type Money } from '@kapao/contract/money'
import { factorIsHigh, largestOf } from '#money/bonus/terms.ts'
import { depositsCost, oddsOf, spinCost } from '#rewards/spinwheel/cost.ts'
import type { Wheel } from '#rewards/spinwheel/wheel-store.ts'
import type { Settings } from '#settings/registry.ts'

type Offer = { terms: RewardTerms; quota: number | null }

/**
 * All that may still be taken of an offer, in each currency; the turnover that it asks for takes nothing off, because
 * play cannot be predicted. Null without a limit.
 */
export function mostOf({ terms, quota }: Offer, given = 0): Money[] | null {
  const largest = walletCurrencies.map((currency) => ({
    amount: largestOf(terms, currency),
    currency,
  }))
  const gifts = largest.filter(({ amount }) => amount > 0n)
  if (gifts.length > 0 && quota === null) return null
  const left = BigInt(Math.max(0, (quota ?? 0) - given))
  const all = gifts.map((gift) => ({ ...gift, amount: gift.amount * left }))
  return all.filter(({ amount }) => amount > 0n)
}

/**
 * What counts as given by the author of a bonus or code, however it comes before members. Null where no one may offer it
 * alone: without a limit, and a gift above what is asked for it, which is money without a condition.
 */
export function givenBy(offer: Offer, given: number, usualFactor: string): Money[] | null {
  const most = mostOf(offer, given)
  return most !== null && most.length > 0 && isAbove(offer.terms, usualFactor) ? null : most
}

/** It is met as soon as it is given: its member has, or need only stake, what was given anyway. */
function isAboveAsked({ factor }: RewardTerms, usual: string): boolean {
  return Number(factor ?? usual) <= 1
}

function isAboveDeposit({ gives }: RewardTerms): boolean {
  return gives.of === 'deposit' && gives.percent > 100
}

function isAbove(terms: RewardTerms, usual: string): boolean {
  return isAboveAsked(terms, usual) || isAboveDeposit(terms)
}

/** Shorter codes can be found by trying; eight letters and digits are forty bits. */
const safeLength = 8

type OfferAround = {
  usualFactor: string
  /** Null where members type none. */
  code: string | null
  others: readonly string[]
}

const lookalikes: Record<string, string> = {
  0: 'O',
  1: 'I',
  L: 'I',
  2: 'Z',
  5: 'S',
  6: 'G',
  8: 'B',
}

function isAlike(one: string, other: string): boolean {
  const seen = (code: string) => code.replaceAll(/[01L2568]/g, (sign) => lookalikes[sign]!)
  return one !== other && seen(one) === seen(other)
}

export function warningsOf(
  { terms, quota }: Offer,
  { usualFactor, code, others }: OfferAround,
): RewardWarning[] {
  return chosen({
    'above-asked': isAboveAsked(terms, usualFactor),
    'above-deposit': isAboveDeposit(terms),
    'turnover-high': factorIsHigh(terms, usualFactor),
    'code-short': code !== null && code.length < safeLength,
    'code-alike': code !== null && others.some((other) => isAlike(code, other)),
    'no-quota': quota === null,
  })
}

function chosen(warnings: { [W in RewardWarning]?: boolean }): RewardWarning[] {
  const named = Object.entries(warnings) as [RewardWarning, boolean][]
  return named.flatMap(([warning, isThere]) => (isThere ? [warning] : []))
}

/** The deposits whose cost in spins is shown, for each currency a sum that members know. */
const depositsShown = { BAHT: 100_000n, LAK: 50_000_000n } as const

export type WheelCost = {
  odds: { code: string; percent: string }[]
  spin: Sum
  deposits: Sum
  ofDeposits: Sum | null
}

type WheelOdds = Pick<Wheel, 'slices' | 'currency'>

export function wheelCostOf(wheel: WheelOdds, settings: Settings): WheelCost {
  const { currency, slices } = wheel
  const odds = oddsOf(slices)
  const deposits = { amount: depositsShown[currency], currency }
  const coinPer = moneyFromText(settings[`spin.coinPer.${currency}`], currency)!
  const cost = depositsCost(wheel, { deposits, coinPer })
  return {
    odds: slices.map(({ code }, at) => ({ code, percent: odds[at]! })),
    spin: sumOf(spinCost(wheel)),
    deposits: sumOf(deposits),
    ofDeposits: cost && sumOf(cost),
  }
}

export function wheelWarningsOf(cost: WheelCost): RewardWarning[] {
  return chosen({ 'coins-without-end': cost.ofDeposits === null })
}
