import type { Variant } from '@kapao/contract/limits'
import { openOutboundDoors, type DoorContext, type DoorLimits } from '../door.ts'
import { openAmb } from './amb.ts'
import { openBetflix } from './betflix.ts'
import type { ClientOptions, GameAgent, GameClient, GameDoors } from './client.ts'
import { sandboxAgents, sandboxAddresses, type GameFamily, type GameSetting } from './family.ts'
import { openJoker } from './joker.ts'
import { openPg } from './pg.ts'
import { hostOf, type DoorPlace } from '../place.ts'

const openers: Record<GameFamily, (options: ClientOptions) => GameClient> = {
  betflix: openBetflix,
  amb: openAmb,
  joker: openJoker,
  pg: openPg,
}

export type Games = {
  /** The client of a provider, or null while it has no address or no account of ours. */
  find: (setting: GameSetting) => GameClient | null
  /** Where it is, and whether there is an account of ours; null without an address. */
  placeOf: (setting: GameSetting) => (DoorPlace & { hasKey: boolean }) | null
  /** S34: whether a link may be handed to a member. */
  mayLaunch: (setting: GameSetting, link: string) => boolean
}

/** A provider call is given up after 12 s including the queue; a query after 5 s, and with the queue after 8 s. */
const question = { timeoutMs: 5_000, totalMs: 8_000, waitMs: 3_000 }
const rare: DoorLimits = {
  timeoutMs: 12_000,
  waitMs: 4_000,
  atOnceMax: 8,
  ownerAtOnceMax: 1,
  waitingMax: 64,
  ownerWaitingMax: 2,
}

/**
 * Limits of each provider, by the kind of work; docs/security.md explains the figures. F16: hanging calls can block
 * this many of one kind and no more. A member has one open transfer at a provider, so there the limit of one owner is
 * that of our own jobs.
 */
const doorLimits: Readonly<Record<keyof GameDoors, DoorLimits>> = {
  move: {
    timeoutMs: 12_000,
    waitMs: 5_000,
    atOnceMax: 64,
    ownerAtOnceMax: 8,
    waitingMax: 256,
    ownerWaitingMax: 8,
  },
  weigh: { ...question, atOnceMax: 64, ownerAtOnceMax: 8, waitingMax: 256, ownerWaitingMax: 8 },
  ask: { ...question, atOnceMax: 16, ownerAtOnceMax: 8, waitingMax: 64, ownerWaitingMax: 8 },
  refresh: { ...question, atOnceMax: 32, ownerAtOnceMax: 2, waitingMax: 256, ownerWaitingMax: 4 },
  launch: {
    timeoutMs: 5_000,
    totalMs: 10_000,
    waitMs: 5_000,
    atOnceMax: 32,
    ownerAtOnceMax: 2,
    waitingMax: 256,
    ownerWaitingMax: 20,
  },
  open: rare,
  reset: rare,
}

export type GamesOptions = DoorContext & {
  /** Where the sandbox simulates every provider, each under its code; null where they are real. */
  sandboxUrl: string | null
  /** The address for browsers, when it differs. */
  sandboxPublicUrl?: string | null
  agents: Readonly<Record<string, GameAgent>>
  variant: Variant
}

type ProviderAddresses = {
  address: string
  launchAddress: string | null
  launchHosts: readonly string[]
}

/** Keeps one client, and so one set of doors, for each provider as long as its setting stays the same. */
export function openGames(options: GamesOptions): Games {
  const {
    sandboxUrl,
    sandboxPublicUrl: publicUrl = null,
    agents,
    variant,
    clock,
    figures,
  } = options
  const clients = new Map<string, { about: string; client: GameClient }>()

  function addressesOf(setting: GameSetting): ProviderAddresses | null {
    if (sandboxUrl) return sandboxAddresses(sandboxUrl, setting, { variant, publicUrl })
    const address = variant === 'laos' ? (setting.addressLaos ?? setting.address) : setting.address
    return address === null ? null : { ...setting, address: address.replace(/\/+$/, '') }
  }

  const agentOf = ({ code, family }: GameSetting): GameAgent | undefined =>
    sandboxUrl ? sandboxAgents[family] : agents[code]

  /** A setting is one object until it is read again, so most calls need not compare its contents. */
  const found = new WeakMap<GameSetting, GameClient>()

  return {
    find: (setting) => {
      const before = found.get(setting)
      if (before) return before
      const { code, family } = setting
      const addresses = addressesOf(setting)
      const agent = agentOf(setting)
      if (!addresses || !agent) return null
      const about = JSON.stringify([family, addresses.address, addresses.launchAddress])
      let known = clients.get(code)
      if (known?.about !== about) {
        const provider = { system: 'games', party: code }
        figures.forget(provider)
        const doors = openOutboundDoors(doorLimits, options, provider)
        known = { about, client: openers[family]({ ...addresses, agent, clock, doors }) }
        clients.set(code, known)
      }
      found.set(setting, known.client)
      return known.client
    },
    placeOf: (setting) => {
      const { address } = addressesOf(setting) ?? {}
      const hasKey = agentOf(setting) !== undefined
      return address === undefined
        ? null
        : { family: setting.family, host: hostOf(address), hasKey }
    },
    mayLaunch: (setting, link) => {
      const url = URL.parse(link)
      const hosts = addressesOf(setting)?.launchHosts ?? []
      // The sandbox speaks plain http on this machine; production refuses it.
      const isSafe =
        url?.protocol === 'https:' || (sandboxUrl !== null && url?.protocol === 'http:')
      return isSafe && hosts.includes(url.host)
    },
  }
}
