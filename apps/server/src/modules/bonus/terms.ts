import type { WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText, type Money } from '@kapao/contract/money'
import type { AmountsByCurrency, RewardTerms } from '@kapao/contract/bonus'

/** What stands in for what the terms leave open. */
export type Defaults = { factor: string; endAmount: string | null }

/** What was promised, in numbers of one member; kept as it is from then on. */
export type Promised = {
  deposit: bigint
  bonus: bigint
  target: bigint
  endAmount: bigint
  withdrawMax: bigint | null
  factor: string
}

/** Null where it gives nothing in this currency, or is a share of a deposit that is not there. */
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

/** The most that it gives to who has this currency. */
export function largestOf({ gives }: RewardTerms, currency: WalletCurrency): bigint {
  return amountIn(gives.of === 'amount' ? gives.amount : gives.max, currency) ?? 0n
}

/** Whether it is offered to who has this currency. */
export function isOffered({ gives }: RewardTerms, currency: WalletCurrency): boolean {
  return amountIn(gives.of === 'amount' ? gives.amount : gives.max, currency) !== null
}

/**
 * OP-BON: the target is (deposit + bonus) x factor; the end amount as configured, else percentFail of deposit + bonus. Where
 * the bonus alone is multiplied, what the member had before comes on top of a total, and is no part of what must be staked.
 */
export function promiseOf(
  terms: RewardTerms,
  { deposit, bonus, currency }: { deposit: bigint; bonus: bigint; currency: WalletCurrency },
  defaults: Defaults,
): Promised {
  const factor = terms.factor ?? defaults.factor
  const sum = deposit + bonus
  const ofBonus = timesUp(bonus, factor) + (terms.kind === 'balance' ? deposit : 0n)
  const target = terms.base === 'bonus' ? ofBonus : timesUp(sum, factor)
  const configured =
    amountIn(terms.endAmount ?? {}, currency) ?? textIn(defaults.endAmount, currency)
  const share = (sum * BigInt(Math.round(terms.percentFail * 100))) / 10_000n
  const endAmount = configured ?? share
  const withdrawMax = amountIn(terms.withdrawMax ?? {}, currency)
  return { deposit, bonus, target, endAmount, withdrawMax, factor }
}

/** More than this is what regulators forbid; operators are told. */
export const factorWarnedFrom = 10

export function factorIsHigh({ factor }: Pick<RewardTerms, 'factor'>, usual: string): boolean {
  return Number(factor ?? usual) > factorWarnedFrom
}

/** Rounded up: what must be reached is never less than promised. */
function timesUp(amount: bigint, factor: string): bigint {
  const [whole = '0', decimals = ''] = factor.split('.')
  const hundredths = BigInt(whole + decimals.padEnd(2, '0'))
  return (amount * hundredths + 99n) / 100n
}

function amountIn(amounts: AmountsByCurrency, currency: WalletCurrency): bigint | null {
  return textIn(amounts[currency] ?? null, currency)
}

function textIn(text: string | null, currency: WalletCurrency): bigint | null {
  const money: Money | null = text === null ? null : moneyFromText(text, currency)
  return money?.amount ?? null
}
