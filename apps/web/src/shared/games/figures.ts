import type { GameAccount } from '#shared/wallet/wallet.ts'

/** The balance in the provider's units; for display only, never for calculations. */
export function convertedOf({
  amount,
  ftWalletSlot,
}: Pick<GameAccount, 'amount' | 'ftWalletSlot'>): number {
  return Math.round(Math.round(amount * 100) * ftWalletSlot) / 100
}

/** A balance older than this shows its age. */
const staleAfterMs = 120_000

/** The time of a balance that is too old to pass for the current one. */
export function staleSince(game: GameAccount, nowMs: number): number | null {
  if (!game.isActive || game.amountAt === null) return null
  const at = Date.parse(game.amountAt)
  return nowMs - at > staleAfterMs ? at : null
}
