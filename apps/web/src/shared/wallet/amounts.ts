import type { Wallet } from './wallet.ts'

type WalletCurrency = Wallet['currency']

const forms: Record<WalletCurrency, RegExp> = {
  BAHT: /^\d{1,9}(?:\.\d{1,2})?$/,
  LAK: /^\d{1,9}(?:\.0{1,2})?$/,
}

/** The typed amount, with or without commas; null if it is no amount in this currency. */
export function readAmount(text: string, currency: WalletCurrency): number | null {
  const plain = text.replaceAll(/[\s,]/g, '')
  return forms[currency].test(plain) ? Number(plain) : null
}

/** The bounds of an amount; `available` is the balance. */
export type Bounds = { least: number; most?: number; available?: number }
export type AmountProblem = 'form' | 'least' | 'most' | 'short'

/** The problem with an amount being typed: of two exceeded bounds, the lower one. */
export function problemWith(
  typed: string,
  currency: WalletCurrency,
  { least, most = Infinity, available = Infinity }: Bounds,
): AmountProblem | null {
  // An amount that ends with a point is still being typed.
  const whole = typed.trim().replace(/\.$/, '')
  if (whole === '') return null
  const amount = readAmount(whole, currency)
  if (amount === null) return 'form'
  if (amount > Math.min(most, available)) return available <= most ? 'short' : 'most'
  return amount < least ? 'least' : null
}

const quick: Record<WalletCurrency, readonly number[]> = {
  BAHT: [100, 500, 1000],
  LAK: [20_000, 50_000, 100_000],
}

/** The amounts offered as buttons: those that are allowed and available. */
export function quickAmounts(
  currency: WalletCurrency,
  { least, most = Infinity, available = Infinity }: Bounds,
  offered: readonly number[] = quick[currency],
): readonly number[] {
  return offered.filter((amount) => amount >= least && amount <= Math.min(most, available))
}
