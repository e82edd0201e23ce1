import type { Variant } from '@kapao/contract/limits'
import type { GameAgent } from './client.ts'

/** The four provider protocols; docs/outside/games.md. */
export type GameFamily = 'betflix' | 'amb' | 'joker' | 'pg'

/** A provider as an operator has set it: its protocol and its addresses. */
export type GameSetting = {
  code: string
  family: GameFamily
  address: string | null
  /** Another address for the Laos variant. */
  addressLaos: string | null
  /** The address of its games, for the families that return a token. */
  launchAddress: string | null
  /** Hosts that a launch link may lead to. */
  launchHosts: readonly string[]
}

/** docs/outside/games.md: our accounts in the sandbox; they are valid nowhere else. */
export const sandboxAgents: Readonly<Record<GameFamily, GameAgent>> = {
  pg: { id: 'sandbox-operator', key: 'sandbox-secret' },
  betflix: { id: 'sandbox-betflix', key: 'sandbox-key', prefix: 'kapao' },
  amb: { id: 'kapao', key: 'sandbox-key', client: 'kapaoweb' },
  joker: { id: 'KAPA', key: 'sandbox-secret' },
}

const pathOf: Record<GameFamily, string> = {
  pg: '',
  joker: '',
  betflix: '/v4',
  amb: '/v0.1/partner/member',
}

/** Every provider is simulated under its code; the sports provider has a second address for the Laos variant. */
export function sandboxAddresses(
  sandboxUrl: string,
  { code, family }: Pick<GameSetting, 'code' | 'family'>,
  { variant, publicUrl }: { variant: Variant; publicUrl: string | null },
): { address: string; launchAddress: string; launchHosts: string[] } {
  const played = code === 'sport' && variant === 'laos' ? 'sportlao' : code
  const shown = publicUrl ?? sandboxUrl
  return {
    address: `${sandboxUrl}/games/${played}${pathOf[family]}`,
    launchAddress: `${shown}/games/${played}`,
    launchHosts: [new URL(shown).host],
  }
}

/** Where the page sends the form that enters the sports provider: as the operator set it, or else the sandbox's. */
export function sportAddressOf(
  {
    variant,
    sandboxUrl,
    sandboxPublicUrl,
  }: { variant: Variant; sandboxUrl: string | null; sandboxPublicUrl: string | null },
  address: string | null,
): string | null {
  if (address !== null || sandboxUrl === null) return address
  const browsers = { variant, publicUrl: sandboxPublicUrl }
  const places = sandboxAddresses(sandboxUrl, { code: 'sport', family: 'amb' }, browsers)
  return `${places.launchAddress}/login`
}
