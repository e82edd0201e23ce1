import { readFileSync } from 'node:fs'
import { isPlain, isWeak, isWebAddress } from '#core/secrets.ts'

export const gatewayFamilies = ['kbank', 'payonex', 'signed', 'onepay'] as const
export type GatewayFamily = (typeof gatewayFamilies)[number]

/** Who we are at a payment gateway, and how it is spoken to (docs/outside/gateways.md). */
export type GatewayAccount = {
  family: GatewayFamily
  address: string
  id: string
  key: string
  webhookSecret: string | null
  /** Still accepted while they change over. */
  previousWebhookSecret: string | null
  /** By how many of the smallest unit a code may differ from what was ordered: some add satang. */
  driftMax: bigint
}

export type GatewayAccounts = Readonly<Record<string, GatewayAccount>>

type Environment = Readonly<Record<string, string | undefined>>

/**
 * GATEWAYS_FILE is JSON such as {"WW": {"family": "signed", "address": "https://...", "id": "...", "key": "...",
 * "webhookSecret": "..."}}: secrets are no settings, which every operator sees.
 */
export function gatewayAccountsOf(env: Environment, problems: string[]): GatewayAccounts {
  const file = env['GATEWAYS_FILE']
  if (!file) return {}
  try {
    const told = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>
    const accounts: Record<string, GatewayAccount> = {}
    for (const [code, fields] of Object.entries(told)) {
      const account = accountOf(fields)
      if (account) accounts[code] = account
      else problems.push(`GATEWAYS_FILE: ${code} needs family, address (https), id and key`)
    }
    return accounts
  } catch (error) {
    problems.push(`GATEWAYS_FILE cannot be read: ${(error as Error).name}`)
    return {}
  }
}

function accountOf(fields: Record<string, unknown>): GatewayAccount | null {
  const text = (name: string): string | null => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const family = gatewayFamilies.find((one) => one === fields['family'])
  const address = text('address')?.replace(/\/+$/, '')
  const [id, key, webhookSecret] = [text('id'), text('key'), text('webhookSecret')]
  const drift = fields['driftMax'] ?? 0
  if (!family || !address || !isWebAddress(address)) return null
  if (!id || !key || !Number.isInteger(drift) || Number(drift) < 0) return null
  // Without a secret nobody could tell their webhooks from anybody's.
  if (family === 'signed' && !webhookSecret) return null
  return {
    family,
    address,
    id,
    key,
    webhookSecret,
    previousWebhookSecret: text('previousWebhookSecret'),
    driftMax: BigInt(Number(drift)),
  }
}

/** S53: secrets that anybody could know, and addresses that anybody could listen on. */
export function unsafeGateways(accounts: GatewayAccounts): string[] {
  return Object.entries(accounts).flatMap(([code, account]) => {
    const { key, webhookSecret, previousWebhookSecret, address, family } = account
    const secrets = [
      ...(family === 'onepay' ? [] : [key]),
      ...[webhookSecret, previousWebhookSecret].filter((one) => one !== null),
    ]
    return [
      ...(secrets.some(isWeak)
        ? [`GATEWAYS_FILE: ${code} has a default or short secret; get one of its own`]
        : []),
      ...(isPlain(address) ? [`GATEWAYS_FILE: ${code} must be at https`] : []),
    ]
  })
}
