import { readRecent } from '#shared/games/recent.ts'
import type { GameAccount, Wallet } from '#shared/wallet/wallet.ts'

export type NextGame = { game: GameAccount; isRecent: boolean }

/** The game that was played last on this device, or else the one with the most money; null if there is neither. */
export function nextGame({ slots, profile }: Pick<Wallet, 'slots' | 'profile'>): NextGame | null {
  const open = slots.filter(({ isActive, isClosed }) => isActive && isClosed !== true)
  for (const code of readRecent(profile._id)) {
    const game = open.find((one) => one.code === code)
    if (game) return { game, isRecent: true }
  }
  const [game] = open.toSorted((one, other) => other.amount - one.amount)
  return game && game.amount > 0 ? { game, isRecent: false } : null
}
