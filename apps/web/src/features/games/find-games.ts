import { groupOf, type Group } from '#shared/wallet/groups.ts'
import type { GameAccount } from '#shared/wallet/wallet.ts'

/** Those with money first, the largest amount leading, then those played last, then the others in the given order. */
export function gamesOf(
  games: readonly GameAccount[],
  group: Group,
  recent: readonly string[] = [],
): GameAccount[] {
  const placeOf = ({ code }: GameAccount): number =>
    recent.includes(code) ? recent.indexOf(code) : recent.length
  return games
    .filter(({ category }) => groupOf(category) === group)
    .toSorted((one, other) => other.amount - one.amount || placeOf(one) - placeOf(other))
}

/** Matches part of the name or of the code, ignoring case and blanks. */
export function findGames(games: readonly GameAccount[], words: string): GameAccount[] {
  const wanted = plain(words)
  return games.filter(({ name, code }) => plain(name).includes(wanted) || code.includes(wanted))
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s/g, '')
}
