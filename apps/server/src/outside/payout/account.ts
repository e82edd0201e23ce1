import { isPlainHttp, isWeak, isWebAddress, type Environment } from '#core/secrets.ts'
import { accountsIn } from '../accounts-file.ts'

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
export function payoutAccountsOf(env: Environment, problems: string[]): PayoutAccounts {
  return accountsIn(env, problems, {
    name: 'PAYOUTS_FILE',
    accountOf: (fields, channel) => (channelForm.test(channel) ? accountOf(fields) : null),
  })
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
