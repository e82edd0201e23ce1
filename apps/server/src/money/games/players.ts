import type { Currency, Money } from '@kapao/contract/money'
import type { ContextWith } from '#context/app-context.ts'
import type { GameClient } from '#outside/games/client.ts'
import type { Settings } from '#settings/registry.ts'
import { findName } from './names.ts'

type SettingsReader = ContextWith<'readSettings'>

export type Players = ReturnType<typeof openPlayers>

/** Members at game providers, for everybody who asks there or moves something. */
export function openPlayers({
  db,
  outside,
  readSettings,
}: ContextWith<'db' | 'outside' | 'readSettings'>) {
  /** Null while the provider is not set up. */
  const findClient = async (game: string): Promise<GameClient | null> => {
    const setting = (await readGames({ readSettings })).find(({ code }) => code === game)
    return setting ? outside.games.find(setting) : null
  }
  /** The provider of a game and the name that it knows a member by; null while either is missing. */
  const findPlayer = async (
    memberId: string,
    game: string,
  ): Promise<{ client: GameClient; username: string } | null> => {
    const client = await findClient(game)
    const username = client && (await findName(db, memberId, game))
    return client && username !== null ? { client, username } : null
  }
  return {
    findClient,
    findPlayer,
    readGames: () => readGames({ readSettings }),
    /** The codes of all games that can be queried; money there may always be taken out. */
    listGames: async (): Promise<readonly string[]> =>
      (await readGames({ readSettings })).map(({ code }) => code),
    /** Whether money of this currency may go in. */
    mayEnter: async (game: string, currency: Currency): Promise<boolean> =>
      (await readGames({ readSettings })).some(
        ({ code, currencies }) => code === game && currencies.some((one) => one === currency),
      ),
    /** A member's balance at a provider; null when it does not answer in time. */
    askBalance: async (
      memberId: string,
      game: string,
      currency: Currency,
    ): Promise<Money | null> => {
      const player = await findPlayer(memberId, game)
      const answer = await player?.client.readBalance({
        username: player.username,
        currency,
        use: 'shown',
        owner: memberId,
      })
      return answer?.outcome === 'balance' ? answer.money : null
    },
  }
}

export async function readGames({
  readSettings,
}: SettingsReader): Promise<Settings['games.providers']> {
  return (await readSettings())['games.providers']
}

/** The category of each offered game. */
export async function listCategories(deps: SettingsReader): Promise<ReadonlyMap<string, string>> {
  return new Map((await readGames(deps)).map(({ code, category }) => [code, category]))
}
