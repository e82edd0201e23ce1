import { qrProviders, type WalletCurrency } from '@kapao/contract/limits'
import type { Money } from '@kapao/contract/money'
import type { Settings } from '#settings/registry.ts'

export type RuleDeps = { readSettings: () => Promise<Settings> }

export type QrRules = {
  minutes: number
  /** Decimal texts in the provider's currency. */
  minimum: string
  /** S39: the most that may be credited on one gateway's messages before it confirms them when asked. */
  unconfirmedMax: string
}

const withMinimum = [...qrProviders, 'BCEL'] as const

export async function readRules({ readSettings }: RuleDeps, provider: string): Promise<QrRules> {
  const settings = await readSettings()
  const currency = currencyOf(provider)
  return {
    minutes: settings['qr.minutes'],
    minimum: isKnown(provider) ? settings[`qr.minimum.${provider}`] : '1',
    unconfirmedMax: settings[`qr.unconfirmedMax.${currency}`],
  }
}

function isKnown(provider: string): provider is (typeof withMinimum)[number] {
  return (withMinimum as readonly string[]).includes(provider)
}

/** BCEL's codes are paid in kip, all others in baht. */
export function currencyOf(provider: string): WalletCurrency {
  return provider === 'BCEL' ? 'LAK' : 'BAHT'
}

/** Whether members of this currency are offered this provider. */
export async function isOffered(
  { readSettings }: RuleDeps,
  provider: string,
  currency: Money['currency'],
): Promise<boolean> {
  return (await readSettings())['deposit.accounts'].some(
    (one) => one.bankType === 'PAYMENT' && one.bankCode === provider && one.currency === currency,
  )
}
