import { moneyFromText } from '@kapao/contract/money'
import { partyOf, type Arrival, type MessageTrust } from '#outside/arrival.ts'
import type { AppContext } from '#context/app-context.ts'
import type { OwnAccount } from './receive.ts'

type ReadSettings = AppContext['readSettings']

/** Only accounts for bank transfers: payments through a gateway are reported by the gateway. */
export async function listOwnAccounts(readSettings: ReadSettings): Promise<OwnAccount[]> {
  const settings = await readSettings()
  return settings['deposit.accounts']
    .filter(({ bankType }) => bankType === 'bank')
    .map((own) => ({ ...own, party: partyOf(own) }))
}

/**
 * Accounts outside the operator's list share one bound, because a stolen secret can name any number. Without a
 * statement nothing can be verified, and the bound is the most that one day may cost.
 */
export async function trustOf(
  { house: { party }, money }: Arrival,
  { readSettings, canAsk }: { readSettings: ReadSettings; canAsk: boolean },
): Promise<MessageTrust> {
  const { currency } = money
  if (currency === 'COIN') throw new Error('coins do not come from outside')
  const own = (await listOwnAccounts(readSettings)).find((one) => one.party === party)
  const settings = await readSettings()
  const isBlind = !canAsk || own?.hasStatement === false
  const bound = settings[`bankfeed.${isBlind ? 'blindDayMax' : 'unconfirmedMax'}.${currency}`]
  const max = moneyFromText(bound, currency)?.amount ?? 0n
  return { pot: `${own ? party : 'other'} ${currency}`, max, isBlind }
}
