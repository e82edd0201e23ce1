import type { Clock } from '#core/clock.ts'
import { openDoor } from '../door.ts'
import { openAmb } from './amb.ts'
import { openBetflix } from './betflix.ts'
import type { ClientOptions, GameAgent, GameClient } from './client.ts'
import { openJoker } from './joker.ts'
import { openPg } from './pg.ts'

export const gameFamilies = ['betflix', 'amb', 'joker', 'pg'] as const
export type GameFamily = (typeof gameFamilies)[number]

const openers: Record<GameFamily, (options: ClientOptions) => GameClient> = {
  betflix: openBetflix,
  amb: openAmb,
  joker: openJoker,
  pg: openPg,
}

/** A provider as an operator has set it; which of the four ways it is spoken to, and where. */
export type GameSetting = { code: string; family: GameFamily; address: string | null }

export type Games = {
  /** The client of a provider, or null while it has no address or no account of ours. */
  find: (setting: GameSetting) => GameClient | null
}

/** docs/architecture.md: a provider call is given up after 12 s. */
const moneyTimeoutMs = 12_000
const askTimeoutMs = 5_000
const moneyAtOnceMax = 32
/** F16: what hangs may hold up so many questions and no more. */
const asksAtOnceMax = 8

export type GamesConfig = {
  /** Where the sandbox plays every provider, each under its code; null wherever they are real. */
  sandboxUrl: string | null
  agents: Readonly<Record<string, GameAgent>>
}

/** Keeps one client, and so one breaker and one bulkhead, for each provider as long as its setting stays. */
export function openGames({ sandboxUrl, agents }: GamesConfig, clock: Clock): Games {
  const clients = new Map<string, { family: GameFamily; address: string; client: GameClient }>()
  return {
    find: ({ code, family, address: set }) => {
      const address = sandboxUrl ? `${sandboxUrl}/games/${code}` : set?.replace(/\/+$/, '')
      const agent = agents[code]
      if (!address || !agent) return null
      const known = clients.get(code)
      if (known?.family === family && known.address === address) return known.client
      const client = openers[family]({
        address,
        agent,
        clock,
        moneyDoor: openDoor({ clock, timeoutMs: moneyTimeoutMs, atOnceMax: moneyAtOnceMax }),
        askDoor: openDoor({ clock, timeoutMs: askTimeoutMs, atOnceMax: asksAtOnceMax }),
      })
      clients.set(code, { family, address, client })
      return client
    },
  }
}
