import type { Variant } from '@kapao/contract/limits'
import { autoLoginProviders } from '@kapao/contract/limits-of-parts'
import type { GameAccount } from '#shared/wallet/wallet.ts'

/**
 * How a game is entered: by a form with the member's credentials, at a fixed address, or by a link made for this
 * launch.
 */
export type Launch =
  | { kind: 'form'; address: string }
  | { kind: 'address'; address: string }
  | { kind: 'link'; provider: string }

export type LaunchSettings = {
  /** True if this page is in a frame: games open in a tab of their own. */
  opensTab: boolean
  /** The address of the sports provider's login form, in this variant. */
  sportAddress: string | null
}

const sportCode = 'sport'

/** Null for a game that is only played in its app. */
export function launchOf(
  { code, web }: Pick<GameAccount, 'code' | 'web'>,
  { sportAddress }: Pick<LaunchSettings, 'sportAddress'>,
): Launch | null {
  if ((autoLoginProviders as readonly string[]).includes(code))
    return { kind: 'link', provider: code }
  if (code === sportCode && isWebAddress(sportAddress))
    return { kind: 'form', address: sportAddress }
  return isWebAddress(web) ? { kind: 'address', address: web } : null
}

/** Addresses from the operator and the server must be web pages, so that they cannot run code in ours. */
export function isWebAddress(address: string | null): address is string {
  if (address === null) return false
  try {
    return ['https:', 'http:'].includes(new URL(address).protocol)
  } catch {
    return false
  }
}

/** Reads the game settings that the server wrote into the page; a page on static hosting has none. */
export function readLaunchSettings(block: string, variant: Variant): LaunchSettings {
  const settings = fieldsOf(fieldsOf(parse(block))['settings'])
  const address = settings[`sport.address.${variant}`]
  return {
    opensTab: settings['games.iframe'] === true,
    sportAddress: typeof address === 'string' && isWebAddress(address) ? address : null,
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
