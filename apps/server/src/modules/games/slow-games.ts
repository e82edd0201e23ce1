import type { Queryable } from '#core/db/db.ts'
import { readSettings } from '#settings/read.ts'

/** Where bets stay open. Slots are decided while they are played; a game that is no longer in the list may have been any. */
export async function readSlowGames(on: Queryable): Promise<(game: string) => boolean> {
  const games = (await readSettings(on))['games.providers']
  const quick = new Set(games.filter(({ category }) => category === 'slot').map(({ code }) => code))
  return (game) => !quick.has(game)
}
