import { useStatementText } from '../text/statement-text.ts'
import { useBankName } from '#shared/banks/bank-name.ts'
import { usePaidInto } from '#shared/banks/paid-into.ts'
import { useWallet } from '#shared/wallet/wallet.ts'
import type { PlaceNames } from './activity.ts'

/**
 * Names of places in rows: the wallet, games and banks by their usual names, and the code of one that no longer exists.
 */
export function usePlaceNames(): PlaceNames {
  const { accounts } = useStatementText().receipt
  const nameOf = useBankName()
  const wallet = useWallet().data
  const paidInto = usePaidInto().data?.banks ?? []
  const own: Record<string, string> = {
    wallet: accounts.wallet,
    bank: accounts.bank,
    truemoney: accounts.giftlink,
  }
  return (code) => {
    if (code === null || code === '') return accounts.bank
    const slot = wallet?.slots.find((one) => one.code === code)
    if (own[code] ?? slot) return own[code] ?? slot!.name
    const bank =
      wallet?.bankAccount.bank.code === code
        ? wallet.bankAccount.bank
        : paidInto.find(({ bankCode }) => bankCode === code)?.bank
    return bank ? nameOf(bank) : code
  }
}
