import type { WalletCurrency } from '@kapao/contract/limits'
import { moneyFromText, type Currency } from '@kapao/contract/money'
import { partyOf, type Arrival, type MessageTrust } from '#outside/arrival.ts'
import type { StatementClient } from '#outside/bank/client.ts'
import type { Settings } from '#settings/registry.ts'

/** `party` is the account's name in the ledger. */
export type OwnAccount = {
  bankCode: string
  bankAccountNo: string
  currency: WalletCurrency
  party: string
  /** No statement of this account can be read. */
  hasStatement?: false | undefined
}

type TrustDeps = { readSettings: () => Promise<Settings>; statements: StatementClient | null }

/** Only accounts for bank transfers: payments through a gateway are reported by the gateway. */
export async function listOwnAccounts(
  readSettings: () => Promise<Settings>,
): Promise<OwnAccount[]> {
  const settings = await readSettings()
  return settings['deposit.accounts']
    .filter(({ bankType }) => bankType === 'bank')
    .map((own) => ({ ...own, party: partyOf(own) }))
}

/** Their names, as `KBANK:1112223334`, of one currency. */
export async function listOwnParties(
  readSettings: () => Promise<Settings>,
  currency: Currency,
): Promise<string[]> {
  const accounts = await listOwnAccounts(readSettings)
  return accounts.filter((own) => own.currency === currency).map(({ party }) => party)
}

/**
 * How far a signed message is trusted until the second source has shown the same. Accounts outside the operator's list share one bound, because a stolen secret can name any number. Without a
 * statement nothing can be verified, and the bound is the most that one day may cost.
 */
export async function trustOf(
  { readSettings, statements }: TrustDeps,
  { house: { party }, money }: Arrival,
): Promise<MessageTrust> {
  const { currency } = money
  if (currency === 'COIN') throw new Error('coins do not come from outside')
  const own = (await listOwnAccounts(readSettings)).find((one) => one.party === party)
  const settings = await readSettings()
  const isBlind = statements === null || own?.hasStatement === false
  const bound = settings[`bankfeed.${isBlind ? 'blindDayMax' : 'unconfirmedMax'}.${currency}`]
  const max = moneyFromText(bound, currency)?.amount ?? 0n
  return { pot: `${own ? party : 'other'} ${currency}`, max, isBlind }
}
