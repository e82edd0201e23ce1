import type { Queryable } from '#core/db/db.ts'
import { readSettings } from '#settings/read.ts'

/** Games where bets stay open. Slots settle while they are played; a game that is no longer listed may be either. */
export async function readSlowGames(on: Queryable): Promise<(game: string) => boolean> {
  const games = (await readSettings(on))['games.providers']
  const quick = new Set(games.filter(({ category }) => category === 'slot').map(({ code }) => code))
  return (game) => !quick.has(game)
}
