import type { Wallet } from './wallet.ts'

type WalletCurrency = Wallet['currency']

const forms: Record<WalletCurrency, RegExp> = {
  BAHT: /^\d{1,9}(?:\.\d{1,2})?$/,
  LAK: /^\d{1,9}(?:\.0{1,2})?$/,
}

/** What a member typed, with or without commas; null for what is no amount in this currency. */
export function readAmount(text: string, currency: WalletCurrency): number | null {
  const plain = text.replaceAll(/[\s,]/g, '')
  return forms[currency].test(plain) ? Number(plain) : null
}

/** What an amount must stay within; `available` is what there is. */
export type Bounds = { least: number; most?: number; available?: number }
export type AmountProblem = 'form' | 'least' | 'most' | 'short'

/** What is wrong with an amount that is being typed: of two bounds that it passes, the one that it meets first. */
export function problemWith(
  typed: string,
  currency: WalletCurrency,
  { least, most = Infinity, available = Infinity }: Bounds,
): AmountProblem | null {
  // With a point at its end it is still being typed.
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

/** The amounts that are offered to tap, as far as they are allowed and there is that much. */
export function quickAmounts(
  currency: WalletCurrency,
  { least, most = Infinity, available = Infinity }: Bounds,
  offered: readonly number[] = quick[currency],
): readonly number[] {
  return offered.filter((amount) => amount >= least && amount <= Math.min(most, available))
}
