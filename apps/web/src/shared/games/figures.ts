import type { GameAccount } from '#shared/wallet/wallet.ts'

/** What the provider shows for a balance; it is shown, never reckoned with. */
export function convertedOf({
  amount,
  ftWalletSlot,
}: Pick<GameAccount, 'amount' | 'ftWalletSlot'>): number {
  return Math.round(Math.round(amount * 100) * ftWalletSlot) / 100
}

/** A provider that has not answered for longer than this shows the age of its balance. */
const staleAfterMs = 120_000

/** When a balance was told that is too old to pass for the present one. */
export function staleSince(game: GameAccount, nowMs: number): number | null {
  if (!game.isActive || game.amountAt === null) return null
  const at = Date.parse(game.amountAt)
  return nowMs - at > staleAfterMs ? at : null
}
