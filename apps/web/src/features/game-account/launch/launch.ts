import { autoLoginProviders, type Variant } from '@kapao/contract/limits'
import type { GameAccount } from '#shared/wallet/wallet.ts'

/** How a game is entered: by a form with the member's credentials, at a fixed address, or by a link made for this time. */
export type Launch =
  | { kind: 'form'; address: string }
  | { kind: 'address'; address: string }
  | { kind: 'link'; provider: string }

export type LaunchSettings = {
  /** This page stands in a frame: games open in a tab of their own. */
  opensTab: boolean
  /** Where the sports provider's login takes its form, in this variant. */
  sportAddress: string | null
}

const sportCode = 'sport'

/** Null for a game that is played in its app only. */
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

/** The operator's and the server's addresses lead to web pages, and never run anything in ours. */
export function isWebAddress(address: string | null): address is string {
  if (address === null) return false
  try {
    return ['https:', 'http:'].includes(new URL(address).protocol)
  } catch {
    return false
  }
}

/** Reads what the server wrote into the page about games; a page that nobody served has neither. */
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
