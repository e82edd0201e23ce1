import { groupOf, type Group } from '#shared/wallet/groups.ts'
import type { GameAccount } from '#shared/wallet/wallet.ts'

export function gamesOf(games: readonly GameAccount[], group: Group): GameAccount[] {
  return games.filter(({ category }) => groupOf(category) === group)
}

/** Matches part of the name or of the code, ignoring case and blanks. */
export function findGames(games: readonly GameAccount[], words: string): GameAccount[] {
  const wanted = plain(words)
  return games.filter(({ name, code }) => plain(name).includes(wanted) || code.includes(wanted))
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s/g, '')
}
