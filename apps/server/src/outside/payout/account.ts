import { readFileSync } from 'node:fs'
import { isPlainHttp, isWeak, isWebAddress } from '#core/secrets.ts'

const families = ['bank', 'payonex'] as const

/** The operator's account at a payout company (docs/outside/payout.md). */
export type PayoutAccount = {
  family: (typeof families)[number]
  address: string
  id: string
  key: string
}
export type PayoutAccounts = Readonly<Record<string, PayoutAccount>>

const channelForm = /^[A-Z][A-Z0-9]{1,19}$/

/** PAYOUTS_FILE is JSON such as {"BANK": {"family": "bank", "address": "https://...", "id": "...", "key": "..."}}. */
export function payoutAccountsOf(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): PayoutAccounts {
  const file = env['PAYOUTS_FILE']
  if (!file) return {}
  try {
    const stated = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>
    const accounts: Record<string, PayoutAccount> = {}
    for (const [channel, fields] of Object.entries(stated)) {
      const account = channelForm.test(channel) ? accountOf(fields) : null
      if (account) accounts[channel] = account
      else problems.push(`PAYOUTS_FILE: ${channel} needs family, address (https), id and key`)
    }
    return accounts
  } catch (error) {
    problems.push(`PAYOUTS_FILE cannot be read: ${(error as Error).name}`)
    return {}
  }
}

function accountOf(fields: Record<string, unknown>): PayoutAccount | null {
  const { address, id, key } = fields
  const family = families.find((one) => one === fields['family'])
  if (!family || typeof address !== 'string' || typeof id !== 'string' || typeof key !== 'string')
    return null
  if (id === '' || key === '' || !isWebAddress(address)) return null
  return { family, address: address.replace(/\/+$/, ''), id, key }
}

/** S53: a secret that is publicly known, and an address without encryption. */
export function unsafePayouts(accounts: PayoutAccounts): string[] {
  return Object.entries(accounts).flatMap(([channel, { key, address }]) => [
    ...(isWeak(key)
      ? [`PAYOUTS_FILE: ${channel} has a default or short key; request a new one`]
      : []),
    ...(isPlainHttp(address) ? [`PAYOUTS_FILE: ${channel} must be at https`] : []),
  ])
}
