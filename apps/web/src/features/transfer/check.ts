import { transferMin } from '@kapao/contract/limits'
import { readAmount } from '#shared/wallet/amounts.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import type { Move } from '#shared/transfers/queries.ts'

export type Draft = { from: string; to: string; amount: string }
export type Problem = 'choose' | 'same' | 'form' | 'minimum'

/** In the order in which a member should hear of them: chosen, different, enough. How much there is, the server knows. */
export function checkMove(
  { from, to, amount: typed }: Draft,
  currency: Wallet['currency'],
): Move | Problem {
  if (from === '' || to === '') return 'choose'
  if (from === to) return 'same'
  // Nothing typed is less than the least.
  const amount = typed.trim() === '' ? 0 : readAmount(typed, currency)
  if (amount === null) return 'form'
  return amount < transferMin ? 'minimum' : { from, to, amount }
}
