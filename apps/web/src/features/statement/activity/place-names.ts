import { useStatementText } from '../text/statement-text.ts'
import { useWallet } from '#shared/wallet/wallet.ts'
import type { PlaceNames } from './activity.ts'

/** Names of places in rows: the wallet, the games by their names, and what else the server calls by a code. */
export function usePlaceNames(): PlaceNames {
  const { accounts } = useStatementText().receipt
  const slots = useWallet().data?.slots ?? []
  const own: Record<string, string> = {
    wallet: accounts.wallet,
    bank: accounts.bank,
    truemoney: accounts.giftlink,
  }
  return (code) => {
    if (code === null || code === '') return accounts.bank
    return own[code] ?? slots.find((slot) => slot.code === code)?.name ?? code
  }
}
