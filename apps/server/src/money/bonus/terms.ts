import type { WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText, type Money } from '@kapao/contract/money'
import type { AmountsByCurrency, RewardTerms } from '@kapao/contract/bonus'
import { timesUp } from '#core/hundredths.ts'
import type { Settings } from '#settings/registry.ts'

/** The values used if the terms leave them open. */
export type Defaults = { factor: string; endAmount: string | null }

export async function readDefaults(
  { readSettings }: { readSettings: () => Promise<Settings> },
  currency: WalletCurrency,
): Promise<Defaults> {
  const settings = await readSettings()
  return { factor: settings['bonus.factor'], endAmount: settings[`bonus.endAmount.${currency}`] }
}

/** The promise in one member's numbers; it never changes afterwards. */
export type BonusPromise = {
  deposit: bigint
  bonus: bigint
  target: bigint
  endAmount: bigint
  withdrawMax: bigint | null
  factor: string
  /** The part of the target that earlier rewards require: a stake counts for them first. */
  toPlayFirst: bigint
}

/** Null if it gives nothing in this currency, or is a share of a deposit that does not exist. */
export function bonusOf(
  { gives }: RewardTerms,
  { currency, deposit }: { currency: WalletCurrency; deposit: bigint | null },
): bigint | null {
  if (gives.of === 'amount') return amountIn(gives.amount, currency)
  const max = amountIn(gives.max, currency)
  if (max === null || deposit === null) return null
  const share = (deposit * BigInt(Math.round(gives.percent * 100))) / 10_000n
  return share < max ? share : max
}

/** The most that it gives to a member with this currency. */
export function largestOf({ gives }: RewardTerms, currency: WalletCurrency): bigint {
  return amountIn(gives.of === 'amount' ? gives.amount : gives.max, currency) ?? 0n
}

type OfferTimes = { isOn: boolean; startsAt: Date | null; endsAt: Date | null }

/** Members may take it then, as far as being offered and its times go. */
export function isOpen({ isOn, startsAt, endsAt }: OfferTimes, at: Date): boolean {
  return isOn && (!startsAt || startsAt <= at) && (!endsAt || endsAt > at)
}

/** Whether it is offered to a member with this currency. */
export function isOffered(
  { gives }: Pick<RewardTerms, 'gives'>,
  currency: WalletCurrency,
): boolean {
  return amountIn(gives.of === 'amount' ? gives.amount : gives.max, currency) !== null
}

type GrantAmounts = Pick<BonusPromise, 'deposit' | 'bonus' | 'toPlayFirst'> & {
  currency: WalletCurrency
}

/**
 * OP-BON: the target is (deposit + bonus) x factor, after what earlier rewards require; the end amount as configured,
 * else percentFail of deposit + bonus. If only the bonus is multiplied, a total includes the member's previous money on
 * top, and a turnover does not.
 */
export function promiseOf(
  terms: RewardTerms,
  { deposit, bonus, currency, toPlayFirst }: GrantAmounts,
  defaults: Defaults,
): BonusPromise {
  const factor = terms.factor ?? defaults.factor
  const sum = deposit + bonus
  const ofBonus = timesUp(bonus, factor) + (terms.kind === 'balance' ? deposit : 0n)
  const ofReward = terms.base === 'bonus' ? ofBonus : timesUp(sum, factor)
  const target = toPlayFirst + ofReward
  const configured =
    amountIn(terms.endAmount ?? {}, currency) ?? textIn(defaults.endAmount, currency)
  const share = (sum * BigInt(Math.round(terms.percentFail * 100))) / 10_000n
  const endAmount = configured ?? share
  const withdrawMax = amountIn(terms.withdrawMax ?? {}, currency)
  return { deposit, bonus, target, endAmount, withdrawMax, factor, toPlayFirst }
}

/** Regulators forbid more than this; operators are warned. */
const factorWarnedFrom = 10

export function factorIsHigh({ factor }: Pick<RewardTerms, 'factor'>, usual: string): boolean {
  return Number(factor ?? usual) > factorWarnedFrom
}

function amountIn(amounts: AmountsByCurrency, currency: WalletCurrency): bigint | null {
  return textIn(amounts[currency] ?? null, currency)
}

function textIn(text: string | null, currency: WalletCurrency): bigint | null {
  const money: Money | null = text === null ? null : moneyFromText(text, currency)
  return money?.amount ?? null
}
