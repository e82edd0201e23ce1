import { walletCurrencies, type WalletCurrency } from '@kapao/contract/limits'
import { amountIn, type SettingKind } from './kinds.ts'

/** For the sentences about settings. */
export const currencyNames = { BAHT: 'baht', LAK: 'kip' } as const

/** `page` settings are sent to every visitor; `server` ones are read by calls, which decide what they show. */
export type Reader = 'page' | 'server'

export type Setting<T, R extends Reader = Reader> = {
  kind: SettingKind<T>
  fallback: T
  reader: R
  /** One sentence for the operator who sets it. */
  about: string
}

/** Infers the type of one setting; the fallback must be of the kind's own type. Only `page` needs to be named. */
export function setting<T, const R extends Reader = 'server'>(
  shape: Omit<Setting<T, R>, 'reader'> & { reader?: R },
): Setting<T, R> {
  return { reader: 'server' as R, ...shape }
}

/** One setting for each word, named `<name>.<word>`. */
export function forEach<
  const Name extends string,
  const Word extends string,
  T,
  const R extends Reader,
>(
  name: Name,
  words: readonly Word[],
  make: (word: Word) => Setting<T, R>,
): { [W in Word as `${Name}.${W}`]: Setting<T, R> } {
  const entries = words.map((word) => [`${name}.${word}`, make(word)])
  return Object.fromEntries(entries) as { [W in Word as `${Name}.${W}`]: Setting<T, R> }
}

/** One amount for each currency, since there is no exchange between them. */
export function amounts<const Name extends string>(
  name: Name,
  fallback: Record<WalletCurrency, string>,
  about: string,
) {
  return forEach(name, walletCurrencies, (currency) =>
    setting({
      kind: amountIn(currency),
      fallback: fallback[currency],
      about: `${about} (wallets in ${currencyNames[currency]}).`,
    }),
  )
}
