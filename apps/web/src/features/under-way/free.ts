import { sumAmounts, totalOf, type Wallet } from '#shared/wallet/wallet.ts'
import type { UnderWay } from './queries.ts'

type Parts = { withdrawable: number; notYet: number }

/**
 * The server's answer, shown as two parts of the total above it: what it calls withdrawable, and the rest. Null until
 * it has answered.
 */
export function partsOf(
  wallet: Pick<Wallet, 'wallet' | 'slots'>,
  underWay: Pick<UnderWay, 'withdrawable'> | undefined,
): Parts | null {
  if (!underWay) return null
  const total = totalOf(wallet)
  // The total may have been read a moment before or after.
  const withdrawable = Math.min(underWay.withdrawable.amount, total)
  return { withdrawable, notYet: sumAmounts([total, -withdrawable]) }
}
