import { readAmount } from '#shared/wallet/amounts.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import type { Limits } from './queries.ts'

export type Problem = 'form' | 'minimum' | 'maximum' | 'short'

/** The amount, or what is wrong with it; a limit itself is allowed. `available` is what can be withdrawn. */
export function checkAmount(
  typed: string,
  { withdrawMin, withdrawMax, available }: Limits & { available: number },
  currency: Wallet['currency'],
): number | Problem {
  // An empty amount counts as below the minimum.
  const amount = typed.trim() === '' ? 0 : readAmount(typed, currency)
  if (amount === null) return 'form'
  if (amount < withdrawMin) return 'minimum'
  if (amount > withdrawMax) return 'maximum'
  return amount > available ? 'short' : amount
}
