import { isPlainHttp, isWeak, isWebAddress, type Environment } from '#core/secrets.ts'
import { accountsIn } from '../accounts-file.ts'

const gatewayFamilies = ['kbank', 'payonex', 'signed', 'onepay'] as const
export type GatewayFamily = (typeof gatewayFamilies)[number]

/** The operator's account at a payment gateway and the gateway's protocol (docs/outside/gateways.md). */
export type GatewayAccount = {
  family: GatewayFamily
  address: string
  id: string
  key: string
  webhookSecret: string | null
  /** Still accepted during a rotation. */
  previousWebhookSecret: string | null
  /** The largest difference of a code from its order, in smallest units: some gateways add satang. */
  driftMax: bigint
}

export type GatewayAccounts = Readonly<Record<string, GatewayAccount>>

/**
 * GATEWAYS_FILE is JSON such as {"WW": {"family": "signed", "address": "https://...", "id": "...", "key": "...",
 * "webhookSecret": "..."}}.
 */
export function gatewayAccountsOf(env: Environment, problems: string[]): GatewayAccounts {
  return accountsIn(env, problems, { name: 'GATEWAYS_FILE', accountOf })
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
  // Without a secret, forged webhooks could not be distinguished from genuine ones.
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

/** S53: secrets that are publicly known, and addresses without encryption. */
export function unsafeGateways(accounts: GatewayAccounts): string[] {
  return Object.entries(accounts).flatMap(([code, account]) => {
    const { key, webhookSecret, previousWebhookSecret, address, family } = account
    const secrets = [
      ...(family === 'onepay' ? [] : [key]),
      ...[webhookSecret, previousWebhookSecret].filter((one) => one !== null),
    ]
    return [
      ...(secrets.some(isWeak)
        ? [`GATEWAYS_FILE: ${code} has a default or short secret; request a new one`]
        : []),
      ...(isPlainHttp(address) ? [`GATEWAYS_FILE: ${code} must be at https`] : []),
    ]
  })
}
