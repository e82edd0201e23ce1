import { sumWeights } from '@kapao/contract/fair/draw'
import type { Currency, Money } from '@kapao/contract/money'
import type { Wheel, WheelSlice } from './wheel-store.ts'

type Slice = Pick<WheelSlice, 'code' | 'weight' | 'amount' | 'currency'>
type Slices = readonly Slice[]

const partsOfPercent = 10_000n
const partsOfAll = 100n * partsOfPercent

/** How often each sector comes, in percent. */
export function oddsOf(slices: Slices): string[] {
  const sum = BigInt(sumWeights(slices))
  return slices.map(({ weight }) => {
    const parts = (BigInt(weight) * partsOfAll + sum / 2n) / sum
    const digits = String(parts % partsOfPercent).padStart(4, '0')
    return `${parts / partsOfPercent}.${digits} %`
  })
}

/** Without coins that it returns: what a spin costs on average in the wheel's own currency. */
export function spinCost({ slices, currency }: Pick<Wheel, 'slices' | 'currency'>): Money {
  const [paid, sum] = [paidIn(slices, currency), BigInt(sumWeights(slices))]
  return { amount: rounded(paid, sum), currency }
}

/**
 * What deposits buy in spins on average, with the spins that returned coins buy again; null where a spin returns as many
 * coins as it takes, or more, so that there is no end.
 */
export function depositsCost(
  { slices, currency }: Pick<Wheel, 'slices' | 'currency'>,
  { deposits, coinPer }: { deposits: Money; coinPer: Money },
): Money | null {
  const returned = paidIn(slices, 'COIN')
  const left = BigInt(sumWeights(slices)) - returned
  if (left <= 0n) return null
  const paid = paidIn(slices, currency) * deposits.amount
  return { amount: rounded(paid, left * coinPer.amount), currency }
}

function rounded(amount: bigint, by: bigint): bigint {
  return (amount + by / 2n) / by
}

/** Whether a spin gives more on average, or may give more at once, of money or of coins. */
export function isDearer(one: Pick<Wheel, 'slices'>, than: Pick<Wheel, 'slices'>): boolean {
  const currencies = new Set(one.slices.map(({ currency }) => currency))
  return [...currencies].some(
    (currency) =>
      paidIn(one.slices, currency) * BigInt(sumWeights(than.slices)) >
        paidIn(than.slices, currency) * BigInt(sumWeights(one.slices)) ||
      largestIn(one.slices, currency) > largestIn(than.slices, currency),
  )
}

function paidIn(slices: Slices, of: Currency): bigint {
  const paid = slices.filter(({ currency }) => currency === of)
  return paid.reduce((all, { amount, weight }) => all + amount * BigInt(weight), 0n)
}

/** A sector that never comes gives nothing. */
function largestIn(slices: Slices, of: Currency): bigint {
  const paid = slices.filter(({ currency, weight }) => currency === of && weight > 0)
  return paid.reduce((most, { amount }) => (amount > most ? amount : most), 0n)
}
