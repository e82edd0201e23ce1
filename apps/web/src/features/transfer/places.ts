import type { Account } from './accounts/accounts.ts'
import { sumAmounts } from '#shared/wallet/wallet.ts'

/** The amount that moving everything to an account would bring there. */
export function gatherable(accounts: readonly Account[], to: string): number {
  return sumAmounts(accounts.filter(({ code }) => code !== to).map(({ amount }) => amount))
}

/** The balances of both sides afterwards, in exact hundredths. */
export function afterMove(
  { from, to }: { from: Account; to: Account },
  amount: number,
): { from: number; to: number } {
  return { from: sumAmounts([from.amount, -amount]), to: sumAmounts([to.amount, amount]) }
}
