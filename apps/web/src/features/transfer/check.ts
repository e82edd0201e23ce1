import { transferMin } from '@kapao/contract/limits'
import { readAmount } from '#shared/wallet/amounts.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import type { Move } from '#shared/transfers/queries.ts'

export type Draft = { from: string; to: string; amount: string }
export type Problem = 'choose' | 'same' | 'form' | 'minimum'

/**
 * Checked in the order in which a member should read of them: chosen, different, at least the minimum. The server
 * checks the balance.
 */
export function checkMove(
  { from, to, amount: typed }: Draft,
  currency: Wallet['currency'],
): Move | Problem {
  if (from === '' || to === '') return 'choose'
  if (from === to) return 'same'
  // An empty amount counts as below the minimum.
  const amount = typed.trim() === '' ? 0 : readAmount(typed, currency)
  if (amount === null) return 'form'
  return amount < transferMin ? 'minimum' : { from, to, amount }
}
