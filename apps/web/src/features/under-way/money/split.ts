import type { Wallet } from '#shared/wallet/wallet.ts'
import { sumAmounts } from '#shared/wallet/wallet.ts'

/** As many games as have a color of their own; the others are one part together. */
const gamesMax = 4

export type Part = { label: string; amount: number; percent: string }

type Words = { wallet: string; others: string }

/** The parts of the total: the wallet first, then the largest games. */
export function splitOf({ wallet, slots }: Pick<Wallet, 'wallet' | 'slots'>, words: Words): Part[] {
  const games = slots
    .filter(({ amount }) => amount > 0)
    .toSorted((one, other) => other.amount - one.amount)
  // A single remaining game is shown by its name.
  const named = games.length === gamesMax + 1 ? games : games.slice(0, gamesMax)
  const rest = sumAmounts(games.slice(named.length).map(({ amount }) => amount))
  const parts = [
    { label: words.wallet, amount: wallet.amount },
    ...named.map(({ name, amount }) => ({ label: name, amount })),
    ...(rest > 0 ? [{ label: words.others, amount: rest }] : []),
  ]
  const whole = sumAmounts(parts.map(({ amount }) => Math.max(0, amount)))
  return parts.map((part) => ({ ...part, percent: percentOf(part.amount, whole) }))
}

/** Whole percents; something is never shown as 0%, and less than everything never as 100%. */
export function percentOf(amount: number, whole: number): string {
  if (amount <= 0 || whole <= 0) return '0%'
  const percent = Math.round((amount * 100) / whole)
  if (percent === 0) return '<1%'
  return `${percent === 100 && amount < whole ? 99 : percent}%`
}
