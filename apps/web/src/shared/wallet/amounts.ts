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

const presets: Record<WalletCurrency, readonly number[]> = {
  BAHT: [100, 500, 1000],
  LAK: [20_000, 50_000, 100_000],
}

/** The usual amounts, as far as there is that much. */
export function presetsWithin(available: number, currency: WalletCurrency): readonly number[] {
  return presets[currency].filter((amount) => amount <= available)
}
