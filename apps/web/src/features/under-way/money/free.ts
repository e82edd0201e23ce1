import { sumAmounts } from '#shared/wallet/wallet.ts'

export type Parts = { withdrawable: number; notYet: number }

/** The server's answer, shown as two parts of the total above it: what it calls withdrawable, and the rest. */
export function partsOf(total: number, answer: number): Parts {
  // The total may have been read a moment before or after.
  const withdrawable = Math.min(answer, total)
  return { withdrawable, notYet: sumAmounts([total, -withdrawable]) }
}
