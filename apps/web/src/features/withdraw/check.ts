import { readAmount } from '#shared/wallet/amounts.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import type { Limits } from './queries.ts'

export type Problem = 'form' | 'minimum' | 'maximum'

/** The amount, or what is wrong with it; a limit itself is allowed. The server checks the balance. */
export function checkAmount(
  typed: string,
  { withdrawMin, withdrawMax }: Limits,
  currency: Wallet['currency'],
): number | Problem {
  // An empty amount counts as below the minimum.
  const amount = typed.trim() === '' ? 0 : readAmount(typed, currency)
  if (amount === null) return 'form'
  if (amount < withdrawMin) return 'minimum'
  return amount > withdrawMax ? 'maximum' : amount
}
