import type { Variant } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import { openDoor } from '../door.ts'
import { openAmb } from './amb.ts'
import { openBetflix } from './betflix.ts'
import type { ClientOptions, GameAgent, GameClient } from './client.ts'
import { sandboxAgents, sandboxPlaces, type GameFamily, type GameSetting } from './family.ts'
import { openJoker } from './joker.ts'
import { openPg } from './pg.ts'

const openers: Record<GameFamily, (options: ClientOptions) => GameClient> = {
  betflix: openBetflix,
  amb: openAmb,
  joker: openJoker,
  pg: openPg,
}

export type Games = {
  /** The client of a provider, or null while it has no address or no account of ours. */
  find: (setting: GameSetting) => GameClient | null
  /** S34: whether a link may be handed to a member. */
  mayLaunch: (setting: GameSetting, link: string) => boolean
}

/** A provider call is given up after 12 s. */
const moneyTimeoutMs = 12_000
const askTimeoutMs = 5_000
const moneyAtOnceMax = 32
/** F16: what hangs may hold up so many questions and no more. */
const asksAtOnceMax = 8

export type GamesOptions = {
  /** Where the sandbox plays every provider, each under its code; null wherever they are real. */
  sandboxUrl: string | null
  /** Where browsers reach it, when that is another address. */
  sandboxPublicUrl?: string | null
  agents: Readonly<Record<string, GameAgent>>
  variant: Variant
  clock: Clock
}

type Places = { address: string; launchAddress: string | null; launchHosts: readonly string[] }

/** Keeps one client, and so one breaker and one bulkhead, for each provider as long as its setting stays. */
export function openGames(options: GamesOptions): Games {
  const { sandboxUrl, sandboxPublicUrl: publicUrl = null, agents, variant, clock } = options
  const clients = new Map<string, { about: string; client: GameClient }>()

  function placesOf(setting: GameSetting): Places | null {
    if (sandboxUrl) return sandboxPlaces(sandboxUrl, setting, { variant, publicUrl })
    const address = variant === 'laos' ? (setting.addressLaos ?? setting.address) : setting.address
    return address === null ? null : { ...setting, address: address.replace(/\/+$/, '') }
  }

  /** One setting is one object until it is read anew, so most calls need not look at what is in it. */
  const found = new WeakMap<GameSetting, GameClient>()

  return {
    find: (setting) => {
      const before = found.get(setting)
      if (before) return before
      const { code, family } = setting
      const places = placesOf(setting)
      const agent = sandboxUrl ? sandboxAgents[family] : agents[code]
      if (!places || !agent) return null
      const about = JSON.stringify([family, places.address, places.launchAddress])
      const known = clients.get(code)
      if (known?.about === about) {
        found.set(setting, known.client)
        return known.client
      }
      const client = openers[family]({
        ...places,
        agent,
        clock,
        moneyDoor: openDoor({ clock, timeoutMs: moneyTimeoutMs, atOnceMax: moneyAtOnceMax }),
        askDoor: openDoor({ clock, timeoutMs: askTimeoutMs, atOnceMax: asksAtOnceMax }),
      })
      clients.set(code, { about, client })
      found.set(setting, client)
      return client
    },
    mayLaunch: (setting, link) => {
      const url = URL.parse(link)
      const hosts = placesOf(setting)?.launchHosts ?? []
      // The sandbox speaks plain http on this machine; it is refused in production.
      const isSafe =
        url?.protocol === 'https:' || (sandboxUrl !== null && url?.protocol === 'http:')
      return isSafe && hosts.includes(url.host)
    },
  }
}
